// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Money
import Barcodes
import TestSupport

/// Cards for the tests of formats, some of everything, the same for the same seed.
enum CardFixture {
    /// Cards that every format of ours can hold whole, photos among them.
    static func bundle(_ count: Int, seed: UInt64) throws -> CardBundle {
        var random = SeededRandom(seed: seed)
        var bundle = CardBundle()
        for index in 0..<count { bundle.cards.append(try card(index, &random, &bundle)) }
        return bundle
    }

    static func card(_ index: Int, _ random: inout SeededRandom, _ bundle: inout CardBundle) throws -> Card {
        func coin() -> Bool { Bool.random(using: &random) }
        func moment() throws -> Moment {
            let milliseconds = Int64.random(in: -1_000_000_000...4_000_000_000_000, using: &random)
            guard let moment = Moment(milliseconds: milliseconds) else { throw UnexpectedResult("no moment") }
            return moment
        }
        var card = Card(
            id: CardID(random.bytes(16)), store: "\(text(&random)) \(index)", number: "\(index)\(text(&random))")
        card.holder = coin() ? text(&random) : nil
        card.note = coin() ? "" : "\(text(&random))\n\n\"\(text(&random))\", \(text(&random))"
        card.colour =
            index % 7 == 0
            ? index % 2 == 0 ? nil : .standard
            : CardColour(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random))
        card.codes = try (0..<Int.random(in: 0...2, using: &random)).map { _ in try code(&random) }
        card.validFrom = coin() ? try moment() : nil
        card.expiry = coin() ? try moment() : nil
        card.balance = try balance(&random)
        card.groups = coin() ? [text(&random), text(&random)] : []
        card.isStarred = coin()
        card.isArchived = coin()
        card.lastUsed = coin() ? try moment() : nil
        card.created = coin() ? try moment() : nil
        card.modified = coin() ? try moment() : nil
        for role in CardPhoto.Role.allCases where coin() {
            card.photos.append(
                try bundle.addPhoto([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + random.bytes(20), role: role))
        }
        if coin() { card.origin = try bundle.addFile(random.bytes(40)) }
        return try card.checked()
    }

    static func code(_ random: inout SeededRandom) throws -> CardCode {
        let symbol =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: Symbol(.qr, random.bytes(30), correction: .qr(.quartile))
            case 1: Symbol(.qr, Array(text(&random).utf8), eci: 26)
            case 2: Symbol(.pdf417, random.bytes(12), correction: .pdf417(level: 3))
            case 3: try Symbol(typed: "401234567890", as: .ean13)
            case 4: Symbol(.code128, Array("C-\(Int.random(in: 0...99_999, using: &random))".utf8))
            default: Symbol(.aztec, random.bytes(9), correction: .aztec(percent: 40))
            }
        return CardCode(symbol, caption: Bool.random(using: &random) ? text(&random) : nil)
    }

    static func text(_ random: inout SeededRandom) -> String {
        let words = ["Käse", "a,b", "\"Q\"", "Ω≈ç", "🎟️", "x\\y/z", "0", "Holder: me", "=1+1", "a\tb", "%20+&="]
        return (0...2).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined(separator: " ")
    }

    static func balance(_ random: inout SeededRandom) throws -> CardBalance? {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return nil
        case 1: return try CardBalance("\(Int.random(in: 1...9_999, using: &random))")
        default:
            return try CardBalance("-\(Int.random(in: 0...99, using: &random)).25", currency: Currency(code: "EUR"))
        }
    }
}
