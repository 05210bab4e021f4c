// SPDX-License-Identifier: MIT
internal import Bytes
internal import Barcodes

/// An esPass, which only PassAndroid writes: `main.json` and pictures in a zip. Import only.
///
/// Source: <https://espass.it>. `type`, `description`, `accentColor` as `#AARRGGBB`, `barCode` with `format`, `message`
/// and `alternativeText`, `fields` with `label`, `value` and `hide`, `validTimespans` with `from` and `to`.
package enum EspassFormat {
    /// The card of an unpacked esPass.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for any other file.
    package static func parse(_ entries: [FileEntry]) throws(CardsError) -> CardImport {
        guard let main = entries.first(where: { $0.name == "main.json" }) else {
            throw CardsError(.decodingFailed, "The archive has no main.json: it is not an esPass.")
        }
        let json = try JSONValue(cards: main.bytes, "main.json of the pass")
        guard json.members != nil else {
            throw CardsError(.decodingFailed, "The main.json of the pass is not an object.")
        }
        var complaints: [CardRemark] = []
        let barcode = json["barCode"]
        let message = barcode?["message"]?.string ?? ""
        let caption = barcode?["alternativeText"]?.string ?? ""
        let store = json["description"]?.string?.trimmed ?? ""
        let number = [caption, message, json["id"]?.string ?? ""].first { !$0.isEmpty } ?? ""
        var card = Card(
            id: json["id"]?.string.flatMap { CardID(text: $0) } ?? CardIdentity(store: store, number: number).derivedID,
            store: store, number: number)
        if let format = barcode?["format"]?.string, !message.isEmpty {
            if let symbology = CatimaFormat.symbologies[format.uppercased()] {
                card.codes = [
                    CardCode.foreign(message, as: symbology) { complaints.append($0) }
                ].compactMap { $0 }
            } else {
                complaints.append(.unknownKindOfCode)
            }
        }
        if let colour = json["accentColor"]?.string {
            card.colour = CardColour(hex: colour.suffix(6))
        }
        let span = json["validTimespans"]?[0]
        card.validFrom = span?["from"]?.string.flatMap { Moment(iso8601: $0) }
        card.expiry = span?["to"]?.string.flatMap { Moment(iso8601: $0) }
        card.note = (json["fields"]?.array ?? []).compactMap { field in
            guard let value = field["value"]?.string, !value.isEmpty else { return nil }
            return field["label"]?.string.map { $0.isEmpty ? value : "\($0): \(value)" } ?? value
        }.joined(separator: "\n")
        var result = CardImport()
        for (name, role) in [("logo.png", CardPhoto.Role.icon), ("icon.png", .icon), ("strip.png", .other)] {
            guard role != .icon || !card.photos.contains(where: { $0.role == .icon }),
                let picture = entries.first(where: { $0.name == name })
            else { continue }
            do throws(CardsError) {
                card.photos.append(try result.bundle.addPhoto(picture.bytes, role: role))
            } catch {
                complaints.append(.pictureLeftOut(name, error.fileFault))
            }
        }
        result.add(card, at: 1, complaints)
        return result
    }
}
