// SPDX-License-Identifier: MIT

/// Names one output of one transaction.
package struct OutPoint: Hashable, Sendable, CustomStringConvertible {
    package let transactionID: TransactionID
    package let index: UInt32

    /// How many bytes it takes in a transaction.
    package static let count = 36

    package init(transactionID: TransactionID, index: UInt32) {
        self.transactionID = transactionID
        self.index = index
    }

    /// Reads `txid:index`.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for anything else.
    package init(parsing text: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = UInt32(parts[1]), String(index) == parts[1] else {
            throw BitcoinError(.malformed, "An output is named by its transaction id, a colon and a number.")
        }
        self.init(transactionID: try TransactionID(parsing: String(parts[0])), index: index)
    }

    /// What the input of a coinbase names: no output at all.
    var isNull: Bool { index == .max && transactionID.bytes.allSatisfy { $0 == 0 } }

    /// As it stands in a transaction.
    package var serialized: [UInt8] {
        var writer = WireWriter()
        writer.append(self)
        return writer.bytes
    }

    package var description: String { "\(transactionID):\(index)" }
}
