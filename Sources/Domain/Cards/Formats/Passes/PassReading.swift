// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Money
internal import Barcodes

/// Converts the `pass.json` of a pass to a card.
struct PassReading {
    let json: JSONValue
    let strings: PassStrings
    /// Identifies a pass without a serial number: the hash of its bytes.
    let content: Digest
    let writing: PassWriting
    var complaints: [CardRemark] = []

    init(json: JSONValue, strings: PassStrings, content: Digest, language: String) {
        self.json = json
        self.strings = strings
        self.content = content
        writing = PassWriting(language: language)
    }

    /// A card that may still be refused, without a number or because of its size.
    mutating func card() -> Card {
        let codes = codes()
        let serial = json["serialNumber"]?.scalarText ?? ""
        let store =
            [text("organizationName"), text("logoText"), text("description")].compactMap { $0 }.first { !$0.isEmpty }
            ?? "Pass"
        let number = number(of: codes.first, serial: serial)
        // A newer copy of the same pass has other text but the same type identifier and serial number.
        var identity = json["passTypeIdentifier"]?.string.map { CardIdentity(store: $0, number: serial) }
        // Without a serial number copies cannot be recognized, so each is a card of its own.
        if serial.isEmpty { identity = CardIdentity(store: store, number: content.description) }
        var card = Card(
            id: (identity ?? CardIdentity(store: store, number: number)).derivedID, store: store,
            number: number.isEmpty ? store : number)
        card.codes = codes.map { CardCode($0.symbol, caption: $0.caption == card.number ? nil : $0.caption) }
        card.colour = colour("backgroundColor")
        card.expiry = moment("expirationDate")
        let fields = fields()
        card.holder = fields.first(where: \.isHolder)?.value
        card.balance = fields.lazy.compactMap(\.balance).first
        card.note = note(fields, store: store)
        return card
    }

    /// The caption is used only where the code contains it: tickets of one order share a caption, but are separate
    /// cards.
    private func number(of code: CardCode?, serial: String) -> String {
        let text = code?.symbol.text.printable
        // A caption without digits is an instruction, not a number.
        guard let caption = code?.caption?.printable, caption.contains(where: \.isNumber) else {
            return text ?? serial
        }
        if let text, CardIdentity(store: "", number: text) == CardIdentity(store: "", number: caption) {
            return caption
        }
        return serial.printable ?? caption
    }

    private func text(_ key: String) -> String? { json[key]?.scalarText.map { PassText.plain(strings[$0]) } }

    private mutating func moment(_ key: String) -> Moment? {
        guard let text = json[key]?.string, !text.isEmpty else { return nil }
        let moment = Moment(iso8601: text.trimmed)
        if moment == nil { complaints.append(.badDate(.expiry)) }
        return moment
    }

    // MARK: - Codes

    private static let formats: [String: Symbology] = [
        "PKBarcodeFormatQR": .qr, "PKBarcodeFormatPDF417": .pdf417, "PKBarcodeFormatAztec": .aztec,
        "PKBarcodeFormatCode128": .code128,
        // Non-standard names that other issuers write.
        "PKBarcodeFormatEAN13": .ean13, "PKBarcodeFormatCode39": .code39, "PKBarcodeFormatDataMatrix": .dataMatrix,
    ]

    /// The newer list, else the older single code.
    private mutating func codes() -> [CardCode] {
        let list = json["barcodes"]?.array ?? []
        return (list.isEmpty ? [json["barcode"]].compactMap { $0 } : list).prefix(CardLimits.codes).compactMap {
            code($0)
        }
    }

    private mutating func code(_ barcode: JSONValue) -> CardCode? {
        guard let message = barcode["message"]?.scalarText, !message.isEmpty else { return nil }
        guard let symbology = Self.formats[barcode["format"]?.string ?? ""] else {
            complaints.append(.unknownKindOfCode)
            return nil
        }
        let caption = barcode["altText"]?.scalarText.map { strings[$0] }.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        if symbology.isLinear {
            var notes: [CardRemark] = []
            defer { complaints += notes }
            return CardCode.foreign(message, as: symbology, caption: caption) { notes.append($0) }
        }
        return CardCode(Symbol(symbology, bytes(of: message, barcode["messageEncoding"]?.string)), caption: caption)
    }

    /// The bytes that Wallet would encode; it states no character set in the code.
    private mutating func bytes(of message: String, _ encoding: String?) -> [UInt8] {
        let name = (encoding ?? "iso-8859-1").lowercased().filter { $0 != "-" && $0 != "_" }
        if name == "utf8" || name == "usascii" || name == "ascii" { return Array(message.utf8) }
        guard name == "iso88591" || name == "latin1", let bytes = message.latin1Bytes else {
            if !message.utf8.allSatisfy({ $0 < 0x80 }) {
                complaints.append(
                    .unknownEncoding)
            }
            return Array(message.utf8)
        }
        return bytes
    }

    // MARK: - Colours

    private mutating func colour(_ key: String) -> CardColour? {
        guard let text = json[key]?.string?.lowercased().filter({ !$0.isWhitespace }), !text.isEmpty else { return nil }
        let colour = Self.colour(text)
        if colour == nil { complaints.append(.badColour) }
        return colour
    }

    /// `rgb(1,2,3)`, `rgba(1,2,3,0.5)`, `#123456`, `#123`, `#12345678` with the opacity last.
    static func colour(_ text: String) -> CardColour? {
        if text.hasPrefix("#") {
            let digits = text.dropFirst()
            switch digits.count {
            case 3: return CardColour(hex: digits.map { "\($0)\($0)" }.joined())
            case 8: return CardColour(hex: digits.prefix(6))
            default: return CardColour(hex: digits)
            }
        }
        guard text.hasPrefix("rgb"), let start = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
        let parts = text[text.index(after: start)...].dropLast().split(separator: ",").prefix(3)
        let values = parts.compactMap { part in UInt8(part.prefix { $0 != "." }) }
        guard values.count == 3 else { return nil }
        return CardColour(red: values[0], green: values[1], blue: values[2])
    }

    // MARK: - Fields

    /// One of the labelled texts on either side of a pass.
    struct Field {
        let key: String
        let label: String
        let value: String
        let balance: CardBalance?

        /// Whether its key names the holder of the pass.
        var isHolder: Bool {
            let word = key.lowercased().filter(\.isLetter)
            return [
                "name", "membername", "member", "holder", "cardholder", "holdername", "customername", "fullname",
                "passenger", "passengername", "guest", "guestname", "attendee",
            ].contains(word) && !value.isEmpty && !value.allSatisfy(\.isNumber)
        }
    }

    /// The fields of any style, store cards included. A pass without a style has its fields at the top level.
    private func fields() -> [Field] {
        let styles = ["storeCard", "generic", "coupon", "eventTicket", "boardingPass"].compactMap { json[$0] }
        let groups = ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields"]
        return (styles.isEmpty ? [json] : styles).flatMap { style in
            groups.flatMap { style[$0]?.array ?? [] }.prefix(Self.maximumFields).compactMap(field)
        }
    }

    private static let maximumFields = 200

    private func field(_ json: JSONValue) -> Field? {
        guard let raw = json["value"]?.scalarText else { return nil }
        let key = json["key"]?.string ?? ""
        var balance: CardBalance?
        if json["value"]?.number != nil || !raw.isEmpty {
            if let code = json["currencyCode"]?.string {
                // Safe: an invalid number or currency is shown unchanged.
                balance = try? CardBalance(raw, currency: Currency(code: code))
            } else if ["balance", "points", "pointsbalance"].contains(key.lowercased().filter(\.isLetter)) {
                // Safe: the same.
                balance = try? CardBalance(raw)
            }
        }
        // The text with links that Wallet shows on the back instead of the value.
        let attributed = json["attributedValue"]?.scalarText
        let value = balance?.shown ?? styled(raw, by: json) ?? PassText.plain(strings[attributed ?? raw])
        return Field(
            key: key, label: json["label"]?.scalarText.map { PassText.plain(strings[$0]) } ?? "", value: value,
            balance: balance)
    }

    /// A date or a number in the style of the field; nil without a style, or for other text.
    private func styled(_ raw: String, by field: JSONValue) -> String? {
        let (date, time) = (field["dateStyle"]?.string, field["timeStyle"]?.string)
        if date != nil || time != nil, let clock = WallClock(iso8601: raw.trimmed) {
            let (date, time) = (PassWriting.style(date) ?? .none, PassWriting.style(time) ?? .none)
            let text = writing.text(clock, date: date, time: time)
            return text.isEmpty ? nil : text
        }
        return field["numberStyle"]?.string.flatMap { writing.number(raw, style: $0) }
    }

    /// When the pass is relevant, in the format of iOS 18 or the earlier one.
    private var relevance: [String] {
        let newer = (json["relevantDates"]?.array ?? []).prefix(10).compactMap {
            ($0["date"] ?? $0["startDate"])?.string
        }
        let dates = newer.isEmpty ? [json["relevantDate"]?.string].compactMap { $0 } : newer
        return dates.compactMap { WallClock(iso8601: $0.trimmed) }.map { writing.text($0, date: .long, time: .short) }
    }

    /// The text of the pass besides its code, one line per field.
    private mutating func note(_ fields: [Field], store: String) -> String {
        var lines: [String] = []
        if let description = text("description"), description != store, !description.isEmpty {
            lines.append(description)
        }
        if json["voided"]?.bool == true { lines.append("Voided by its issuer.") }
        lines += relevance
        for field in fields where !field.value.isEmpty {
            lines.append(field.label.isEmpty ? field.value : "\(field.label): \(field.value)")
        }
        var size = 0
        let kept = lines.prefix { line in
            size += line.utf8.count + 1
            return size <= CardLimits.note
        }
        if kept.count < lines.count { complaints.append(.longNote) }
        return kept.joined(separator: "\n")
    }
}

extension JSONValue {
    /// A string, number or literal as written; nil for arrays and objects.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

extension String {
    /// The text if it can be shown on a card; nil with control characters, or when it is too long.
    fileprivate var printable: String? {
        utf8.count <= 64 && !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? self : nil
    }
}
