// SPDX-License-Identifier: MIT
package import Banking

/// How money comes into a hub from outside and leaves it again; see Documentation/Banking.md.
///
/// The books ask only this of a bank, a card processor or a cash desk: to say what has moved, each movement under an id that
/// never changes, and to take orders that it can be given twice. Everything else is the books' own: exactly once, suspense,
/// holds, returns.
package protocol FundingProvider: Sendable {
    /// What has moved on the hub's accounts outside.
    ///
    /// - Parameter notice: what the provider handed over.
    func statements(in notice: [UInt8]) throws -> [BankStatement]

    /// What the provider is handed so that it pays: the same order makes the same bytes, and the provider executes an order id
    /// once however often it is handed over.
    func encode(_ order: PaymentOrder, _ version: PaymentOrder.Version) throws -> [UInt8]
}

/// A bank that is spoken to by files, which a person or a program carries: CAMT.053 in, pain.001 out.
struct BankFiles: FundingProvider {
    func statements(in notice: [UInt8]) throws -> [BankStatement] { try StatementFile.read(notice) }

    func encode(_ order: PaymentOrder, _ version: PaymentOrder.Version) throws -> [UInt8] { try order.encoded(version) }
}
