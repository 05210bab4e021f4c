// SPDX-License-Identifier: MIT
internal import Bytes
internal import HubAPI
internal import Money
internal import Vault

/// An order to the hub about the account's money, other than a transfer; see `OrderSaga` for its states.
struct OrderRecord: SealedRecord {
    enum State: Int64 { case waiting = 0, done = 1, refused = 2 }

    /// The content of the order.
    enum Content {
        /// A quote that the user accepted.
        case conversion(quote: String, give: Amount, get: Amount)
        case payout(iban: String, name: String, amount: Amount, note: String?)
    }

    static let table = "hub_order"
    var state: State
    var id: OperationID
    var content: Content
    var activity: Int64

    init(state: State, id: OperationID, content: Content, activity: Int64) {
        self.state = state
        self.id = id
        self.content = content
        self.activity = activity
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        let count = try reader.array(maximum: 8)
        id = try reader.operationID()
        activity = try reader.row()
        switch (try reader.uint(), count) {
        case (0, 8):
            content = .conversion(
                quote: try reader.string(), give: try reader.amount(), get: try reader.amount())
        case (1, 8):
            content = .payout(
                iban: try reader.string(), name: try reader.string(), amount: try reader.amount(),
                note: try reader.optionalString())
        default: throw WalletError(.damaged, "An order in the store is damaged. Restore a backup.")
        }
    }

    func write(to writer: inout CBORWriter) {
        switch content {
        case .conversion(let quote, let give, let get):
            writer.array(8)
            head(&writer, 0)
            writer.text(quote)
            writer.amount(give)
            writer.amount(get)
        case .payout(let iban, let name, let amount, let note):
            writer.array(8)
            head(&writer, 1)
            writer.text(iban)
            writer.text(name)
            writer.amount(amount)
            writer.optional(note)
        }
    }

    private func head(_ writer: inout CBORWriter, _ kind: UInt64) {
        writer.bytes(id.bytes)
        writer.row(activity)
        writer.uint(kind)
    }
}
