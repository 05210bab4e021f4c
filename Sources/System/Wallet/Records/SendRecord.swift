// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
internal import Money
internal import Tokens
internal import Vault

/// An online transfer; see `SendSaga` for its states.
struct SendRecord: SealedRecord {
    enum State: Int64 { case queued = 0, done = 1, refused = 2, cancelled = 3 }

    static let table = "send"
    var state: State
    var order: SendOrder
    /// Whether the hub may have received it already.
    var isTried: Bool
    var activity: Int64

    init(state: State, order: SendOrder, isTried: Bool = false, activity: Int64) {
        self.state = state
        self.order = order
        self.isTried = isTried
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 7)
        let id = try reader.operationID()
        let recipient = try reader.string()
        let amount = try reader.amount()
        order = SendOrder(id: id, recipient: recipient, amount: amount, note: try reader.optionalString())
        isTried = try reader.bool()
        activity = try reader.row()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(7)
        writer.bytes(order.id.bytes)
        writer.text(order.recipient)
        writer.amount(order.amount)
        writer.optional(order.note)
        writer.bool(isTried)
        writer.row(activity)
    }
}

extension CBORReader {
    mutating func operationID() throws -> OperationID {
        guard let id = OperationID(bytes: try bytes(count: 16)) else {
            throw WalletError(.damaged, "An operation's id in the store is damaged. Restore a backup.")
        }
        return id
    }

    /// Reads an amount of two items: the currency's ISO number and the minor units, which are never negative here.
    mutating func amount() throws -> Amount {
        let currency = try Currency(numeric: UInt16(try uint(maximum: UInt64(UInt16.max))))
        return Amount(minorUnits: Int64(try uint(maximum: UInt64(Int64.max))), currency: currency)
    }

    mutating func optionalAmount() throws -> Amount? { try null() ? nil : try nested { try $0.amount() } }

    /// Reads an optional value of several items, which has an array of its own.
    private mutating func nested<T>(_ read: (inout CBORReader) throws -> T) throws -> T {
        try array(of: 2)
        return try read(&self)
    }

    mutating func timestamp() throws -> Timestamp {
        Timestamp(seconds: try uint(maximum: Timestamp.maximum.seconds))
    }
}

extension CBORWriter {
    mutating func amount(_ amount: Amount) {
        uint(UInt64(amount.currency.numeric))
        uint(amount.minorUnits.magnitude)
    }

    mutating func optional(_ amount: Amount?) {
        if let amount {
            array(2)
            self.amount(amount)
        } else {
            null()
        }
    }
}
