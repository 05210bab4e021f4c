// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// A withdrawal of offline tokens; see `PurchaseSaga` for its states.
struct PurchaseRecord: SealedRecord {
    enum State: Int64 { case ordered = 0, done = 1, refused = 2, dropped = 3 }

    /// A root to be issued, and the row of the key that will own it.
    struct Piece {
        var amount: Amount
        var key: Int64
    }

    static let table = "purchase"
    var state: State
    var id: OperationID
    var pieces: [Piece]
    var activity: Int64

    init(state: State, id: OperationID, pieces: [Piece], activity: Int64) {
        self.state = state
        self.id = id
        self.pieces = pieces
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        id = try reader.operationID()
        activity = try reader.row()
        let count = try reader.array(maximum: RowBound.list)
        pieces = try (0..<count).map { _ in
            try reader.array(of: 3)
            return Piece(amount: try reader.amount(), key: try reader.row())
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.bytes(id.bytes)
        writer.row(activity)
        writer.array(pieces.count)
        for piece in pieces {
            writer.array(3)
            writer.amount(piece.amount)
            writer.row(piece.key)
        }
    }
}
