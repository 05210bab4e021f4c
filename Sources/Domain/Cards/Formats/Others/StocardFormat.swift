// SPDX-License-Identifier: MIT
internal import Bytes
internal import Barcodes

/// Stocard's export, available until the service ended on 30 June 2025: a zip with a folder for each card. Import only.
///
/// `…/loyalty-cards/<card>/content.json` with `input_id`, `input_provider_name`, `input_barcode_format`,
/// `input_provider_reference` and `label`; beside it `notes/default/content.json`, `usage-statistics/content.json` and
/// `images/front…`, `images/back…`. Stores that users created are in `…/loyalty-card-custom-providers/<store>`.
package enum StocardFormat {
    private static let home = "loyalty-cards"
    private static let stores = "loyalty-card-custom-providers"

    /// The cards of an unpacked export.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for any other file.
    package static func parse(_ entries: [FileEntry]) throws(CardsError) -> CardImport {
        let folders = Self.folders(below: home, in: entries)
        let stores = Self.folders(below: stores, in: entries)
        guard !folders.isEmpty else {
            throw CardsError(.decodingFailed, "The archive has no folder of cards: it is not an export of Stocard.")
        }
        var result = CardImport()
        for (index, folder) in folders.sorted(by: { $0.key < $1.key }).enumerated() {
            guard let content = folder.value["content.json"], let json = json(content) else {
                result.refuse(index + 1, .noContent)
                continue
            }
            add(json, folder.value, stores, at: index + 1, to: &result)
        }
        return result
    }

    /// The files of each folder inside a folder of that name, by their names below it.
    private static func folders(below home: String, in entries: [FileEntry]) -> [String: [String: [UInt8]]] {
        var folders: [String: [String: [UInt8]]] = [:]
        for entry in entries {
            guard let index = entry.place.firstIndex(of: home), entry.place.count > index + 2 else { continue }
            let rest = entry.place[(index + 2)...].joined(separator: "/")
            folders[entry.place[index + 1], default: [:]][rest] = entry.bytes
        }
        return folders
    }

    private static func add(
        _ json: JSONValue, _ files: [String: [UInt8]], _ stores: [String: [String: [UInt8]]], at position: Int,
        to result: inout CardImport
    ) {
        var complaints: [CardRemark] = []
        let reference = json["input_provider_reference"]?["identifier"]?.string?.split(separator: "/").last
        let own = reference.flatMap { stores[String($0)] }
        let names = [
            json["input_provider_name"]?.string, own?["content.json"].flatMap(Self.json)?["name"]?.string,
            json["label"]?.string, reference.map(String.init),
        ]
        let store = names.compactMap { $0?.trimmed }.first { !$0.isEmpty } ?? ""
        let number = json["input_id"]?.string ?? ""
        var card = Card(id: CardIdentity(store: store, number: number).derivedID, store: store, number: number)
        if let note = files["notes/default/content.json"].flatMap(Self.json)?["content"]?.string { card.note = note }
        let usages = files["usage-statistics/content.json"].flatMap(Self.json)?["usages"]?.array
        card.lastUsed = usages?.last?["time"]?["value"]?.string.flatMap { Moment(iso8601: $0) }
        if let format = json["input_barcode_format"]?.string, format != "NONE", !format.isEmpty {
            if let symbology = symbology(format) {
                card.codes = [
                    CardCode.foreign(number, as: symbology) { complaints.append($0) }
                ].compactMap { $0 }
            } else {
                complaints.append(.unknownKindOfCode)
            }
        }
        for (name, role) in [("front", CardPhoto.Role.front), ("back", .back), ("logo", .icon)] {
            let places = ["images/\(name)/\(name).jpg", "images/\(name).jpg", "images/\(name).png", "images/\(name)"]
            let picture = role == .icon ? own?["logo.png"] : places.lazy.compactMap({ files[$0] }).first
            guard let bytes = picture else { continue }
            do throws(CardsError) {
                card.photos.append(try result.bundle.addPhoto(bytes, role: role))
            } catch {
                complaints.append(.pictureLeftOut(name, error.fileFault))
            }
        }
        result.add(card, at: position, complaints)
    }

    private static func symbology(_ format: String) -> Symbology? {
        switch format {
        // Code 128 with the GS1 mark, which the number here does not have.
        case "GS1_128": .code128
        case "RSS_DATABAR_EXPANDED": .dataBarExpanded
        default: CatimaFormat.symbologies[format.uppercased()]
        }
    }

    private static func json(_ bytes: [UInt8]) -> JSONValue? {
        // Safe: the caller reports that the card is damaged.
        try? JSONValue(parsing: bytes, forgiving: true)
    }
}
