// SPDX-License-Identifier: MIT
internal import Barcodes

/// Catima's export: a list of cards, `catima.csv`, in a zip with at most three PNG pictures per card.
///
/// Source: Catima's `docs/EXPORT_FORMAT.md` and `docs/CARD_FIELDS.md`. Version 2 of the list has four blocks with blank
/// lines between them: the version, the groups, the cards, and which card is in which group. Version 1 is the cards
/// alone. Its importer refuses a zip with any other file, and pictures that are not PNG.
package enum CatimaFormat {
    static let listName = "catima.csv"
    static let newestVersion = 2
    /// Its numbers are SQLite row ids, which Android reads as signed 32-bit integers.
    static let largestNumber = Int(Int32.max)

    /// The columns of version 2.
    enum Column {
        static let all = [
            id, store, note, validFrom, expiry, balance, balanceType, number, codeText, codeType, codeEncoding, colour,
            starred, lastUsed, archived,
        ]
        static let id = "_id"
        static let store = "store"
        static let note = "note"
        /// Milliseconds since 1970, as `expiry`.
        static let validFrom = "validfrom"
        static let expiry = "expiry"
        static let balance = "balance"
        static let balanceType = "balancetype"
        static let number = "cardid"
        /// Empty when it equals the number.
        static let codeText = "barcodeid"
        static let codeType = "barcodetype"
        static let codeEncoding = "barcodeencoding"
        /// Alpha, red, green and blue as one signed 32-bit integer.
        static let colour = "headercolor"
        static let starred = "starstatus"
        /// Seconds since 1970.
        static let lastUsed = "lastused"
        static let archived = "archive"
    }

    /// Catima's names of the symbologies.
    static let symbologies: [String: Symbology] = [
        "AZTEC": .aztec, "CODABAR": .codabar, "CODE_39": .code39, "CODE_93": .code93, "CODE_128": .code128,
        "DATA_MATRIX": .dataMatrix, "EAN_8": .ean8, "EAN_13": .ean13, "ITF": .itf, "MAXICODE": .maxiCode,
        "PDF_417": .pdf417, "QR_CODE": .qr, "RSS_14": .dataBar, "RSS_EXPANDED": .dataBarExpanded, "UPC_A": .upcA,
        "UPC_E": .upcE,
    ]

    /// The name of each kind.
    static let names = Dictionary(uniqueKeysWithValues: symbologies.map { ($0.value, $0.key) })

    /// Catima's names of the picture roles.
    static let roles: [(role: CardPhoto.Role, name: String)] = [(.front, "front"), (.back, "back"), (.icon, "icon")]

    static func pictureName(_ card: Int, _ role: String) -> String { "card_\(card)_\(role).png" }
}
