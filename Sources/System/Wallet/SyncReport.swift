// SPDX-License-Identifier: MIT
package import HubAPI

/// The outcome of each part of a sync. A failed part does not stop the others.
package struct SyncReport: Sendable, Equatable {
    package enum Part: String, Sendable, CaseIterable {
        case session, announcements, purchases, transfers, redemptions, uploads, certificates, refunds, tokens, balance,
            ledger
    }

    package enum Outcome: Sendable, Equatable {
        /// There was nothing to do.
        case idle
        /// What was done, as a sentence.
        case done(String)
        /// What failed and what to do next, as a sentence.
        case failed(WalletError.Code?, String)
        /// Not tried, because the hub could not be reached or the wallet is not logged in.
        case skipped
    }

    package internal(set) var outcomes: [(part: Part, outcome: Outcome)] = []
    /// What the hub refused, by the part or by the order that was refused, such as `s3`.
    package internal(set) var problems: [String: HubProblem] = [:]

    /// Whether every part succeeded or had nothing to do.
    package var isComplete: Bool {
        outcomes.allSatisfy {
            switch $0.outcome {
            case .idle, .done: true
            case .failed, .skipped: false
            }
        }
    }

    /// The first failure.
    package var failure: (code: WalletError.Code?, message: String)? {
        for case (_, .failed(let code, let message)) in outcomes { return (code, message) }
        return nil
    }

    /// The hub's refusal of the first part that failed; nil if the hub did not cause that failure.
    package var problem: HubProblem? {
        for case (let part, .failed) in outcomes { return problems[part.rawValue] }
        return nil
    }

    /// Whether the remaining parts would fail in the same way.
    var isHopeless: Bool {
        outcomes.contains { if case .failed(let code?, _) = $0.outcome { Self.isHopeless(code) } else { false } }
    }

    static func isHopeless(_ code: WalletError.Code) -> Bool {
        code == .hubUnreachable || code == .notLoggedIn || code == .notJoined
    }

    package func outcome(of part: Part) -> Outcome? { outcomes.first { $0.part == part }?.outcome }

    package static func == (left: SyncReport, right: SyncReport) -> Bool {
        left.outcomes.elementsEqual(right.outcomes) { $0.part == $1.part && $0.outcome == $1.outcome }
    }
}

/// "1 coin", "2 coins".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
