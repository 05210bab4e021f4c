// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
package import Ethereum

extension EthereumNode {
    /// The most transactions and withdrawals of a block; no network has larger blocks.
    private static let maximumItems = 100_000
    /// Withdrawals are counted in gwei. EIP-4895
    private static let gwei: Wei = 1_000_000_000

    /// An account's state after a block; nil when this node has pruned that state, or does not have the block yet.
    ///
    /// - Throws: ``CoinsError``.
    package func state(of address: Address, afterBlock number: UInt64) throws -> EthereumState? {
        guard let balance = try past("eth_getBalance", address, number),
            let count = try past("eth_getTransactionCount", address, number)
        else { return nil }
        guard let nonce = count.uint64 else { throw malformed("a number that can be") }
        return EthereumState(balance: balance, nonce: nonce)
    }

    /// A number of an account after a block; nil where the node refuses to look so far back.
    private func past(_ method: String, _ address: Address, _ block: UInt64) throws -> Wei? {
        do {
            let answer = try pipe(method, [.string(address.text), hex(block)])
            // Some nodes answer null instead of refusing.
            return answer.isNull ? nil : try number(answer, "a number")
        } catch let refusal as RPCRefusal {
            guard EthereumRefusal.isForgotten(refusal) else { throw refusal.error(from: name) }
            return nil
        }
    }

    /// A block, with those of its transactions and withdrawals that name an account.
    ///
    /// - Throws: ``CoinsError``; `.lyingServer` for another block, and for a repeated transaction or withdrawal.
    package func block(_ number: UInt64, touching account: Address) throws -> EthereumBlock {
        let answer = try ask("eth_getBlockByNumber", [hex(number), true])
        guard try self.number(answer["number"] ?? .null, "a block").uint64 == number,
            let time = try self.number(answer["timestamp"] ?? .null, "a block").uint64,
            let transactions = answer["transactions"]?.array, transactions.count <= Self.maximumItems
        else { throw malformed("the block that was asked for") }
        let payments = try transactions.map(payment).filter {
            $0.from == account || ($0.to == account && !$0.value.isZero)
        }
        // Blocks before withdrawals existed, and networks without them, have no such list.
        let items = answer["withdrawals"]?.array ?? []
        guard items.count <= Self.maximumItems else { throw malformed("the block that was asked for") }
        let withdrawals = try items.compactMap { item in
            try address(item["address"]) == account ? try withdrawal(item) : nil
        }.filter { !$0.amount.isZero }
        guard Set(payments.map(\.hash)).count == payments.count,
            Set(withdrawals.map(\.index)).count == withdrawals.count
        else { throw malformed("a block that can be") }
        return EthereumBlock(number: number, time: time, payments: payments, withdrawals: withdrawals)
    }

    private func payment(_ item: JSONValue) throws -> EthereumBlock.Payment {
        let receiver = item["to"] ?? .null
        return EthereumBlock.Payment(
            hash: try bytes(item["hash"] ?? .null, "a transaction", count: 32), from: try address(item["from"]),
            to: receiver.isNull ? nil : try address(receiver),
            value: try number(item["value"] ?? .null, "a transaction"))
    }

    private func withdrawal(_ item: JSONValue) throws -> EthereumBlock.Withdrawal {
        // The amount has 64 bits, so a larger one is not a withdrawal.
        guard let index = try number(item["index"] ?? .null, "a withdrawal").uint64,
            let amount = try number(item["amount"] ?? .null, "a withdrawal").uint64
        else { throw malformed("a withdrawal that can be") }
        do {
            return EthereumBlock.Withdrawal(index: index, amount: try Wei(amount).multiplied(by: Self.gwei))
        } catch {
            throw malformed("a withdrawal that can be")
        }
    }
}
