// SPDX-License-Identifier: MIT
internal import Barcodes
internal import CardStore
internal import Cards
internal import ScreenModels
internal import Tokens
internal import Wallet

/// Invented cards, each with another kind of code.
struct DemoCards {
    private let words: Localizer

    init(_ words: Localizer) { self.words = words }

    private static let cards: [(StringKey, Symbology, String, CardColour)] = [
        (.demoGrocer, .ean13, "4006381333931", CardColour(red: 0x2E, green: 0x7D, blue: 0x32)),
        (.demoBakery, .qr, "https://bakery.example/card/0815", CardColour(red: 0xB7, green: 0x5D, blue: 0x1A)),
        (.demoLibrary, .code39, "A-17-B", CardColour(red: 0x1A, green: 0x4E, blue: 0x8A)),
        (.demoCinema, .pdf417, "DEMO 2048 ROW 7", CardColour(red: 0x8E, green: 0x24, blue: 0x4D)),
        (.demoGym, .aztec, "DEMO-MEMBER-42", CardColour(red: 0x4A, green: 0x3F, blue: 0x8F)),
        (.demoCafe, .code128, "CAFE-10-STAMPS", CardColour(red: 0x5D, green: 0x40, blue: 0x37)),
    ]

    func add(to wallet: Wallet, at time: Timestamp) throws {
        // Safe: every time of a wallet is between the years 1 and 9999.
        let moment = Moment(seconds: Int64(time.seconds))!
        let library = try CardLibrary(
            store: wallet.sealedStore, photos: wallet.photoFolder.map { .folder($0) } ?? .memory,
            CardLibrary.Environment(clock: { moment }))
        for (index, (name, symbology, text, colour)) in Self.cards.enumerated() {
            try library.add(
                Card(
                    id: library.makeID(), store: words(name), number: text, colour: colour,
                    codes: [CardCode(Symbol(symbology, Array(text.utf8)))], isStarred: index == 0))
        }
    }
}
