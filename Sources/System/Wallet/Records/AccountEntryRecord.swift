// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// A transaction of the account at the hub that this wallet has seen, found by its id. It is shown as one line of the
/// history: the line of this wallet's own order, or one that was made for it.
struct AccountEntryRecord: SealedRecord {
    enum State: Int64 {
        /// Everything before it has been seen too.
        case kept = 0
        /// Seen by itself, as the answer to an order. The wallet may not know what came before it.
        case answered = 1
    }

    static let table = "account_entry"
    var state = State.kept
    /// The row of the history line.
    var activity: Int64

    init(_ state: State, activity: Int64) {
        self.state = state
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        activity = try reader.row()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.row(activity)
    }
}
