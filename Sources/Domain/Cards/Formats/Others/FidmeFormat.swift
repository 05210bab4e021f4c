// SPDX-License-Identifier: MIT

/// Fidme's export: a list in a zip, `loyalty_programs.csv`, with semicolons. Import only.
///
/// `Retailer;Program;Added At;Reference;Firstname;Lastname`. A line without a reference is a card that expired, and is
/// skipped. The list does not state a card's symbology.
package enum FidmeFormat {
    /// The cards of an unpacked export.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for any other file.
    package static func parse(_ entries: [FileEntry]) throws(CardsError) -> CardImport {
        guard let list = entries.first(where: { $0.name == "loyalty_programs.csv" }) else {
            throw CardsError(.decodingFailed, "The archive has no loyalty_programs.csv: it is not an export of Fidme.")
        }
        let text = try DecodedText(list.bytes)
        var reader = CSVReader(text, separator: ";")
        let names = try reader.next()?.fields.map(\.trimmed) ?? []
        guard names.contains("Retailer"), names.contains("Reference") else {
            throw CardsError(.decodingFailed, "The list has no columns Retailer and Reference.")
        }
        var result = CardImport()
        var position = 0
        while let record = try reader.next() {
            guard !record.isBlank else { continue }
            position += 1
            guard position <= CardLimits.cards else {
                throw CardsError(.tooLarge, "The list has more than \(CardLimits.cards) cards. Split it.")
            }
            func field(_ name: String) -> String {
                guard let index = names.firstIndex(of: name), record.fields.indices.contains(index) else { return "" }
                return record.fields[index].trimmed
            }
            let (store, number) = (field("Retailer"), field("Reference"))
            guard !number.isEmpty else { continue }
            let holder = [field("Firstname"), field("Lastname")].filter { !$0.isEmpty }.joined(separator: " ")
            var card = Card(
                id: CardIdentity(store: store, number: number).derivedID, store: store, number: number,
                holder: holder.isEmpty ? nil : holder, note: field("Program"))
            card.created = created(field("Added At"))
            result.add(card, at: position)
        }
        result.noteGuess(text)
        return result
    }

    /// `2021-03-04 10:20:30 UTC`, or ISO 8601.
    private static func created(_ text: String) -> Moment? {
        Moment(iso8601: text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text)
    }
}
