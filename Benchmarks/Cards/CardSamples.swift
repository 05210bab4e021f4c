// SPDX-License-Identifier: MIT
import Cards

/// Cards as people have them, from a seed.
enum CardSamples {
    /// When everything here happens.
    static let now: Moment = {
        guard let now = Moment(iso8601: "2026-11-20T12:00:00Z") else { preconditionFailure("This is a date.") }
        return now
    }()

    /// A file of the first version of the JSON format, as its first writer lays it out.
    static func file(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: 4)
        func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &random)] }
        var text = "{\n  \"cards\" : [\n"
        for number in 0..<count {
            var fields = ["\"cardNumber\" : \"\(4_000_000_000_000 + number * 7919)\""]
            fields.append("\"colorHex\" : \"#\(pick(["007AFF", "FF3B30", "34C759"]))\"")
            fields.append("\"createdAt\" : \"2026-0\(pick(Array(1...9)))-1\(pick(Array(0...9)))T10:30:00Z\"")
            if Bool.random(using: &random) { fields.append("\"holderName\" : \"\(pick(words)) Example\"") }
            fields.append("\"storeName\" : \"\(pick(words)) \(pick(words)) \(number % 977)\"")
            fields.append("\"useQRCode\" : \(pick([true, false, false]))")
            let lines = fields.map { "      " + $0 }.joined(separator: ",\n")
            text += "    {\n\(lines)\n    }\(number + 1 < count ? "," : "")\n"
        }
        text += "  ],\n  \"exportDate\" : \"2026-02-02T12:00:00Z\",\n  \"version\" : 1\n}\n"
        return Array(text.utf8)
    }

    /// What stands in the field after each letter that a person types, of three searches.
    static let keystrokes = ["bakery 97", "400007", "Crème example"].flatMap { text in
        (1...text.count).map { String(text.prefix($0)) }
    }

    private static let words = [
        "Bakery", "Bücherei", "Café", "Crème", "Drogerie", "Farmacia", "Garden", "Hardware", "Juwelier", "Kino",
        "Librairie",
        "Market", "Optik", "Panadería", "Pharmacy", "Sport", "Station", "Supermarkt", "Theatre", "Zoo",
    ]
}
