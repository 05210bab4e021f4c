// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// A coin that one of this wallet's keys owns.
///
///     live ──all its units were signed away──▶ spent
///       └──the store was rolled back──▶ held ──the hub's sweep has passed──▶ returned
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | live | units in `left` may be signed away | none needed |
/// | spent | nothing left; kept as the parent of what was signed | units of a dropped redemption, or of one that is too late, come back: held |
/// | held | never signed again | its chain is uploaded at sync; the hub refunds at `refundAt` |
/// | returned | past `refundAt`, settled by the hub | none |
struct OfflineTokenRecord: SealedRecord {
    enum State: Int64 { case live = 0, spent = 1, held = 2, returned = 3 }

    static let table = "coin"
    var state: State
    var token: OfflineToken
    /// The row of the key that owns the coin.
    var key: Int64
    /// The units that were not signed away.
    var left: RangeSet

    init(state: State, token: OfflineToken, key: Int64, left: RangeSet) {
        self.state = state
        self.token = token
        self.key = key
        self.left = left
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        token = try OfflineToken(decoding: try reader.blob())
        key = try reader.row()
        left = try reader.ranges()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.bytes(token.encoded)
        writer.row(key)
        writer.ranges(left)
    }

    /// Whether the hub issued the coin to this wallet; otherwise a payer transferred it.
    var isRoot: Bool { token.transfers.isEmpty }
}

extension CBORWriter {
    mutating func ranges(_ set: RangeSet) {
        array(2 * set.pieces.count)
        for piece in set.pieces {
            uint(piece.lower)
            uint(piece.length)
        }
    }
}

extension CBORReader {
    mutating func ranges() throws -> RangeSet {
        let count = try array(maximum: RowBound.list)
        return RangeSet(
            try (0..<count / 2).map { _ in try UnitRange(lower: try uint(), length: try uint()) })
    }
}
