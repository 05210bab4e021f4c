// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Wallet

extension SyncReport.Outcome {
    /// One word, for tables and scripts.
    var name: String {
        switch self {
        case .idle: "idle"
        case .done: "done"
        case .failed: "failed"
        case .skipped: "skipped"
        }
    }

    /// What was done or what failed; nil where there was nothing to do.
    var sentence: String? {
        switch self {
        case .idle, .skipped: nil
        case .done(let work): work.sentence
        case .failed(let failure): failure.sentence
        }
    }

    /// The values of ``sentence``, for scripts; nil where it has none.
    fileprivate var values: JSONValue? {
        switch self {
        case .idle, .skipped: nil
        case .done(let work): work.values
        case .failed(let failure): failure.values
        }
    }
}

extension JSONValue {
    /// A part of a sync.
    static func part(_ part: SyncReport.Part, _ outcome: SyncReport.Outcome) -> JSONValue {
        let members = [
            JSONValue.Member("part", .string(part.word)), JSONValue.Member("outcome", .string(outcome.name)),
        ]
        return .object(members + (outcome.values.map { [JSONValue.Member("values", $0)] } ?? []))
    }
}

extension SyncWork {
    fileprivate var sentence: String {
        switch self {
        case .learnedKeys(let count): "\(counted(count, "new key")) of the hub."
        case .finishedPurchases(let count): "\(counted(count, "order")) of offline money finished."
        case .sentTransfers(let count): "\(counted(count, "transfer")) sent."
        case .beganRedemptions(1): "1 offline token is on its way to the account."
        case .beganRedemptions(let count): "\(count) offline tokens are on their way to the account."
        case .settledUploads(let count): "\(counted(count, "upload")) settled."
        case .fetchedCertificates(let count): "\(counted(count, "certificate")) fetched."
        case .learnedRefunds(let amounts, let claims):
            [
                amounts == 0 ? nil : "\(counted(amounts, "held amount")) settled by the hub.",
                claims == 0 ? nil : "\(counted(claims, "claim")) paid.",
            ].compactMap { $0 }.joined(separator: " ")
        case .withdrew(let amount): "Took \(amount.formatted) offline."
        }
    }

    fileprivate var values: JSONValue {
        switch self {
        case .learnedKeys(let count), .finishedPurchases(let count), .sentTransfers(let count),
            .beganRedemptions(let count), .settledUploads(let count), .fetchedCertificates(let count):
            ["count": .number(Int64(count))]
        case .learnedRefunds(let amounts, let claims):
            ["amounts": .number(Int64(amounts)), "claims": .number(Int64(claims))]
        case .withdrew(let amount): ["amount": .amount(amount)]
        }
    }
}

extension SyncFailure {
    /// What failed and what to do next.
    var sentence: String {
        switch self {
        case .error(let error): error.message
        case .orders(let orders): orders.map(\.sentence).joined(separator: " ")
        case .uploads(let settled, let unsettled):
            "\(settled) of \(counted(settled + unsettled.count, "upload")) settled. "
                + unsettled.map(\.sentence).joined(separator: " ")
        case .unforeseen(let text): text
        }
    }

    fileprivate var values: JSONValue? {
        switch self {
        case .error, .unforeseen: problem.map { ["code": .string($0.statedCode)] }
        case .orders(let orders): ["orders": .array(orders.map(\.json))]
        case .uploads(let settled, let unsettled):
            ["settled": .number(Int64(settled)), "unsettled": .number(Int64(unsettled.count))]
        }
    }
}

extension UnfinishedOrder {
    fileprivate var sentence: String { "\(recipient.map { "To \($0)" } ?? "Order \(name)"): \(error.message)" }

    fileprivate var json: JSONValue {
        [
            "name": .string(name.description), "recipient": .string(recipient),
            "code": .string((error.cause as? HubProblem)?.statedCode),
        ]
    }
}

extension UploadFault {
    fileprivate var sentence: String {
        switch self {
        case .refused(let problem): problem.message
        case .otherRecord: "The hub's receipt is about another record than the one uploaded. Tell its operator."
        case .noAnswer: "The hub answered an upload with nothing. Try again later."
        }
    }
}

/// "1 transfer", "2 transfers".
private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
