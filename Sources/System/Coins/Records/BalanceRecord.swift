// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Vault

/// A balance as the last refresh found it. It is shown before any server is asked.
package struct BalanceRecord: SealedRecord {
    package enum State: Int64 {
        case kept = 0
        /// At the last refresh the token's contract did not answer with a balance. The amounts are those of an earlier
        /// refresh.
        case unknown = 1
    }

    package static let table = "chain_balance"
    package static let hidesNames = true
    package var state = State.kept
    var account: Int64
    /// The token's contract or mint; nil for the network's own coin.
    var token: String?
    var confirmed: UInt256
    var pending: UInt256
    var spendable: UInt256
    /// Seconds since 1970, by the device's clock.
    var time: UInt64

    package init(
        account: Int64, token: String?, confirmed: UInt256, pending: UInt256, spendable: UInt256, time: UInt64
    ) {
        self.account = account
        self.token = token
        self.confirmed = confirmed
        self.pending = pending
        self.spendable = spendable
        self.time = time
    }

    package init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 6)
        account = try reader.row()
        token = try reader.optionalString()
        confirmed = try reader.uint256()
        pending = try reader.uint256()
        spendable = try reader.uint256()
        time = try reader.uint()
    }

    package func write(to writer: inout CBORWriter) {
        writer.array(6)
        writer.row(account)
        writer.optional(token)
        writer.uint256(confirmed)
        writer.uint256(pending)
        writer.uint256(spendable)
        writer.uint(time)
    }

    var reference: [UInt8] { RowReference.hash(account, Array((token ?? "").utf8)) }
}
