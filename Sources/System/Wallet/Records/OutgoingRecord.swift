// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// A payment to somebody; see `PaySaga` for its states.
struct OutgoingRecord: SealedRecord {
    enum State: Int64 {
        case committed = 0, handedOver = 1, acknowledged = 2, withheld = 3, declined = 4, settled = 5, returned = 6
    }

    static let table = "outgoing"
    var state: State
    var machine: PayMachine
    /// The row of the coin that each transfer spends, in order.
    var coins: [Int64]
    /// Whether the hub may have seen it already.
    var isUploaded: Bool
    var activity: Int64

    init(state: State, machine: PayMachine, coins: [Int64], activity: Int64) {
        self.state = state
        self.machine = machine
        self.coins = coins
        isUploaded = false
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        machine = try PayMachine(decoding: try reader.blob())
        isUploaded = try reader.bool()
        activity = try reader.row()
        let count = try reader.array(maximum: RowBound.list)
        coins = try (0..<count).map { _ in try reader.row() }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.bytes(machine.encoded)
        writer.bool(isUploaded)
        writer.row(activity)
        writer.array(coins.count)
        for coin in coins { writer.row(coin) }
    }
}
