// SPDX-License-Identifier: MIT

/// Why a card cannot be kept as it is; the cause of a ``CardsError``. Decision 0088
package enum CardFault: Error, Hashable, Sendable {
    case noStore, noNumber
    case tooLong(CardField, maximum: Int)
    case tooMany(CardField, maximum: Int)
    case emptyCode
    case largeCode(maximum: Int)
    /// A code states a character set or a redundancy that does not exist.
    case badCode
    /// A line of a list has more fields than the list has columns.
    case wrongFieldCount(Int, columns: Int)
    /// A spreadsheet wrote the number as `4.00638E+12`.
    case roundedNumber

    /// In English, for messages of errors and for commands.
    var sentence: String {
        switch self {
        case .noStore: "The card has no store. Give it one."
        case .noNumber: "The card has no number. Give it one."
        case .tooLong(let field, let maximum):
            "The card's \(field.english) has more than \(maximum) bytes. Shorten it."
        case .tooMany(let field, let maximum): "A card has at most \(maximum) \(field.english)."
        case .emptyCode: "A code of the card is empty."
        case .largeCode(let maximum): "A card has at most \(maximum) bytes in a code."
        case .badCode: "A code of the card states a character set or a redundancy that there is not."
        case .wrongFieldCount(let count, let columns):
            "Its line has \(count) fields, and the list has \(columns) columns. Put a text that holds the separator into quotation marks."
        case .roundedNumber:
            "A spreadsheet rounded its number. Let it keep the column as text, and write the list again."
        }
    }

    fileprivate var code: CardsError.Code {
        switch self {
        case .noStore, .noNumber: .missing
        case .tooLong, .tooMany, .largeCode: .tooLarge
        case .emptyCode, .badCode, .wrongFieldCount, .roundedNumber: .malformed
        }
    }
}

/// Why a photo or a pass cannot be kept beside a card; the cause of a ``CardsError``.
package enum CardFileFault: Error, Hashable, Sendable {
    case empty
    case tooLarge(mebibytes: Int)
    case notBase64
    case tooMany(maximum: Int)

    /// In English, for messages of errors and for commands.
    var sentence: String {
        switch self {
        case .empty: "A photo of the card is empty."
        case .tooLarge(let mebibytes): "A photo of the card has more than \(mebibytes) MiB. Make it smaller."
        case .notBase64: "it is not Base64, or not all of it"
        case .tooMany(let maximum): "a card has at most \(maximum)"
        }
    }
}

/// A part of a card that a person knows by name.
package enum CardField: Hashable, Sendable, CaseIterable {
    case store, number, holder, note, caption, group, codes, groups, photos
    case created, changed, lastUsed, validFrom, expiry

    var english: String {
        switch self {
        case .store: "store"
        case .number: "number"
        case .holder: "holder"
        case .note: "note"
        case .caption: "caption"
        case .group: "group"
        case .codes: "codes"
        case .groups: "groups"
        case .photos: "photos"
        case .created: "date of creation"
        case .changed: "date of change"
        case .lastUsed: "last use"
        case .validFrom: "first day"
        case .expiry: "expiry"
        }
    }
}

extension CardsError {
    init(_ fault: CardFault, file: String = #fileID, line: Int = #line) {
        self.init(fault.code, fault.sentence, cause: fault, file: file, line: line)
    }

    init(_ fault: CardFileFault, file: String = #fileID, line: Int = #line) {
        let code: Code =
            switch fault {
            case .empty, .notBase64: .malformed
            case .tooLarge, .tooMany: .tooLarge
            }
        self.init(code, fault.sentence, cause: fault, file: file, line: line)
    }
}
