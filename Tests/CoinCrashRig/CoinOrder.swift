// SPDX-License-Identifier: MIT
internal import Chains
package import Coins
internal import CrashRig

/// What one process of the coins' crash driver does: one thing that a person asks of coins.
package enum CoinOperation: String, CaseIterable, Sendable {
    /// Makes a phrase and an account, and asks where it is paid; goes on wherever an earlier attempt stopped.
    case begin
    case address, send, export, complete, bump, cancel, again, refresh
    /// Keeps the wallet open until its standard input is closed.
    case hold
}

/// The order to a process, as its command line: `name=value` words.
package struct CoinOrder: Sendable {
    package var operation: CoinOperation
    package var folder: String
    /// Seconds since 1970, for as long as the process lives.
    package var time = Scene.start
    package var seed: UInt64 = 0
    package var network = ""
    /// Whom to pay.
    package var to = ""
    /// In whole coins.
    package var amount = ""
    /// As `FeeChoice.custom`; empty for the normal level.
    package var fee = ""
    /// The payment that is gone on with.
    package var payment: Int64 = 0
    /// The step, counted from one, at which the process kills itself; zero for never.
    package var killAt = 0
    /// A file that each step's name is appended to.
    package var trace = ""
    /// The step, counted from one, from which on no file can be written, as on a full disk; zero for never.
    package var fullAt = 0

    package init(_ operation: CoinOperation, in folder: String) {
        self.operation = operation
        self.folder = folder
    }

    package var words: [String] {
        [
            "operation=\(operation.rawValue)", "folder=\(folder)", "time=\(time)", "seed=\(seed)", "network=\(network)",
            "to=\(to)", "amount=\(amount)", "fee=\(fee)", "payment=\(payment)", "killAt=\(killAt)", "trace=\(trace)",
            "fullAt=\(fullAt)",
        ]
    }

    /// Reads the words back; nil when they are not such an order.
    package init?(_ words: some Sequence<String>) {
        var values: [String: String] = [:]
        for word in words {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            values[String(halves[0])] = String(halves[1])
        }
        func number(_ name: String) -> UInt64 { values[name].flatMap { UInt64($0) } ?? 0 }
        guard let operation = values["operation"].flatMap(CoinOperation.init), let folder = values["folder"] else {
            return nil
        }
        self.init(operation, in: folder)
        time = number("time")
        seed = number("seed")
        network = values["network"] ?? ""
        to = values["to"] ?? ""
        amount = values["amount"] ?? ""
        fee = values["fee"] ?? ""
        payment = Int64(number("payment"))
        killAt = Int(number("killAt"))
        trace = values["trace"] ?? ""
        fullAt = Int(number("fullAt"))
    }

    /// Does it, and says what a person has in hand then. The wallet of this harness has one account.
    package func carry(out coins: CoinWallet) throws -> String {
        switch operation {
        case .begin: return try begin(coins)
        case .address: return try coins.receiveAddress(of: 1, fresh: true).address
        case .send: return shown(try coins.send(try coins.plan(draft).approvedWhole()))
        case .export: return shown(try coins.export(try coins.plan(draft).approvedWhole()).status)
        case .complete:
            let signing = try coins.review(try coins.document(of: payment), account: 1)
            return shown(
                try coins.complete(
                    payment, with: signing.signed(acknowledging: Set(signing.review.warnings.map(\.name))))
            )
        case .bump: return shown(try coins.send(try coins.planBump(payment, fee: choice).approvedWhole()))
        case .cancel: return shown(try coins.send(try coins.planCancel(payment, fee: choice).approvedWhole()))
        case .again: return shown(try coins.send(try coins.planAgain(payment, fee: choice).approvedWhole()))
        case .refresh:
            try coins.refresh(1)
            return "refreshed"
        case .hold: return "open"
        }
    }

    private func begin(_ coins: CoinWallet) throws -> String {
        if try !coins.hasPhrase { _ = try coins.makePhrase() }
        if try coins.accounts().isEmpty { try coins.addAccount(on: try Network(named: network)) }
        return try coins.receiveAddress(of: 1).address
    }

    private var choice: FeeChoice { fee.isEmpty ? .level(.normal) : .custom(fee) }

    private var draft: SendDraft {
        SendDraft(account: 1, recipients: [.init(to: to, .exactly(amount))], fee: choice, label: "tea")
    }

    private func shown(_ status: SendStatus) -> String { "\(status.id) \(status.state)" }
}

extension SendPlan {
    /// Approved by somebody who has read every warning.
    package func approvedWhole() throws -> ApprovedSend {
        try approved(acknowledging: Set(review.warnings.map(\.name)))
    }
}
