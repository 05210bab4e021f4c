// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Vault

/// How far the movements of an account's ether were read. The history holds every movement up to this block.
struct ReadingRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "chain_reading"
    static let hidesNames = true
    var state = State.kept
    var account: Int64
    /// A final block.
    var block: UInt64
    /// The account's balance after it.
    var balance: UInt256
    var nonce: UInt64

    init(account: Int64, block: UInt64, balance: UInt256, nonce: UInt64) {
        self.account = account
        self.block = block
        self.balance = balance
        self.nonce = nonce
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        account = try reader.row()
        block = try reader.uint()
        balance = try reader.uint256()
        nonce = try reader.uint()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.row(account)
        writer.uint(block)
        writer.uint256(balance)
        writer.uint(nonce)
    }

    var reference: [UInt8] { RowReference.hash(account, []) }
}
