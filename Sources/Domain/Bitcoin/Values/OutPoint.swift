// SPDX-License-Identifier: MIT

/// Identifies one output of one transaction.
package struct OutPoint: Hashable, Sendable, CustomStringConvertible {
    package let transactionID: TransactionID
    package let index: UInt32

    /// Its size in a transaction, in bytes.
    package static let count = 36

    package init(transactionID: TransactionID, index: UInt32) {
        self.transactionID = transactionID
        self.index = index
    }

    /// Parses `txid:index`.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for anything else.
    package init(parsing text: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = UInt32(parts[1]), String(index) == parts[1] else {
            throw BitcoinError(.malformed, "An output is named by its transaction id, a colon and a number.")
        }
        self.init(transactionID: try TransactionID(parsing: String(parts[0])), index: index)
    }

    /// Whether it is the outpoint of a coinbase, which names no output.
    var isNull: Bool { index == .max && transactionID.bytes.allSatisfy { $0 == 0 } }

    /// The transaction encoding.
    package var serialized: [UInt8] {
        var writer = WireWriter()
        writer.append(self)
        return writer.bytes
    }

    package var description: String { "\(transactionID):\(index)" }
}
