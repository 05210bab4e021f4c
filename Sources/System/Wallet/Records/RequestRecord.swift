// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// A request of this wallet with all payments that answered it; see `ReceiveSaga` for its states.
struct RequestRecord: SealedRecord {
    enum State: Int64 { case open = 0, paid = 1 }

    static let table = "request"
    var machine: ReceiveMachine
    /// The row of the key to be paid.
    var key: Int64
    var activity: Int64

    init(machine: ReceiveMachine, key: Int64, activity: Int64) {
        self.machine = machine
        self.key = key
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        try reader.array(of: 3)
        machine = try ReceiveMachine(decoding: try reader.blob())
        key = try reader.row()
        activity = try reader.row()
    }

    var state: State { machine.state == .requested ? .open : .paid }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.bytes(machine.encoded)
        writer.row(key)
        writer.row(activity)
    }
}
