// SPDX-License-Identifier: MIT
package import HubAPI

/// Why one part of a sync is not complete; the program that shows a report words it. Decision 0088
package enum SyncFailure: Error, Sendable, Equatable {
    /// The part ended with it.
    case error(WalletError)
    /// The orders that are not done, at least one; the other orders of the part are done.
    case orders([UnfinishedOrder])
    /// What the hub answered to each upload that it did not settle, at least one; it settled the others.
    case uploads(settled: Int, unsettled: [UploadFault])
    /// Something that the wallet has no code for, in the words of the part that threw it.
    case unforeseen(String)

    /// What a part threw, in the wallet's words.
    init(_ error: any Error) {
        switch WalletError.translating(error) {
        case let failure as SyncFailure: self = failure
        case let error as WalletError: self = .error(error)
        case let error: self = .unforeseen("\(error)")
        }
    }

    /// As the first failed call would have thrown it; nil for what is unforeseen.
    package var error: WalletError? {
        switch self {
        case .error(let error): error
        case .orders(let orders): orders.first?.error
        case .uploads(_, let unsettled):
            WalletError(
                .hubRefused, "The hub did not settle all uploads.", cause: unsettled.lazy.compactMap(\.problem).first)
        case .unforeseen: nil
        }
    }

    /// What callers branch on; nil for what is unforeseen.
    package var code: WalletError.Code? { error?.code }

    /// What the hub said against it; of several orders or uploads, against the first one.
    package var problem: HubProblem? { error?.cause as? HubProblem }

    /// Whether what comes after it would fail the same way.
    var isHopeless: Bool { code?.isHopeless ?? false }
}

extension WalletError.Code {
    /// Whether every other call to the hub would fail the same way.
    var isHopeless: Bool { self == .hubUnreachable || self == .notLoggedIn || self == .notJoined }
}

/// An order that a sync gave to the hub and that is not done.
package struct UnfinishedOrder: Sendable, Equatable {
    package let name: OrderName
    /// To whom it is; nil for an order that is no transfer.
    package let recipient: String?
    package let error: WalletError
}

/// Why the hub did not settle an upload.
package enum UploadFault: Sendable, Equatable {
    case refused(HubProblem)
    /// Its receipt is about something else.
    case otherRecord
    case noAnswer

    var problem: HubProblem? { if case .refused(let problem) = self { problem } else { nil } }
}
