// SPDX-License-Identifier: MIT

/// The outcome of each part of a sync. A failed part does not stop the others.
package struct SyncReport: Sendable, Equatable {
    package enum Part: String, Sendable, CaseIterable {
        case session = "session"
        case announcements = "announcements"
        case purchases = "purchases"
        case transfers = "transfers"
        case redemptions = "redemptions"
        case uploads = "uploads"
        case certificates = "certificates"
        case refunds = "refunds"
        case tokens = "tokens"
        case balance = "balance"
        case ledger = "ledger"
    }

    package enum Outcome: Sendable, Equatable {
        /// There was nothing to do.
        case idle
        case done(SyncWork)
        case failed(SyncFailure)
        /// Not tried, because the hub could not be reached or no account is logged in.
        case skipped
    }

    package internal(set) var outcomes: [(part: Part, outcome: Outcome)] = []

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
    package var failure: SyncFailure? {
        for case (_, .failed(let failure)) in outcomes { return failure }
        return nil
    }

    /// Whether the remaining parts would fail in the same way.
    var isHopeless: Bool {
        outcomes.contains { if case .failed(let failure) = $0.outcome { failure.isHopeless } else { false } }
    }

    package func outcome(of part: Part) -> Outcome? { outcomes.first { $0.part == part }?.outcome }

    package static func == (left: SyncReport, right: SyncReport) -> Bool {
        left.outcomes.elementsEqual(right.outcomes) { $0.part == $1.part && $0.outcome == $1.outcome }
    }
}
