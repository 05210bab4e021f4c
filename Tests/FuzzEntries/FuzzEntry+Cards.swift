// SPDX-License-Identifier: MIT
import Bytes
import Cards
import Crypto
import Money
import Barcodes

/// Cards from files, from other wallets and from rows.
extension FuzzEntry {
    /// What is read is written the same, and a card within its limits stays within them, alone and merged.
    func cardRecord(_ input: [UInt8]) {
        do {
            var reader = try CBORReader(input, maximumCount: 1 << 20)
            let card = try Card(from: &reader)
            try reader.finish()
            // Balances have one form only; other texts are as they came.
            var writer = CBORWriter()
            card.write(to: &writer)
            var again = try CBORReader(writer.encoded, maximumCount: 1 << 20)
            let isSame = try Card(from: &again) == card
            precondition(isSame, "cardRecord: another card was written")
            let checked = try card.checked()
            let isChecked = try checked.checked() == checked
            precondition(isChecked, "cardRecord: a checked card is not yet checked")
            let merged = card.merging(checked)
            precondition(merged.merging(checked) == merged, "cardRecord: merging twice is not merging once")
        } catch {
            let isOurs = error is BytesError || error is CardsError || error is MoneyError || error is CryptoError
            precondition(isOurs, "cardRecord: an error of another kind: \(error)")
        }
    }

    /// Dates, colours, balances and names of cards, as files have them.
    func cardText(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let moment = Moment(iso8601: text) {
            precondition(Moment(iso8601: moment.iso8601) == moment, "cardText: another instant")
        }
        if let colour = CardColour(hex: text) {
            precondition(CardColour(hex: colour.hex) == colour, "cardText: another colour")
        }
        if let id = CardID(text: text) { precondition(CardID(text: id.text) == id, "cardText: another card") }
        check(CardsError.self) {
            try CardBalance(text)
        } writesBack: { balance in
            do { return try CardBalance(balance.text) == balance } catch { return false }
        }
    }

    static let cardTextSeeds = [
        "2026-01-15T10:30:00.250+02:00", "2026-01-15", "#007AFF", "-12.50", "1E+30", "5.e-3",
        "00010203-0405-0607-0809-0a0b0c0d0e0f",
    ]

    static var cardRecordSeeds: [[UInt8]] {
        var card = Card(
            id: CardID([UInt8](repeating: 7, count: 16)), store: "Shop", number: "4006381333931", holder: "Ada",
            note: "a note", codes: [CardCode(Symbol(.ean13, Array("4006381333931".utf8)), caption: "400638")],
            groups: ["food", "home"], isStarred: true)
        let plain = card
        card.codes.append(CardCode(Symbol(.qr, [0, 255], eci: 26, isGS1: true, correction: .qr(.high))))
        card.expiry = Moment(seconds: 1_900_000_000)
        card.created = Moment(seconds: 1_800_000_000)
        // Safe: a number is a balance.
        card.balance = try? CardBalance("12.5", currency: Currency(code: "EUR"))
        card.photos = [CardPhoto(role: .front, of: [1, 2, 3])]
        card.origin = SHA256.hash([4])
        return [plain, card].map { card in
            var writer = CBORWriter()
            card.write(to: &writer)
            return writer.encoded
        }
    }
}
