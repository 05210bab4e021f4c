// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
internal import Money
internal import Barcodes

// One card as one CBOR array: the content of a stored row, and of a shared card. RFC 8949, section 4.2.1.
//
//     [1, id, store, number, holder?, note, colour, [code…], validFrom?, expiry?, balance?, [group…], marks, lastUsed?,
//      created?, modified?, [photo…], origin?]
//     code    [symbology, bytes, eci?, isGS1, correction?, caption?]
//     balance [text, ISO 4217 number?], 999 where the currency is unknown
//     photo   [role, media type, hash]
//
// Instants are milliseconds since the year 1, because this CBOR has no negative numbers. The first element is the
// version: it only grows, and an older program refuses a newer version instead of losing data.
//
// Version 1 cannot represent a card without a colour. It writes 0x007AFF instead, so that value means no colour there.
// Version 2 has a colour or null, and Catima's number as the last element. It is used only where version 1 does not
// suffice:
//
//     [2, id, …, colour?, …, origin?, Catima's number?]
extension Card {
    /// The newest version. It has one element more than version 1.
    private static let version: UInt64 = 2
    private static let elementCount = 19

    /// Whether version 1 can represent the card.
    private var fitsVersion1: Bool { catimaNumber == nil && colour != .standard }

    /// Writes the card as one array.
    package func write(to writer: inout CBORWriter) {
        writer.array(fitsVersion1 ? Self.elementCount - 1 : Self.elementCount)
        writer.uint(fitsVersion1 ? 1 : Self.version)
        writer.bytes(id.bytes)
        writer.text(store)
        writer.text(number)
        writer.orNull(holder) { $0.text($1) }
        writer.text(note)
        writer.orNull(fitsVersion1 ? colour ?? .standard : colour) { $0.uint($1.rgb) }
        writer.array(codes.count)
        for code in codes { code.write(to: &writer) }
        writer.orNull(validFrom) { $0.moment($1) }
        writer.orNull(expiry) { $0.moment($1) }
        writer.orNull(balance) { writer, balance in
            writer.array(2)
            writer.text(balance.text)
            switch balance.unit {
            case .points: writer.null()
            case .money(let currency): writer.uint(currency.map { UInt64($0.numeric) } ?? CardBalance.noCurrency)
            }
        }
        writer.array(groups.count)
        for group in groups { writer.text(group) }
        writer.uint((isStarred ? 1 : 0) | (isArchived ? 2 : 0))
        writer.orNull(lastUsed) { $0.moment($1) }
        writer.orNull(created) { $0.moment($1) }
        writer.orNull(modified) { $0.moment($1) }
        writer.array(photos.count)
        for photo in photos {
            writer.array(3)
            writer.uint(photo.role.number)
            writer.uint(photo.mediaType.number)
            writer.bytes(photo.hash.bytes)
        }
        writer.orNull(origin) { $0.bytes($1.bytes) }
        if !fitsVersion1 { writer.orNull(catimaNumber) { $0.uint(UInt64(clamping: $1)) } }
    }

    /// The approximate number of bytes that ``write(to:)`` adds.
    package var approximateCount: Int {
        var count = 80 + store.utf8.count + number.utf8.count + note.utf8.count + (holder?.utf8.count ?? 0)
        count += 40 * photos.count
        for code in codes { count += 16 + code.symbol.bytes.count + (code.caption?.utf8.count ?? 0) }
        for group in groups { count += 3 + group.utf8.count }
        return count
    }

    /// Reads one array. For untrusted data, the caller must call ``checked()`` on the card.
    ///
    /// - Throws: ``CardsError`` with `.newerVersion` or `.malformed`, or `BytesError`.
    package init(from reader: inout CBORReader) throws {
        // Any count is accepted until the version is read, so that the error can name the version.
        let count = try reader.array(maximum: 64)
        let version = try reader.uint()
        guard 1...Self.version ~= version, count == Self.elementCount - (version == 1 ? 1 : 0) else {
            throw CardsError(.newerVersion, "The card was written by a newer Satchel. Install that to read it.")
        }
        self.init(
            id: CardID(try reader.bytes(count: CardID.count)), store: try reader.text(maximum: CardLimits.store),
            number: try reader.text(maximum: CardLimits.number))
        holder = try reader.text(orNullUpTo: CardLimits.holder)
        note = try reader.text(maximum: CardLimits.note)
        colour = try reader.null() ? nil : CardColour(rgb: try reader.uint(maximum: 0xFFFFFF))
        guard version > 1 || colour != nil else { throw CardsError(.malformed, "The card has no colour.") }
        if version == 1, colour == .standard { colour = nil }
        codes = try (0..<reader.array(maximum: CardLimits.codes)).map { _ in try CardCode(from: &reader) }
        validFrom = try reader.momentOrNull()
        expiry = try reader.momentOrNull()
        balance = try CardBalance(from: &reader)
        groups = try (0..<reader.array(maximum: CardLimits.groups)).map { _ in
            try reader.text(maximum: CardLimits.group)
        }
        let marks = try reader.uint(maximum: 3)
        isStarred = marks & 1 != 0
        isArchived = marks & 2 != 0
        lastUsed = try reader.momentOrNull()
        created = try reader.momentOrNull()
        modified = try reader.momentOrNull()
        photos = try (0..<reader.array(maximum: CardLimits.photos)).map { _ in try CardPhoto(from: &reader) }
        origin = try reader.null() ? nil : try Digest(try reader.bytes(count: Digest.count))
        guard version > 1 else { return }
        catimaNumber = try reader.null() ? nil : Int(try reader.uint(maximum: UInt64(CatimaFormat.largestNumber)))
    }
}

extension CardColour {
    fileprivate var rgb: UInt64 { UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue) }

    fileprivate init(rgb: UInt64) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }
}

extension CardCode {
    fileprivate func write(to writer: inout CBORWriter) {
        writer.array(6)
        writer.uint(symbol.symbology.number)
        writer.bytes(symbol.bytes)
        writer.orNull(symbol.eci) { $0.uint(UInt64(clamping: $1)) }
        writer.bool(symbol.isGS1)
        writer.orNull(symbol.correction) { writer, correction in
            let (kind, value) =
                switch correction {
                case .qr(let level): (0, level.rawValue)
                case .pdf417(let level): (1, level)
                case .aztec(let percent): (2, percent)
                }
            writer.array(2)
            writer.uint(UInt64(kind))
            writer.uint(UInt64(clamping: value))
        }
        writer.orNull(caption) { $0.text($1) }
    }

    fileprivate init(from reader: inout CBORReader) throws {
        try reader.array(of: 6)
        let number = try reader.uint()
        guard let symbology = Symbology(number: number) else {
            throw CardsError(.newerVersion, "The card has a code of a kind that only a newer Satchel knows.")
        }
        let bytes = try reader.bytes(maximum: CardLimits.codeBytes)
        // ECI numbers have six digits. AIM ITS/04-023
        let eci = try reader.null() ? nil : Int(try reader.uint(maximum: 999_999))
        let isGS1 = try reader.bool()
        let correction = try Symbol.Correction(from: &reader)
        self.init(
            Symbol(symbology, bytes, eci: eci, isGS1: isGS1, correction: correction),
            caption: try reader.text(orNullUpTo: CardLimits.caption))
    }
}

extension Symbol.Correction {
    fileprivate init?(from reader: inout CBORReader) throws {
        if try reader.null() { return nil }
        try reader.array(of: 2)
        let kind = try reader.uint(maximum: 2)
        let value = Int(try reader.uint(maximum: 100))
        switch (kind, QRCorrection(rawValue: value)) {
        case (0, let level?): self = .qr(level)
        case (1, _) where value <= 8: self = .pdf417(level: value)
        case (2, _): self = .aztec(percent: value)
        default: throw CardsError(.malformed, "A code of the card has a redundancy that does not exist.")
        }
    }
}

extension CardBalance {
    /// The ISO 4217 code XXX.
    fileprivate static let noCurrency: UInt64 = 999

    fileprivate init?(from reader: inout CBORReader) throws {
        if try reader.null() { return nil }
        try reader.array(of: 2)
        let text = try reader.text(maximum: CardLimits.balance)
        guard try !reader.null() else {
            try self.init(text, .points)
            return
        }
        let numeric = try reader.uint(maximum: Self.noCurrency)
        try self.init(text, .money(numeric == Self.noCurrency ? nil : try Currency(numeric: UInt16(numeric))))
    }
}

extension CardPhoto {
    fileprivate init(from reader: inout CBORReader) throws {
        try reader.array(of: 3)
        guard let role = Role(number: try reader.uint()), let mediaType = MediaType(number: try reader.uint()) else {
            throw CardsError(.newerVersion, "The card has a photo of a kind that only a newer Satchel knows.")
        }
        self.init(role: role, mediaType: mediaType, hash: try Digest(try reader.bytes(count: Digest.count)))
    }
}

/// An enumeration whose cases have fixed numbers in records.
private protocol Numbered: CaseIterable, Equatable {
    static var numbered: [Self] { get }
}

extension Numbered {
    fileprivate var number: UInt64 {
        guard let index = Self.numbered.firstIndex(of: self) else { preconditionFailure("A kind has no number.") }
        return UInt64(index)
    }

    fileprivate init?(number: UInt64) {
        guard number < Self.numbered.count else { return nil }
        self = Self.numbered[Int(number)]
    }
}

// The order defines the numbers, so cases may only be appended.

extension Symbology: Numbered {
    fileprivate static let numbered: [Symbology] = [
        .aztec, .codabar, .code39, .code93, .code128, .dataBar, .dataBarExpanded, .dataMatrix, .ean8, .ean13, .itf,
        .maxiCode, .pdf417, .qr, .upcA, .upcE,
    ]
}

extension CardPhoto.Role: Numbered {
    fileprivate static let numbered: [CardPhoto.Role] = [.front, .back, .icon, .other]
}

extension CardPhoto.MediaType: Numbered {
    fileprivate static let numbered: [CardPhoto.MediaType] = [.unknown, .png, .jpeg, .webp, .gif, .heic]
}

extension CBORWriter {
    fileprivate mutating func orNull<Value>(_ value: Value?, _ write: (inout CBORWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    fileprivate mutating func moment(_ moment: Moment) {
        uint(UInt64(moment.milliseconds - Moment.range.lowerBound))
    }
}

extension CBORReader {
    fileprivate mutating func text(orNullUpTo maximum: Int) throws -> String? {
        try null() ? nil : try text(maximum: maximum)
    }

    fileprivate mutating func momentOrNull() throws -> Moment? {
        if try null() { return nil }
        let span = UInt64(Moment.range.upperBound - Moment.range.lowerBound)
        return Moment(milliseconds: Int64(try uint(maximum: span)) + Moment.range.lowerBound)
    }
}
