// SPDX-License-Identifier: MIT
package import Banking

/// How money enters a hub from outside and leaves it again; see Documentation/Banking.md.
///
/// The hub requires two things of a bank, a card processor or a cash desk: that it reports each movement under an id
/// that never changes, and that it accepts the same order twice. The hub does everything else: posting exactly once,
/// suspense, holds, returns.
package protocol FundingProvider: Sendable {
    /// The movements on the hub's accounts at the provider.
    ///
    /// - Parameter notice: the bytes that the provider delivered.
    func statements(in notice: [UInt8]) throws -> [BankStatement]

    /// The bytes that order the provider to pay. The same order gives the same bytes, and the provider executes an
    /// order id once, however often it receives it.
    func encode(_ order: PaymentOrder, _ version: PaymentOrder.Version) throws -> [UInt8]
}

/// A bank that exchanges files, which a person or a program transfers: CAMT.053 in, pain.001 out.
struct BankFiles: FundingProvider {
    func statements(in notice: [UInt8]) throws -> [BankStatement] { try StatementFile.read(notice) }

    func encode(_ order: PaymentOrder, _ version: PaymentOrder.Version) throws -> [UInt8] { try order.encoded(version) }
}
