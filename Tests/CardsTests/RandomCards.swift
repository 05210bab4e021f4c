// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Money
import Barcodes
import TestSupport

/// Cards of every shape from a seed.
struct RandomCards {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func card(id: CardID? = nil, store: String? = nil, number: String? = nil) -> Card {
        var card = Card(
            id: id ?? CardID(random.bytes(16)), store: store ?? text(1), number: number ?? text(1))
        card.holder = maybe { $0.text(1) }
        card.note = maybe { $0.text(0) } ?? ""
        if Bool.random(using: &random) {
            card.colour = CardColour(red: random.bytes(1)[0], green: random.bytes(1)[0], blue: random.bytes(1)[0])
        }
        card.codes = (0..<Int.random(in: 0...3, using: &random)).map { _ in code() }
        card.validFrom = maybe { $0.moment() }
        card.expiry = maybe { $0.moment() }
        card.balance = maybe { $0.balance() } ?? nil
        card.groups = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            "group \(Int.random(in: 0...5, using: &random))"
        }
        card.isStarred = Bool.random(using: &random)
        card.isArchived = Bool.random(using: &random)
        card.lastUsed = maybe { $0.moment() }
        card.created = maybe { $0.moment() }
        card.modified = maybe { $0.moment() }
        card.photos = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let content = [UInt8.random(in: 0...20, using: &random)]
            return CardPhoto(
                role: CardPhoto.Role.allCases.randomElement(using: &random) ?? .front,
                mediaType: CardPhoto.MediaType.allCases.randomElement(using: &random) ?? .png,
                hash: SHA256.hash(content))
        }
        card.origin = maybe { SHA256.hash($0.random.bytes(1)) }
        do { return try card.checked() } catch { preconditionFailure("\(error)") }
    }

    mutating func moment() -> Moment {
        guard let moment = Moment(milliseconds: .random(in: Moment.range, using: &random)) else {
            preconditionFailure("A number of the range is an instant.")
        }
        return moment
    }

    private mutating func code() -> CardCode {
        let symbology = Symbology.allCases.randomElement(using: &random) ?? .qr
        let correction: Symbol.Correction? =
            switch Int.random(in: 0...3, using: &random) {
            case 0: .qr(QRCorrection.allCases.randomElement(using: &random) ?? .low)
            case 1: .pdf417(level: .random(in: 0...8, using: &random))
            case 2: .aztec(percent: .random(in: 0...100, using: &random))
            default: nil
            }
        return CardCode(
            Symbol(
                symbology, random.bytes(Int.random(in: 1...20, using: &random)),
                eci: maybe { Int.random(in: 0...999_999, using: &$0.random) }, isGS1: Bool.random(using: &random),
                correction: correction), caption: maybe { $0.text(1) })
    }

    private mutating func balance() -> CardBalance? {
        let currency = Bool.random(using: &random) ? Currency.all.randomElement(using: &random) : nil
        // Safe: a whole number is a balance.
        return try? CardBalance("\(Int.random(in: -999...99_999, using: &random))", currency: currency)
    }

    private mutating func text(_ minimum: Int) -> String {
        let letters = Array("abcXYZ 0189-éß図\u{301}\"\n,;")
        let count = Int.random(in: minimum...12, using: &random)
        return (minimum > 0 ? "t" : "") + String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
            + "e"
    }

    private mutating func maybe<Value>(_ make: (inout RandomCards) -> Value) -> Value? {
        Bool.random(using: &random) ? make(&self) : nil
    }
}
