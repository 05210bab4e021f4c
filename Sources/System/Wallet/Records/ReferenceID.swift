// SPDX-License-Identifier: MIT
package import HubAPI

/// What commands name a payment, a request, an order or a proof by: a letter and its row, such as `p1`.
package struct ReferenceID: Hashable, Sendable, CustomStringConvertible {
    /// The letter, in stores and in commands.
    package enum Kind: String, Sendable, CaseIterable {
        case payment = "p"
        case request = "r"
        case transfer = "s"
        case purchase = "b"
        case order = "h"
        case proof = "f"
    }

    package let kind: Kind
    package let row: Int64

    package init(_ kind: Kind, _ row: Int64) {
        self.kind = kind
        self.row = row
    }

    /// Reads what ``description`` writes; nil for anything else.
    package init?(_ text: String) {
        guard let letter = text.first, let kind = Kind(rawValue: String(letter)), let row = Int64(text.dropFirst()),
            row > 0, "\(letter)\(row)" == text
        else { return nil }
        self.init(kind, row)
    }

    package var description: String { "\(kind.rawValue)\(row)" }
}

/// What commands and the history name an order to the hub by.
package enum OrderName: Hashable, Sendable, CustomStringConvertible {
    case row(ReferenceID)
    /// An order that has no row of its own.
    case operation(OperationID)

    package var description: String {
        switch self {
        case .row(let reference): reference.description
        case .operation(let id): id.description
        }
    }
}
