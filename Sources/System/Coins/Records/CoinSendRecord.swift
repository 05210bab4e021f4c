// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Vault

/// A payment, stored once it is signed or given to an offline signer; see the table in ``CoinSendSaga``.
package struct CoinSendRecord: SealedRecord {
    package typealias State = SendStatus.State

    package static let table = "chain_send"
    package static let hidesNames = true
    package var state: State
    package var account: Int64
    package var purpose: SendStatus.Purpose
    /// The row of the payment that it replaces.
    package var replaces: Int64?
    /// The transaction's id; empty while it is unsigned and the id cannot be known.
    package var id: [UInt8]
    /// The unsigned transaction as it was approved: a PSBT, a payload or a message.
    package var unsigned: [UInt8]
    /// The signed transaction; empty while an offline signer has it.
    package var signed: [UInt8]
    /// The resources that only one transaction can use: serialized outpoints, a nonce, a blockhash.
    package var claims: [[UInt8]]
    /// The last block height at which it can still be executed. Solana
    package var lastValidHeight: UInt64?
    /// When it was signed or exported, in seconds since 1970.
    package var time: UInt64
    package var payees: [Payee]
    /// The token's contract or mint; nil for the network's own coin.
    package var token: String?
    package var fee: UInt256
    package var label: String?
    /// What the server said last.
    package var remark: SendRemark?
    /// The block it is in.
    package var height: UInt64?

    package struct Payee: Equatable {
        package var address: String
        package var amount: UInt256

        package init(address: String, amount: UInt256) {
            self.address = address
            self.amount = amount
        }
    }

    package init(
        state: State, account: Int64, purpose: SendStatus.Purpose, replaces: Int64?, id: [UInt8], unsigned: [UInt8],
        signed: [UInt8], claims: [[UInt8]], lastValidHeight: UInt64?, time: UInt64, payees: [Payee], token: String?,
        fee: UInt256, label: String?
    ) {
        self.state = state
        self.account = account
        self.purpose = purpose
        self.replaces = replaces
        self.id = id
        self.unsigned = unsigned
        self.signed = signed
        self.claims = claims
        self.lastValidHeight = lastValidHeight
        self.time = time
        self.payees = payees
        self.token = token
        self.fee = fee
        self.label = label
    }

    package init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 15)
        account = try reader.row()
        purpose = SendStatus.Purpose(rawValue: try reader.uint()) ?? .payment
        replaces = try reader.null() ? nil : try reader.row()
        id = try reader.blob()
        // The document includes the transactions that it spends.
        unsigned = try reader.bytes(maximum: 4_000_000)
        signed = try reader.blob()
        claims = try reader.list()
        lastValidHeight = try reader.optionalUInt()
        time = try reader.uint()
        let count = try reader.array(maximum: RowBound.list)
        payees = try (0..<count / 2).map { _ in
            Payee(address: try reader.string(), amount: try reader.uint256())
        }
        token = try reader.optionalString()
        fee = try reader.uint256()
        label = try reader.optionalString()
        remark = try SendRemark.read(from: &reader)
        height = try reader.optionalUInt()
    }

    package func write(to writer: inout CBORWriter) {
        writer.array(15)
        writer.row(account)
        writer.uint(purpose.rawValue)
        if let replaces { writer.row(replaces) } else { writer.null() }
        writer.bytes(id)
        writer.bytes(unsigned)
        writer.bytes(signed)
        writer.list(claims)
        writer.optional(lastValidHeight)
        writer.uint(time)
        writer.array(2 * payees.count)
        for payee in payees {
            writer.text(payee.address)
            writer.uint256(payee.amount)
        }
        writer.optional(token)
        writer.uint256(fee)
        writer.optional(label)
        SendRemark.write(remark, to: &writer)
        writer.optional(height)
    }
}
