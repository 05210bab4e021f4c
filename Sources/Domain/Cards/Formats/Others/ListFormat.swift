// SPDX-License-Identifier: MIT
internal import Barcodes

/// A list of names and numbers, as kept in a spreadsheet: `name,number`. Import only.
///
/// Fields are separated by commas, semicolons or tabs. The first line may name the columns, in English, German, French,
/// Spanish, Italian, Portuguese, Dutch or Japanese; without it the column with the digits is the number. Other columns
/// go into the note. Unless a column states the symbology, a number with the check digit of EAN-13 or UPC-A gets that
/// code, and every other card has no code.
package enum ListFormat {
    /// The cards of a list.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` when it is not a list, or when its columns cannot be identified.
    package static func parse(_ bytes: [UInt8]) throws(CardsError) -> CardImport {
        let text = try DecodedText(bytes)
        guard let layout = try layout(of: text) else {
            throw CardsError(.decodingFailed, "The file is not a list of names and numbers.")
        }
        var result = CardImport()
        var reader = CSVReader(text, separator: layout.separator)
        var position = 0
        var skipped = 0
        var hasToldOfKinds = false
        while let record = try reader.next() {
            guard !record.isBlank else { continue }
            skipped += 1
            guard skipped > layout.linesBefore else { continue }
            position += 1
            guard position <= CardLimits.cards else {
                throw CardsError(.tooLarge, "The list has more than \(CardLimits.cards) cards. Split it.")
            }
            var complaints: [CardRemark] = []
            do throws(CardsError) {
                let card = try card(record.fields, layout) { complaints.append($0) }
                if card.codes.isEmpty, !hasToldOfKinds, complaints.isEmpty {
                    hasToldOfKinds = true
                    complaints.append(
                        .kindUnstated)
                }
                result.add(card, at: position, complaints)
            } catch {
                result.refuse(position, CardRemark(error))
            }
        }
        if let names = layout.guessedNames, !result.positions.isEmpty {
            result.refuse(1, .columnsGuessed(names))
        }
        result.noteGuess(text)
        return result
    }

    /// Whether a text is such a list, even if its columns cannot be identified.
    package static func isList(_ bytes: [UInt8]) -> Bool {
        // Safe: bytes that are not text are not a list.
        guard let text = try? DecodedText(bytes) else { return false }
        // Safe: a list with unidentified columns is one; parsing it reports the problem.
        return (try? layout(of: text) != nil) ?? true
    }

    // MARK: - One card

    private static func card(
        _ fields: [String], _ layout: Layout, note complain: (CardRemark) -> Void
    ) throws(CardsError) -> Card {
        var fields = fields.map(\.trimmed)
        while fields.count > layout.columns.count, fields.last?.isEmpty == true { fields.removeLast() }
        guard fields.count <= layout.columns.count else {
            throw CardsError(CardFault.wrongFieldCount(fields.count, columns: layout.columns.count))
        }
        func field(_ column: Column) -> String {
            layout.columns.firstIndex(of: column).map { $0 < fields.count ? fields[$0] : "" } ?? ""
        }
        let (store, number) = (field(.name), plainNumber(field(.number)))
        guard !number.isRounded else {
            throw CardsError(CardFault.roundedNumber)
        }
        var card = Card(
            id: CardIdentity(store: store, number: number).derivedID, store: store, number: number)
        card.holder = field(.holder).isEmpty ? nil : field(.holder)
        card.expiry = expiry(field(.expiry), complain)
        var lines = [field(.note)]
        for (index, column) in layout.columns.enumerated() where index < fields.count {
            guard case .other(let name) = column else { continue }
            lines.append(fields[index].isEmpty || name.isEmpty ? fields[index] : "\(name): \(fields[index])")
        }
        card.note = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        card.codes = [code(number, field(.kind), complain)].compactMap { $0 }
        return card
    }

    private static func code(_ number: String, _ kind: String, _ complain: (CardRemark) -> Void) -> CardCode? {
        guard !number.isEmpty else { return nil }
        guard kind.isEmpty else {
            let word = kind.uppercased().filter { $0.isLetter || $0.isNumber }
            let known = CatimaFormat.symbologies.first { $0.key.filter { $0 != "_" } == word }?.value
            guard let symbology = known ?? Self.kinds[word] else {
                complain(.unknownKindOfCode)
                return nil
            }
            return CardCode.foreign(number, as: symbology, note: complain)
        }
        guard let likely = Symbology.suggestions(for: number).first, likely == .ean13 || likely == .upcA else {
            return nil
        }
        return CardCode.foreign(number, as: likely, note: complain)
    }

    private static let kinds: [String: Symbology] = [
        "QR": .qr, "EAN": .ean13, "GTIN": .ean13, "UPC": .upcA, "INTERLEAVED2OF5": .itf, "DATABAR": .dataBar,
    ]

    /// A date alone lasts until its end, as people mean it.
    private static func expiry(_ text: String, _ complain: (CardRemark) -> Void) -> Moment? {
        guard !text.isEmpty else { return nil }
        guard let moment = Moment(iso8601: text) else {
            complain(.badDate(.expiry))
            return nil
        }
        return text.utf8.count == 10 ? moment.advanced(byMilliseconds: 86_399_999) : moment
    }

    /// Without a spreadsheet's wrapping that keeps digits as text: `="0123"` and `'0123`.
    private static func plainNumber(_ text: String) -> String {
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 3 {
            return String(text.dropFirst(2).dropLast())
        }
        return text.hasPrefix("'") ? String(text.dropFirst()) : text
    }

    // MARK: - Columns

    private enum Column: Equatable {
        case name, number, kind, note, holder, expiry
        /// Any other column, with its name in the list, if any.
        case other(String)
    }

    private struct Layout {
        let separator: Unicode.Scalar
        let columns: [Column]
        /// The number of lines before the first card.
        let linesBefore: Int
        /// The first line, if it was taken for column names only because it has no digits.
        var guessedNames: String?
    }

    private static let words: [(column: Column, words: Set<String>)] = [
        (
            .name,
            [
                "name", "store", "storename", "shop", "merchant", "retailer", "company", "brand", "cardname", "title",
                "label", "description", "program", "programme", "issuer", "card", "laden", "geschäft", "händler",
                "karte",
                "kartenname", "bezeichnung", "anbieter", "firma", "nom", "magasin", "enseigne", "carte", "nombre",
                "tienda",
                "nome", "negozio", "loja", "naam", "winkel", "名前", "店名", "店", "カード名", "名称",
            ]
        ),
        (
            .number,
            [
                "number", "cardnumber", "cardno", "cardid", "no", "nr", "code", "barcode", "barcodenumber", "barcodeid",
                "memberid", "membernumber", "membershipnumber", "customernumber", "reference", "ean", "gtin", "upc",
                "nummer", "kartennummer", "kundennummer", "mitgliedsnummer", "strichcode", "numéro", "numero", "número",
                "codice", "código", "codigo", "kaartnummer", "番号", "カード番号", "会員番号", "バーコード", "id",
            ]
        ),
        (
            .kind,
            [
                "type", "format", "kind", "barcodetype", "barcodeformat", "codetype", "symbology", "typ", "art",
                "codetyp",
                "種類", "形式",
            ]
        ),
        (.note, ["note", "notes", "comment", "comments", "remark", "notiz", "notizen", "bemerkung", "メモ", "備考"]),
        (
            .holder,
            ["holder", "holdername", "cardholder", "owner", "inhaber", "karteninhaber", "titulaire", "titular", "名義"]
        ),
        (
            .expiry,
            [
                "expiry", "expires", "expirydate", "expiration", "expirationdate", "validuntil", "ablauf", "gültigbis",
                "期限", "有効期限",
            ]
        ),
    ]

    /// - Throws: ``CardsError`` with `.decodingFailed` for a list whose columns cannot be identified.
    private static func layout(of text: DecodedText) throws(CardsError) -> Layout? {
        // Excel's line that states the separator; it is not part of the list.
        let start = String(decoding: text.utf8.prefix(6), as: UTF8.self).lowercased()
        let stated = start.hasPrefix("sep=") ? start.unicodeScalars.dropFirst(4).first : nil
        guard text.hasNoControls else { return nil }
        var best: (separator: Unicode.Scalar, records: [[String]])?
        for separator in stated.map({ [$0] }) ?? CSVReader.separators {
            guard let records = sample(text, separator, from: stated == nil ? 0 : 1) else { continue }
            if let columns = named(records[0]) {
                return Layout(separator: separator, columns: columns, linesBefore: stated == nil ? 1 : 2)
            }
            // One line in ten may have an extra separator: it is refused alone.
            let odd = records.count { $0.count != records[0].count }
            if best == nil, odd * 10 <= records.count { best = (separator, records) }
        }
        guard let (separator, records) = best else { return nil }
        return try unnamed(records, separator, linesBefore: stated == nil ? 0 : 1)
    }

    /// The first lines; nil unless the first one has at least two fields.
    private static func sample(_ text: DecodedText, _ separator: Unicode.Scalar, from first: Int) -> [[String]]? {
        guard separator.isASCII else { return nil }
        var reader = CSVReader(text, separator: separator)
        var records: [[String]] = []
        var skipped = 0
        // Safe: parsing reports a list that breaks off.
        while records.count < 50, let record = try? reader.next() {
            guard !record.isBlank else { continue }
            skipped += 1
            if skipped > first { records.append(record.fields.map(\.trimmed)) }
        }
        guard let count = records.first?.count, (2...64).contains(count) else { return nil }
        return records
    }

    private static func named(_ names: [String]) -> [Column]? {
        var columns: [Column] = names.map { .other($0) }
        for (column, words) in words {
            let index = names.indices.first { index in
                guard case .other = columns[index] else { return false }
                return words.contains(names[index].lowercased().filter { $0.isLetter || $0.isNumber })
            }
            if let index { columns[index] = column }
        }
        return columns.contains(.name) && columns.contains(.number) ? columns : nil
    }

    /// The column in which every line has digits is the number, the first other column the name.
    private static func unnamed(
        _ records: [[String]], _ separator: Unicode.Scalar, linesBefore: Int
    ) throws(CardsError) -> Layout {
        let hasDigits = { (text: String) in text.contains { $0.isNumber } }
        // A line without digits above lines with digits holds unknown column names.
        let namesColumns = records.count > 1 && !records[0].contains(where: hasDigits)
        let cards = namesColumns ? Array(records.dropFirst()) : records
        let candidates = records[0].indices.filter { index in
            cards.allSatisfy { index < $0.count && hasDigits($0[index]) }
        }
        let share = { (index: Int) in
            cards.reduce(0) { sum, fields in
                sum + fields[index].count { $0.isNumber } * 100 / max(1, fields[index].count)
            } / cards.count
        }
        // A column of only digits is preferred to names with a digit, such as a street number.
        let ranked = candidates.map { ($0, share($0)) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        guard let (number, most) = ranked.first, ranked.count == 1 || ranked[1].1 + 30 < most else {
            throw CardsError(
                .decodingFailed,
                "This is a list, but nothing says which column has the cards' numbers. Write name\(separator)number into a "
                    + "line before the first card.")
        }
        var columns: [Column] = records[0].enumerated().map { .other(namesColumns ? $1 : "") }
        columns[number] = .number
        columns[columns.firstIndex { $0 != .number } ?? 0] = .name
        return Layout(
            separator: separator, columns: columns, linesBefore: linesBefore + (namesColumns ? 1 : 0),
            guessedNames: namesColumns ? records[0].joined(separator: ", ") : nil)
    }
}

extension String {
    /// Whether a spreadsheet has rounded the number: `4.00638E+12`.
    fileprivate var isRounded: Bool {
        let parts = uppercased().split(separator: "E", omittingEmptySubsequences: false)
        guard parts.count == 2, let sign = parts[1].first, sign == "+", parts[1].dropFirst().allSatisfy(\.isNumber),
            parts[1].count > 1
        else { return false }
        return parts[0].contains { $0 == "." || $0 == "," }
            && parts[0].allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
    }
}
