// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Vault

/// A derived address of a Bitcoin account, stored once it was looked up or given out.
struct AddressRecord: SealedRecord {
    enum State: Int64 {
        /// Derived, never given out, never seen in a transaction.
        case fresh = 0
        /// Given out; a payer may use it at any time.
        case given = 1
        /// Seen in a transaction.
        case used = 2
    }

    static let table = "chain_address"
    static let hidesNames = true
    var state: State
    /// The row of its account.
    var account: Int64
    /// 0 for receiving, 1 for change. BIP-0044
    var branch: UInt32
    var index: UInt32
    var script: [UInt8]
    var label: String?

    init(account: Int64, branch: UInt32, index: UInt32, script: [UInt8]) {
        state = .fresh
        self.account = account
        self.branch = branch
        self.index = index
        self.script = script
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 5)
        account = try reader.row()
        branch = UInt32(truncatingIfNeeded: try reader.uint(maximum: UInt64(UInt32.max)))
        index = UInt32(truncatingIfNeeded: try reader.uint(maximum: UInt64(UInt32.max)))
        script = try reader.blob()
        label = try reader.optionalString()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(5)
        writer.row(account)
        writer.uint(UInt64(branch))
        writer.uint(UInt64(index))
        writer.bytes(script)
        writer.optional(label)
    }

    var reference: [UInt8] { RowReference.hash(account, script) }
}

/// The lookup key of a row: a hash over its account and its name, so that equal names of two accounts differ.
enum RowReference {
    static func hash(_ account: Int64, _ name: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.row(account)
        writer.bytes(name)
        return SHA256.hash(writer.encoded).bytes
    }
}
