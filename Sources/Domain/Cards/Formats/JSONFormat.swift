// SPDX-License-Identifier: MIT

/// The JSON file of cards, version 1.
///
///     { "cards" : [ { "cardNumber" : …, "storeName" : …, "holderName" : …, "useQRCode" : …, "colorHex" : "#007AFF",
///                     "photoDataBase64" : […], "createdAt" : "2026-01-15T10:30:00Z", … } ],
///       "exportDate" : …, "version" : 1 }
///
/// The format's first reader requires `cardNumber`, `storeName`, `useQRCode`, `colorHex` and `createdAt` without
/// decimals, and skips unknown keys. Additional keys hold the rest, so that one file works for both:
///
/// | Key | Is |
/// |---|---|
/// | `id` | the card's name, as a UUID |
/// | `codes` | a list: `symbology`, `barcodeBase64`, and where there are any `eci`, `gs1`, `correction`, `caption` |
/// | `note`, `groups`, `starred`, `archived` | where they are not empty or false |
/// | `validFrom`, `expiry`, `lastUsed`, `modified` | instants, with decimals where there are any |
/// | `created` | the same, where `createdAt` does not say it all; null when it is not known |
/// | `balance`, `balanceCurrency` | a decimal number in quotation marks; its currency, `XXX` where that is not known, or none for points |
/// | `photoRoles` | what each of the photos shows, in their order |
/// | `passBase64` | the pkpass that the card came from |
/// | `catimaNumber` | the number that Catima's file gave the card |
///
/// `colorHex` is an empty text for a card without a colour. Beside `cards`, `groups` names the groups in their order.
package enum JSONFormat {
    static let version = 1

    /// The keys of a card in the format.
    enum Key {
        static let id = "id"
        static let store = "storeName"
        static let number = "cardNumber"
        static let holder = "holderName"
        static let usesQRCode = "useQRCode"
        static let colour = "colorHex"
        static let catimaNumber = "catimaNumber"
        static let photos = "photoDataBase64"
        static let photoRoles = "photoRoles"
        static let createdAt = "createdAt"
        static let created = "created"
        static let modified = "modified"
        static let lastUsed = "lastUsed"
        static let validFrom = "validFrom"
        static let expiry = "expiry"
        static let note = "note"
        static let groups = "groups"
        static let starred = "starred"
        static let archived = "archived"
        static let balance = "balance"
        static let currency = "balanceCurrency"
        static let codes = "codes"
        static let pass = "passBase64"
    }
}
