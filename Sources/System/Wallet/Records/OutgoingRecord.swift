// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// An offline payment to a payee; see `PaySaga` for its states.
struct OutgoingRecord: SealedRecord {
    enum State: Int64 {
        case committed = 0, handedOver = 1, acknowledged = 2, withheld = 3, declined = 4, settled = 5, returned = 6
        /// The hub knows of it. The payee has neither signed for it nor redeemed it, as far as this wallet knows.
        case recorded = 7
    }

    static let table = "outgoing"
    var machine: PayMachine
    /// The row of the coin that each transfer spends, in order.
    var tokens: [Int64]
    /// Whether the hub may have received it already.
    var isUploaded: Bool
    var activity: Int64

    init(machine: PayMachine, tokens: [Int64], activity: Int64) {
        self.machine = machine
        self.tokens = tokens
        isUploaded = false
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        try reader.array(of: 4)
        machine = try PayMachine(decoding: try reader.blob())
        isUploaded = try reader.bool()
        activity = try reader.row()
        let count = try reader.array(maximum: RowBound.list)
        tokens = try (0..<count).map { _ in try reader.row() }
        try catchUp(with: state)
    }

    var state: State {
        switch machine.state {
        case .committed: .committed
        case .handedOver: .handedOver
        case .acknowledged: .acknowledged
        case .withheld: .withheld
        case .declined: .declined
        case .settled(_, nil) where !isRedeemed: .recorded
        case .settled, .taken: .settled
        case .reclaimed, .returned: .returned
        }
    }

    /// Whether the hub has credited the payee for every coin.
    var isRedeemed: Bool {
        !machine.hubReceipts.isEmpty && machine.hubReceipts.allSatisfy { $0.outcome == .credited }
    }

    /// Updates the machine in rows written before Decision 0076, where only the column holds the newer state.
    private mutating func catchUp(with column: State) throws {
        guard column != state else { return }
        switch (column, state) {
        case (.withheld, .committed), (.withheld, .handedOver): _ = try machine.withhold()
        case (.returned, _): _ = machine.refundLearned(isTaken: false)
        case (.settled, .committed), (.settled, .declined): _ = machine.refundLearned(isTaken: true)
        case (.settled, _): _ = machine.uploadRefused(isTooLate: false)
        default: break
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.bytes(machine.encoded)
        writer.bool(isUploaded)
        writer.row(activity)
        writer.array(tokens.count)
        for token in tokens { writer.row(token) }
    }
}
