// SPDX-License-Identifier: MIT

/// Catima's link: one card in a text that fits into one QR code and needs no server.
///
/// Source: Catima's `docs/CARD_SHARING_URL_FORMAT.md`. The fragment holds form-encoded `key=value` pairs,
/// percent-encoded once more. Older links have another host, or the pairs as a query.
package enum CatimaLink {
    private static let start = "https://catima.app/share#"
    private static let hosts = [
        "catima.app/share", "thelastproject.github.io/catima/share", "brarcher.github.io/loyalty-card-locker/share",
    ]
    /// More than any QR code can hold.
    private static let maximumCount = 16 << 10
    private static let columns = [
        CatimaFormat.Column.store, CatimaFormat.Column.note, CatimaFormat.Column.validFrom, CatimaFormat.Column.expiry,
        CatimaFormat.Column.balance, CatimaFormat.Column.balanceType, CatimaFormat.Column.number,
        CatimaFormat.Column.codeText, CatimaFormat.Column.codeType, CatimaFormat.Column.codeEncoding,
        CatimaFormat.Column.colour,
    ]

    /// Whether a text is such a link, by its host and path.
    package static func begins(_ text: String) -> Bool { fields(of: text) != nil }

    /// The card of a link; unknown keys are skipped.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for another link, `.missing` without a store, note or number.
    package static func parse(_ text: String) throws(CardsError) -> CardImport {
        guard text.utf8.count <= maximumCount, let fields = fields(of: text) else {
            throw CardsError(.decodingFailed, "This is not a link to a card of Catima.")
        }
        // The note may be empty, but a link without the key is incomplete.
        guard fields[CatimaFormat.Column.note] != nil else {
            throw CardsError(.missing, "The link has no note: it is not whole. Share the card again.")
        }
        var complaints: [CardRemark] = []
        let card = try CatimaCard.card({ fields[$0] ?? "" }) { complaints.append($0) }
        var result = CardImport()
        result.add(card, at: 1, complaints)
        return result
    }

    /// The link of one card, and the data that it cannot represent.
    package static func print(_ card: Card) -> CardExport<String> {
        var problems: [ImportProblem] = []
        let fields = CatimaCard.fields(card) { problems.append(ImportProblem(1, $0)) }
        if !card.photos.isEmpty { problems.append(ImportProblem(1, .photosInLink)) }
        let pairs = columns.compactMap { column in
            fields[column].map { "\(column)=\(PercentCoding.encode($0, spaceAsPlus: true))" }
        }
        return CardExport(start + PercentCoding.encode(pairs.joined(separator: "&")), problems: problems)
    }

    private static func fields(of text: String) -> [String: String]? {
        let text = text.trimmed
        guard let mark = text.firstIndex(where: { $0 == "#" || $0 == "?" }) else { return nil }
        var address = text[..<mark].lowercased()[...]
        for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
            address = address.dropFirst(scheme.count)
        }
        if address.hasPrefix("www.") { address = address.dropFirst(4) }
        while address.hasSuffix("/") { address = address.dropLast() }
        guard hosts.contains(String(address)) else { return nil }
        let rest = text[text.index(after: mark)...]
        let form = text[mark] == "#" ? PercentCoding.decode(rest) : String(rest)
        var fields: [String: String] = [:]
        for pair in form.split(separator: "&") {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            let key = PercentCoding.decode(pair[..<sign], plusAsSpace: true)
            // For a repeated key, the first value is used.
            if fields[key] == nil {
                fields[key] = PercentCoding.decode(pair[pair.index(after: sign)...], plusAsSpace: true)
            }
        }
        return fields
    }
}
