// SPDX-License-Identifier: MIT
internal import Bytes
internal import Barcodes

/// Voucher Vault's export: a JSON array of vouchers. Import only.
///
/// `uuid`, `description`, `code`, `codeType`, `expires` (UTC or null), `balance` or `balanceMilliunits`, `color`. A
/// balance is money of an unstated currency.
package enum VoucherVaultFormat {
    private static let symbologies: [String: Symbology] = [
        "CODE128": .code128, "CODE39": .code39, "EAN13": .ean13, "PDF417": .pdf417, "QR": .qr,
    ]

    private static let colours: [String: CardColour] = [
        "GREY": CardColour(red: 0x9E, green: 0x9E, blue: 0x9E), "BLUE": CardColour(red: 0x21, green: 0x96, blue: 0xF3),
        "GREEN": CardColour(red: 0x4C, green: 0xAF, blue: 0x50), "ORANGE": CardColour(red: 0xFF, green: 0x98, blue: 0),
        "PURPLE": CardColour(red: 0x9C, green: 0x27, blue: 0xB0), "RED": CardColour(red: 0xF4, green: 0x43, blue: 0x36),
        "YELLOW": CardColour(red: 0xFF, green: 0xEB, blue: 0x3B),
    ]

    /// The vouchers of a file as cards.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for any other file.
    package static func parse(_ bytes: [UInt8]) throws(CardsError) -> CardImport {
        let vouchers = try JSONValue(cards: bytes, "file of vouchers").array
        guard let vouchers, vouchers.allSatisfy({ $0["description"] != nil || $0["code"] != nil }) else {
            throw CardsError(.decodingFailed, "The file is not a list of vouchers.")
        }
        guard vouchers.count <= CardLimits.cards else {
            throw CardsError(.tooLarge, "The file has more than \(CardLimits.cards) cards. Split it.")
        }
        var result = CardImport()
        for (index, voucher) in vouchers.enumerated() {
            var complaints: [CardRemark] = []
            let card = card(voucher) { complaints.append($0) }
            result.add(card, at: index + 1, complaints)
        }
        return result
    }

    private static func card(_ voucher: JSONValue, note: (CardRemark) -> Void) -> Card {
        let (store, number) = (voucher["description"]?.string ?? "", voucher["code"]?.string ?? "")
        let id = voucher["uuid"]?.string.flatMap { CardID(text: $0) }
        var card = Card(
            id: id ?? CardIdentity(store: store, number: number).derivedID, store: store, number: number)
        let type = voucher["codeType"]?.string?.uppercased() ?? "TEXT"
        if let symbology = symbologies[type] {
            card.codes = [CardCode.foreign(number, as: symbology, note: note)].compactMap { $0 }
        } else if type != "TEXT" {
            note(.unknownKindOfCode)
        }
        card.colour = voucher["color"]?.string.flatMap { colours[$0.uppercased()] }
        if let expires = voucher["expires"]?.string {
            card.expiry = Moment(iso8601: expires)
            if card.expiry == nil { note(.badDate(.expiry)) }
        }
        // Safe: a balance that is not a number counts as missing.
        let balance = (voucher["balanceMilliunits"]?.number.map { $0 + "e-3" } ?? voucher["balance"]?.number)
            .flatMap { try? CardBalance($0, .money(nil)) }
        if let balance, balance.text != "0" { card.balance = balance }
        return card
    }
}
