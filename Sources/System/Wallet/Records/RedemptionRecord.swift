// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// A redemption of units into the account; see `RedeemSaga` for its states.
struct RedemptionRecord: SealedRecord {
    enum State: Int64 { case committed = 0, ready = 1, settled = 2, refused = 3, dropped = 4, claiming = 5 }

    static let table = "redemption"
    var machine: RedeemMachine
    /// The row of the coin that is redeemed.
    var token: Int64
    var units: UInt64
    var activity: Int64

    init(machine: RedeemMachine, token: Int64, units: UInt64, activity: Int64) {
        self.machine = machine
        self.token = token
        self.units = units
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        try reader.array(of: 4)
        machine = try RedeemMachine(decoding: try reader.blob())
        token = try reader.row()
        units = try reader.uint()
        activity = try reader.row()
        catchUp(with: state)
    }

    var state: State {
        switch machine.state {
        case .committed: .committed
        case .signed: .ready
        case .settled: .settled
        case .refused: .refused
        case .dropped: .dropped
        case .claiming: .claiming
        }
    }

    /// Updates the machine in rows written before Decision 0076, where only the column holds the newer state.
    private mutating func catchUp(with column: State) {
        switch column {
        case state, .committed, .ready, .settled: break
        case .refused: _ = machine.refused()
        case .dropped: _ = machine.drop()
        case .claiming: _ = machine.claimOpened()
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.bytes(machine.encoded)
        writer.row(token)
        writer.uint(units)
        writer.row(activity)
    }
}
