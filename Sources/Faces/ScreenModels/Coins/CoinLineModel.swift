// SPDX-License-Identifier: MIT
internal import Chains
package import Coins
internal import Observation
internal import Tokens

/// One line of an account's history, with the user's label.
@Observable @MainActor
package final class CoinLineModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package var label: String
    package private(set) var isKept = false
    package let line: HistoryLine
    package let account: CoinAccount
    package let session: WalletSession

    package init(_ line: HistoryLine, of account: CoinAccount, _ session: WalletSession) {
        self.line = line
        self.account = account
        self.session = session
        label = line.label ?? ""
    }

    /// The time, formatted for a list.
    package var when: String { session.when(Timestamp(seconds: line.time)) }

    /// A note for a line without a transaction.
    package var note: String? {
        let words = session.words
        let isOutgoing = line.direction == .outgoing
        let amount = words.amount(line.amount)
        switch line.origin {
        case .transaction: return nil
        case .block(let number):
            return words(isOutgoing ? .coinToContract : .coinFromContract, ["block": words.decimal("\(number)")])
        case .withdrawal: return words(.coinWithdrawal)
        case .between(let since?, let until):
            return words(
                isOutgoing ? .coinFellBetween : .coinRoseBetween,
                [
                    "amount": amount, "from": session.when(Timestamp(seconds: since)),
                    "to": session.when(Timestamp(seconds: until)),
                ])
        case .between(nil, let until):
            return words(
                isOutgoing ? .coinFellUntil : .coinRoseUntil,
                ["amount": amount, "to": session.when(Timestamp(seconds: until))])
        case .unread: return words(isOutgoing ? .coinFellUnread : .coinRoseUnread, ["amount": amount])
        }
    }

    /// Whether its output can be spent with a fee that pays for both. Bitcoin, CPFP
    package var canBeLifted: Bool {
        account.network.chain == .bitcoin && line.status == .pending && line.direction != .outgoing
    }

    /// Stores the label; an empty one is removed. Labels never leave this device.
    package func keepLabel() async {
        let (id, transaction, label) = (account.id, line.id, label.trimmed)
        isKept = await attempt {
            try await self.session.walletService.useCoins {
                try $0.label(transaction: transaction, of: id, as: label.isEmpty ? nil : label)
            }
        }
    }
}
