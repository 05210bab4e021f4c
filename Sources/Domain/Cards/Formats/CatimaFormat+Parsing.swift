// SPDX-License-Identifier: MIT

extension CatimaFormat {
    /// The cards of an unpacked zip.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` without a list, or when the list is invalid; `.newerVersion`.
    package static func parse(_ entries: [FileEntry]) throws(CardsError) -> CardImport {
        guard let list = entries.first(where: { $0.name == listName }) else {
            throw CardsError(.decodingFailed, "The archive has no \(listName): it is not an export of Catima.")
        }
        var pictures: [String: [UInt8]] = [:]
        for entry in entries { pictures[entry.name] = entry.bytes }
        return try parse(list: list.bytes, pictures: pictures)
    }

    /// The cards of a list alone.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` when it is invalid; `.newerVersion`.
    package static func parse(list: [UInt8]) throws(CardsError) -> CardImport { try parse(list: list, pictures: [:]) }

    /// Whether a list is Catima's, even if a spreadsheet has changed its separators.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for bytes of an unknown character set.
    package static func isList(_ bytes: [UInt8]) throws(CardsError) -> Bool {
        separator(of: try DecodedText(bytes)) != nil
    }

    /// The separator of the cards' fields. Nil when the list does not begin as Catima's, with its version and its
    /// groups or with the columns of the cards.
    private static func separator(of list: DecodedText) -> Unicode.Scalar? {
        CSVReader.separators.first { separator in
            var reader = CSVReader(list, separator: separator)
            var isFirst = true
            // Safe: the reader of the blocks reports a list that breaks off.
            while let record = try? reader.next() {
                guard !record.isBlank else { continue }
                let names = record.fields.map(\.trimmed)
                if names.contains(Column.store), isFirst || names.first == Column.id { return true }
                guard !isFirst || Blocks.version(record) != nil else { return false }
                isFirst = false
            }
            return false
        }
    }

    private static func parse(list: [UInt8], pictures: [String: [UInt8]]) throws(CardsError) -> CardImport {
        let text = try DecodedText(list)
        let blocks = try Blocks(text, separator: separator(of: text) ?? ",")
        var result = CardImport()
        result.bundle.groupOrder = blocks.groupOrder
        for (index, row) in blocks.cards.enumerated() {
            let position = index + 1
            guard position <= CardLimits.cards else {
                throw CardsError(.tooLarge, "The list has more than \(CardLimits.cards) cards. Split it.")
            }
            var complaints: [CardRemark] = []
            do throws(CardsError) {
                var card = try CatimaCard.card(row.field) { complaints.append($0) }
                let id = row.field(Column.id)
                card.groups = blocks.groups[id] ?? []
                addPictures(of: id, to: &card, from: pictures, &result.bundle) { complaints.append($0) }
                result.add(card, at: position, complaints)
            } catch {
                result.refuse(position, CardRemark(error))
            }
        }
        result.noteGuess(text)
        return result
    }

    private static func addPictures(
        of id: String, to card: inout Card, from pictures: [String: [UInt8]], _ bundle: inout CardBundle,
        note: (CardRemark) -> Void
    ) {
        guard let number = Int(id), !pictures.isEmpty else { return }
        for (role, name) in roles {
            guard let bytes = pictures[pictureName(number, name)] else { continue }
            do throws(CardsError) {
                let photo = try bundle.addPhoto(bytes, role: role)
                if !card.photos.contains(where: { $0.hash == photo.hash }) { card.photos.append(photo) }
            } catch {
                note(.pictureLeftOut(name, error.fileFault))
            }
        }
    }
}

/// The blocks of a list, recognized by their headers.
private struct Blocks {
    typealias Column = CatimaFormat.Column

    /// A card's line, accessed by the names in the header.
    struct Row {
        let columns: [String: Int]
        let fields: [String]

        func field(_ name: String) -> String {
            guard let index = columns[name], fields.indices.contains(index) else { return "" }
            return fields[index]
        }
    }

    private(set) var cards: [Row] = []
    /// The groups of a card by its number.
    private(set) var groups: [String: [String]] = [:]
    /// All groups, in the owner's order.
    private(set) var groupOrder: [String] = []

    init(_ list: DecodedText, separator: Unicode.Scalar) throws(CardsError) {
        var reader = CSVReader(list, separator: separator)
        var header: [String: Int]?
        var isFirst = true
        var hasCards = false
        while let record = try reader.next() {
            if record.isBlank {
                header = nil
                continue
            }
            defer { isFirst = false }
            if isFirst, let version = Self.version(record) {
                guard version <= CatimaFormat.newestVersion else {
                    throw CardsError(
                        .newerVersion,
                        "The list says that it is of version \(version), and this program reads up to version "
                            + "\(CatimaFormat.newestVersion). Update the program.")
                }
                continue
            }
            guard let columns = header else {
                let columns = Self.columns(record.fields)
                if columns[Column.store] != nil {
                    guard columns[Column.number] != nil else {
                        throw CardsError(.decodingFailed, "The list of cards has no column \(Column.number).")
                    }
                    hasCards = true
                }
                header = columns
                continue
            }
            add(Row(columns: columns, fields: record.fields))
        }
        guard hasCards else {
            throw CardsError(.decodingFailed, "The list has no column \(Column.store): it is not an export of Catima.")
        }
    }

    private mutating func add(_ row: Row) {
        if row.columns[Column.store] != nil {
            cards.append(row)
        } else if row.columns[Column.id] != nil {
            groupOrder.append(row.field(Column.id).trimmed)
        } else if row.columns["cardId"] != nil, row.columns["groupId"] != nil {
            groups[row.field("cardId"), default: []].append(row.field("groupId"))
        }
    }

    /// The version: a line of at most five digits before any white space.
    static func version(_ record: CSVReader.Record) -> Int? {
        guard record.fields.dropFirst().allSatisfy(\.isEmpty),
            let word = record.fields[0].split(whereSeparator: \.isWhitespace).first,
            word.utf8.count <= 5, word.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return Int(word)
    }

    /// If a name occurs twice, the first column counts.
    private static func columns(_ names: [String]) -> [String: Int] {
        Dictionary(names.enumerated().map { ($0.element.trimmed, $0.offset) }) { first, _ in first }
    }
}
