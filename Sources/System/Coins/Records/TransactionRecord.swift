// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Vault

/// A transaction that touches an account, as a server last reported it.
///
///     pending ◀──reorganised──▶ confirmed        failed: in a block, but it moved nothing but its fee
///        └──no server knows it any more, or another took its place──▶ gone
package struct TransactionRecord: SealedRecord, Equatable {
    package enum State: Int64 { case pending = 0, confirmed = 1, failed = 2, gone = 3 }

    package static let table = "chain_transaction"
    package static let hidesNames = true
    package var state: State
    package var account: Int64
    /// 32 bytes, or the 64 bytes of Solana's first signature. For a movement without a transaction, its
    /// ``MovementSource``.
    package var id: [UInt8]
    /// Bitcoin: the whole transaction. Empty where only the facts below are stored.
    package var raw: [UInt8]
    /// The block's height, or Solana's slot.
    package var height: UInt64?
    /// Seconds since 1970: the block's time, else when this wallet first saw it.
    package var time: UInt64
    package var movement: BalanceChange
    package var label: String?

    /// A transaction's effect on the account.
    package struct BalanceChange: Equatable {
        var direction: HistoryLine.Direction
        /// Excludes the fee.
        var amount: UInt256
        /// The token's contract or mint; nil for the network's own coin.
        var token: String?
        /// Nil when another account paid it.
        var fee: UInt256?
        var counterpart: String?

        package init(
            direction: HistoryLine.Direction, amount: UInt256, token: String?, fee: UInt256?, counterpart: String?
        ) {
            self.direction = direction
            self.amount = amount
            self.token = token
            self.fee = fee
            self.counterpart = counterpart
        }
    }

    package init(
        state: State, account: Int64, id: [UInt8], raw: [UInt8] = [], height: UInt64? = nil, time: UInt64,
        movement: BalanceChange, label: String? = nil
    ) {
        self.state = state
        self.account = account
        self.id = id
        self.raw = raw
        self.height = height
        self.time = time
        self.movement = movement
        self.label = label
    }

    package init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 11)
        account = try reader.row()
        id = try reader.blob()
        // The largest transaction that a block can hold is just below the size limit of a row.
        raw = try reader.bytes(maximum: 4_000_000)
        height = try reader.optionalUInt()
        time = try reader.uint()
        movement = BalanceChange(
            direction: HistoryLine.Direction(rawValue: try reader.uint()) ?? .own, amount: try reader.uint256(),
            token: try reader.optionalString(), fee: try reader.null() ? nil : try reader.uint256(),
            counterpart: try reader.optionalString())
        label = try reader.optionalString()
    }

    package func write(to writer: inout CBORWriter) {
        writer.array(11)
        writer.row(account)
        writer.bytes(id)
        writer.bytes(raw)
        writer.optional(height)
        writer.uint(time)
        writer.uint(movement.direction.rawValue)
        writer.uint256(movement.amount)
        writer.optional(movement.token)
        if let fee = movement.fee { writer.uint256(fee) } else { writer.null() }
        writer.optional(movement.counterpart)
        writer.optional(label)
    }

    package var reference: [UInt8] { RowReference.hash(account, id + Array((movement.token ?? "").utf8)) }
}

extension CBORWriter {
    mutating func uint256(_ value: UInt256) { bytes(value.minimalBigEndian) }
}

extension CBORReader {
    mutating func uint256() throws -> UInt256 { try UInt256(bigEndian: try bytes(maximum: 32)) }
}
