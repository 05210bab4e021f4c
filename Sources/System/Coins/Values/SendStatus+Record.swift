// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

extension SendStatus {
    init(_ stored: Stored<CoinSendRecord>, coins: OpenCoins, chain: any AccountChain) throws {
        let record = stored.record
        let network = try coins.network(of: chain.account.record)
        let unit = try Tokens(coins: coins, network: network).unit(of: record.token) ?? network.unit
        let contacts = try coins.contacts(on: network)
        self.init(
            id: stored.id, account: record.account, state: record.state, purpose: record.purpose,
            transactionID: record.id.isEmpty ? nil : chain.text(ofID: record.id),
            payees: record.payees.map {
                SendReview.Payee(
                    address: $0.address, contact: contacts[$0.address], amount: CoinAmount($0.amount, unit))
            },
            fee: CoinAmount(record.fee, network.unit), label: record.label,
            sentence: Self.sentence(stored, on: network.chain), height: record.height,
            remark: record.remark, replaces: record.replaces)
    }

    /// A sentence on a payment's state and what can be done next.
    private static func sentence(_ stored: Stored<CoinSendRecord>, on chain: Chain) -> String {
        let remark = stored.record.remark.map { " \($0.sentence)" } ?? ""
        switch stored.record.state {
        case .exported: return "Waits for its signer. Complete it with what was signed, or drop it.\(remark)"
        case .signed: return "Signed and kept. It is sent again at the next refresh, in the same bytes.\(remark)"
        case .sent where chain == .solana:
            return
                "Waiting for confirmation. If no block takes it, it expires within minutes; a durable nonce makes it wait.\(remark)"
        case .sent: return "Waiting for confirmation. Its fee can be raised, and it can be cancelled.\(remark)"
        case .confirmed: return "In block \(stored.record.height ?? 0)."
        case .final: return "Done, in block \(stored.record.height ?? 0)."
        case .refused: return "Refused, and kept.\(remark) Raise its fee or cancel it: both use the same money."
        case .replaced: return "Another transaction took its place; nothing of this one can happen any more."
        case .expired:
            return "Its time passed before a block took it, and it never can now. It is safe to send it again."
        case .failed:
            return
                "In block \(stored.record.height ?? 0), which refused what it wanted. Only the fee was paid.\(remark)"
        case .dropped:
            return "Cancelled before this wallet signed it. A person who has a signed copy could still send it."
        }
    }
}
