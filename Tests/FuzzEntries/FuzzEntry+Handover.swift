// SPDX-License-Identifier: MIT
import Cards
import Barcodes
import Tokens

/// What another Satchel shows in an animated code.
extension FuzzEntry {
    /// The hash and the packing are left out of the way, so that mutations reach the cards.
    func handover(_ input: [UInt8]) {
        check(CardsError.self) {
            try HandoverRecord.decode(input) { packed, _ in packed }
        } writesBack: { bundle in
            // Safe: it was just read, so it can be written; what cannot is found here.
            (try? HandoverRecord.encode(bundle) { $0 }) == input
        }
        check(CardsError.self) {
            try HandoverRecord.decode(content: input)
        } writesBack: { bundle in
            HandoverRecord.content(of: bundle) == input
        }
    }

    /// Well-formed inputs to start from.
    var handoverSeeds: [[UInt8]] {
        guard self == .handover else {
            return ["OW1P:BB8", "wpkh([73c5da0a/84'/0'/0']xpub)"].map(DocumentRecord.encode)
        }
        var card = Card(id: CardID([UInt8](repeating: 7, count: 16)), store: "Grocer", number: "4006381333931")
        card.codes = [CardCode(Symbol(.ean13, Array(card.number.utf8)), caption: "below")]
        card.expiry = Moment(milliseconds: 1_800_000_000_000)
        card.groups = ["food"]
        var bundle = CardBundle(cards: [card])
        do {
            bundle.cards[0].photos = [try bundle.addPhoto([0xFF, 0xD8, 0xFF, 0xE0], role: .front)]
            return [HandoverRecord.content(of: bundle), try HandoverRecord.encode(bundle) { $0 }]
        } catch {
            preconditionFailure("The seeds of \(rawValue) cannot be made: \(error)")
        }
    }

    func documentRecord(_ input: [UInt8]) {
        check(TokensError.self) {
            try DocumentRecord.decode(input)
        } writesBack: {
            DocumentRecord.encode($0) == input
        }
    }
}
