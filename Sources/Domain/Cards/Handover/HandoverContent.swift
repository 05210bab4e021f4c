// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Money
internal import Symbols

/// The bytes of a ``HandoverRecord`` before they are packed: `[[card, …], [file, …]]`, one form for each bundle.
///
/// A file is the bytes of a photo or of an original pass; cards name it by its place in the list, in which it stands
/// when it is first named.
enum HandoverContent {
    /// Cards in one record.
    static let maximumCards = 4_096
    private static let fieldCount = 17
    private static let starred: UInt64 = 1
    private static let archived: UInt64 = 2

    static let newer = CardsError(
        .newerVersion, "These cards were shown by a newer Satchel than this one. Update this one.")

    static func malformed(_ cause: any Error) -> CardsError {
        let reason = (cause as? BytesError)?.message ?? (cause as? CardsError)?.message ?? ""
        return CardsError(.malformed, "The code holds no cards: \(reason)", cause: cause)
    }

    // MARK: - Writing

    static func encode(_ bundle: CardBundle) -> [UInt8] {
        var files: [Digest] = []
        for hash in bundle.cards.flatMap(\.files) where bundle.files[hash] != nil && !files.contains(hash) {
            files.append(hash)
        }
        var writer = CBORWriter()
        writer.array(2)
        writer.array(bundle.cards.count)
        for card in bundle.cards { write(card, files, to: &writer) }
        writer.array(files.count)
        for hash in files { writer.bytes(bundle.files[hash] ?? []) }
        return writer.encoded
    }

    private static func write(_ card: Card, _ files: [Digest], to writer: inout CBORWriter) {
        writer.array(fieldCount)
        writer.bytes(card.id.bytes)
        writer.text(card.store)
        writer.text(card.number)
        writer.optional(card.holder) { $0.text($1) }
        writer.text(card.note)
        writer.uint(UInt64(card.colour.red) << 16 | UInt64(card.colour.green) << 8 | UInt64(card.colour.blue))
        writer.array(card.codes.count)
        for code in card.codes { write(code, to: &writer) }
        writer.moment(card.validFrom)
        writer.moment(card.expiry)
        writer.optional(card.balance) { writer, balance in
            writer.array(2)
            writer.text(balance.text)
            writer.optional(balance.currency?.code) { $0.text($1) }
        }
        writer.array(card.groups.count)
        for group in card.groups { writer.text(group) }
        writer.uint((card.isStarred ? starred : 0) | (card.isArchived ? archived : 0))
        writer.moment(card.lastUsed)
        writer.moment(card.created)
        writer.moment(card.modified)
        let photos = card.photos.compactMap { photo in files.firstIndex(of: photo.hash).map { (photo.role, $0) } }
        writer.array(photos.count)
        for (role, place) in photos {
            writer.array(2)
            writer.uint(role.number)
            writer.uint(UInt64(place))
        }
        writer.optional(card.origin.flatMap(files.firstIndex)) { $0.uint(UInt64($1)) }
    }

    private static func write(_ code: CardCode, to writer: inout CBORWriter) {
        let symbol = code.symbol
        writer.array(6)
        writer.uint(symbol.symbology.number)
        writer.bytes(symbol.bytes)
        writer.optional(symbol.eci) { $0.uint(UInt64(max(0, $1))) }
        writer.bool(symbol.isGS1)
        writer.optional(symbol.correction) { writer, correction in
            writer.array(2)
            switch correction {
            case .qr(let level):
                writer.uint(0)
                writer.uint(UInt64(level.rawValue))
            case .pdf417(let level):
                writer.uint(1)
                writer.uint(UInt64(max(0, level)))
            case .aztec(let percent):
                writer.uint(2)
                writer.uint(UInt64(max(0, percent)))
            }
        }
        writer.optional(code.caption) { $0.text($1) }
    }

    // MARK: - Reading

    /// - Throws: ``CardsError`` with `.malformed` for anything that ``encode(_:)`` would not have made.
    static func decode(_ content: [UInt8]) throws(CardsError) -> CardBundle {
        let bundle: CardBundle
        do {
            bundle = try read(content)
        } catch {
            throw malformed(error)
        }
        guard encode(bundle) == content else {
            throw CardsError(.malformed, "The code holds cards in a form that is not Satchel's. Have them shown again.")
        }
        return bundle
    }

    private static func read(_ content: [UInt8]) throws -> CardBundle {
        var reader = try CBORReader(content, maximumCount: HandoverRecord.maximumContent)
        try reader.array(of: 2)
        // Cards name files that stand behind them, so they are read twice.
        var ahead = reader
        try ahead.skip()
        var bundle = CardBundle()
        var hashes: [Digest] = []
        for _ in 0..<(try ahead.array(maximum: maximumCards * (CardLimits.photos + 1))) {
            hashes.append(try bundle.addFile(try ahead.bytes(maximum: CardLimits.fileBytes)))
        }
        try ahead.finish()
        for _ in 0..<(try reader.array(maximum: maximumCards)) {
            let card = try card(&reader, hashes, bundle.files)
            guard try card.checked() == card else { throw BytesError(.notCanonical, "A card is not in its one form.") }
            bundle.cards.append(card)
        }
        return bundle
    }

    private static func card(_ reader: inout CBORReader, _ hashes: [Digest], _ files: [Digest: [UInt8]]) throws -> Card
    {
        try reader.array(of: fieldCount)
        var card = Card(
            id: CardID(try reader.bytes(count: CardID.count)), store: try reader.text(maximum: CardLimits.store),
            number: try reader.text(maximum: CardLimits.number))
        card.holder = try reader.optional { try $0.text(maximum: CardLimits.holder) }
        card.note = try reader.text(maximum: CardLimits.note)
        let colour = try reader.uint(maximum: 0xFF_FFFF)
        card.colour = CardColour(
            red: UInt8(colour >> 16), green: UInt8(colour >> 8 & 0xFF), blue: UInt8(colour & 0xFF))
        for _ in 0..<(try reader.array(maximum: CardLimits.codes)) { card.codes.append(try code(&reader)) }
        card.validFrom = try reader.moment()
        card.expiry = try reader.moment()
        card.balance = try reader.optional { reader in
            try reader.array(of: 2)
            let text = try reader.text(maximum: CardLimits.balance)
            return try CardBalance(text, currency: try reader.optional { try Currency(code: try $0.text(maximum: 3)) })
        }
        for _ in 0..<(try reader.array(maximum: CardLimits.groups)) {
            card.groups.append(try reader.text(maximum: CardLimits.group))
        }
        let flags = try reader.uint(maximum: starred | archived)
        card.isStarred = flags & starred != 0
        card.isArchived = flags & archived != 0
        card.lastUsed = try reader.moment()
        card.created = try reader.moment()
        card.modified = try reader.moment()
        for _ in 0..<(try reader.array(maximum: CardLimits.photos)) {
            try reader.array(of: 2)
            let number = try reader.uint()
            guard let role = CardPhoto.Role.allCases.first(where: { $0.number == number }) else {
                throw BytesError(.malformed, "A photo is of no known side.")
            }
            let hash = try file(&reader, hashes)
            card.photos.append(CardPhoto(role: role, of: files[hash] ?? []))
        }
        card.origin = try reader.optional { try file(&$0, hashes) }
        return card
    }

    private static func file(_ reader: inout CBORReader, _ hashes: [Digest]) throws -> Digest {
        let place = try reader.uint()
        guard place < UInt64(hashes.count) else {
            throw BytesError(.malformed, "A card names a file that is not there.")
        }
        return hashes[Int(place)]
    }

    private static func code(_ reader: inout CBORReader) throws -> CardCode {
        try reader.array(of: 6)
        let number = try reader.uint()
        guard let symbology = Symbology.allCases.first(where: { $0.number == number }) else {
            throw BytesError(.malformed, "A code is of no known kind.")
        }
        let bytes = try reader.bytes(maximum: CardLimits.codeBytes)
        let eci = try reader.optional { Int(try $0.uint(maximum: 999_999)) }
        let isGS1 = try reader.bool()
        let correction = try reader.optional { reader -> Symbol.Correction in
            try reader.array(of: 2)
            switch try reader.uint(maximum: 2) {
            case 0:
                guard let level = QRCorrection(rawValue: Int(try reader.uint(maximum: 4))) else {
                    throw BytesError(.malformed, "A code has no known correction.")
                }
                return .qr(level)
            case 1: return .pdf417(level: Int(try reader.uint(maximum: 8)))
            default: return .aztec(percent: Int(try reader.uint(maximum: 100)))
            }
        }
        let caption = try reader.optional { try $0.text(maximum: CardLimits.caption) }
        return CardCode(Symbol(symbology, bytes, eci: eci, isGS1: isGS1, correction: correction), caption: caption)
    }
}

extension CardPhoto.Role {
    /// Written in records; never changes.
    fileprivate var number: UInt64 {
        switch self {
        case .front: 0
        case .back: 1
        case .icon: 2
        case .other: 3
        }
    }
}

extension Symbology {
    /// Written in records; never changes.
    fileprivate var number: UInt64 {
        switch self {
        case .qr: 0
        case .aztec: 1
        case .dataMatrix: 2
        case .pdf417: 3
        case .maxiCode: 4
        case .ean13: 5
        case .ean8: 6
        case .upcA: 7
        case .upcE: 8
        case .code128: 9
        case .code39: 10
        case .code93: 11
        case .itf: 12
        case .codabar: 13
        case .dataBar: 14
        case .dataBarExpanded: 15
        }
    }
}

extension CBORWriter {
    fileprivate mutating func optional<Value>(_ value: Value?, _ write: (inout CBORWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    /// Counted from the first millisecond of the year 1, so that no number is below zero.
    fileprivate mutating func moment(_ moment: Moment?) {
        optional(moment) { $0.uint(UInt64($1.milliseconds - Moment.range.lowerBound)) }
    }
}

extension CBORReader {
    fileprivate mutating func optional<Value>(_ read: (inout CBORReader) throws -> Value) throws -> Value? {
        try null() ? nil : try read(&self)
    }

    fileprivate mutating func moment() throws -> Moment? {
        try optional { reader in
            let last = UInt64(Moment.range.upperBound - Moment.range.lowerBound)
            let count = Int64(try reader.uint(maximum: last))
            guard let moment = Moment(milliseconds: count + Moment.range.lowerBound) else {
                throw BytesError(.malformed, "A date is outside the years 1 to 9999.")
            }
            return moment
        }
    }
}
