// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Money
internal import Barcodes

extension JSONFormat {
    /// The cards of a file, written by this program or by the format's first program.
    ///
    /// The bytes are parsed in one pass, directly into cards. A card without store or number, or beyond a limit, is
    /// refused alone. An invalid photo, date or code is omitted and reported.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` when the file is not such JSON, `.newerVersion`, or `.tooLarge`
    ///   beyond ``CardLimits/cards``.
    package static func parse(_ bytes: [UInt8]) throws(CardsError) -> CardImport {
        var result = CardImport()
        do {
            var reader = JSONReader(bytes, forgiving: true)
            var hasCards = false
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "cards" where try !hasCards && reader.kind() == .array:
                    hasCards = true
                    try readCards(&reader, into: &result)
                case "groups" where try reader.kind() == .array:
                    let names = (try reader.value().array ?? []).compactMap(\.string)
                    result.bundle.groupOrder = names.filter { $0.utf8.count <= CardLimits.group }
                case "version": try check(version: try reader.value())
                default: try reader.skip()
                }
            }
            try reader.finish()
            guard hasCards else { throw CardsError(.decodingFailed, "The file has no list of cards.") }
        } catch let error as CardsError {
            throw error
        } catch {
            let place = (error as? BytesError)?.message ?? ""
            throw CardsError(.decodingFailed, "The file of cards is damaged. \(place) Export it again.", cause: error)
        }
        return result
    }

    private static func check(version: JSONValue) throws(CardsError) {
        guard let number = version.int, number != Self.version else { return }
        throw CardsError(
            .newerVersion,
            "The file says that it is of version \(number), and this program reads version \(Self.version). "
                + "Update the program, or export the cards in another format.")
    }

    private static func readCards(_ reader: inout JSONReader, into result: inout CardImport) throws {
        try reader.beginArray()
        var position = 0
        while try reader.nextElement() {
            position += 1
            guard position <= CardLimits.cards else {
                throw CardsError(.tooLarge, "The file has more than \(CardLimits.cards) cards. Split it.")
            }
            guard try reader.kind() == .object else {
                try reader.skip()
                result.refuse(position, .notACard)
                continue
            }
            var draft = Draft()
            try draft.read(&reader)
            draft.finish(at: position, into: &result)
        }
    }
}

/// A partly parsed card.
private struct Draft {
    var id: CardID?
    var store: String?
    var number: String?
    var holder: String?
    var note = ""
    var colour: CardColour?
    var usesQRCode = false
    var createdAt: Moment?
    /// The outer level says whether the file has the key, the inner one its value.
    var created: Moment??
    var modified: Moment?
    var lastUsed: Moment?
    var validFrom: Moment?
    var expiry: Moment?
    var groups: [String] = []
    var isStarred = false
    var isArchived = false
    var balance: String?
    var currency: String?
    var codes: [CardCode]?
    var photos: [Result<[UInt8], CardsError>] = []
    var roles: [CardPhoto.Role] = []
    var pass: [UInt8]?
    var catimaNumber: Int?
    var complaints: [CardRemark] = []

    typealias Key = JSONFormat.Key

    mutating func read(_ reader: inout JSONReader) throws {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case Key.number: number = try reader.string()
            case Key.store: store = try reader.string()
            case Key.holder: holder = try reader.string()
            case Key.usesQRCode: usesQRCode = try reader.value().bool ?? false
            case Key.colour:
                let text = try reader.string()
                colour = text.flatMap { CardColour(hex: $0) }
                if colour == nil, text?.isEmpty == false { complaints.append(.badColour) }
            case Key.createdAt: createdAt = try moment(&reader, .created)
            case Key.created: created = .some(try moment(&reader, .created))
            case Key.id: id = try reader.string().flatMap { CardID(text: $0) }
            case Key.note: note = try reader.string() ?? ""
            case Key.codes: try readCodes(&reader)
            case Key.groups: try readGroups(&reader)
            case Key.starred: isStarred = try reader.value().bool ?? false
            case Key.archived: isArchived = try reader.value().bool ?? false
            case Key.modified: modified = try moment(&reader, .changed)
            case Key.lastUsed: lastUsed = try moment(&reader, .lastUsed)
            case Key.validFrom: validFrom = try moment(&reader, .validFrom)
            case Key.expiry: expiry = try moment(&reader, .expiry)
            case Key.balance: balance = try reader.string()
            case Key.currency: currency = try reader.string()
            case Key.catimaNumber:
                let number = try reader.value().int
                catimaNumber = number.flatMap { 1...CatimaFormat.largestNumber ~= $0 ? $0 : nil }
            case Key.photos: try readPhotos(&reader)
            case Key.photoRoles:
                roles = try (reader.value().array ?? []).map { CardPhoto.Role(rawValue: $0.string ?? "") ?? .other }
            case Key.pass:
                let isAbsent = try reader.kind() == .null
                pass = try base64(&reader)
                if pass == nil, !isAbsent {
                    complaints.append(.passNotBase64)
                }
            default: try reader.skip()
            }
        }
    }

    private mutating func moment(_ reader: inout JSONReader, _ what: CardField) throws -> Moment? {
        guard let text = try reader.string() else { return nil }
        let moment = Moment(iso8601: text)
        if moment == nil { complaints.append(.badDate(what)) }
        return moment
    }

    /// Nil for anything but Base64.
    private mutating func base64(_ reader: inout JSONReader) throws -> [UInt8]? {
        // Safe: the caller reports the omitted data as invalid Base64.
        if let plain = try reader.plainString() { return try? Base64.decode(plain) }
        // Safe: the same, for text with escaped slashes.
        return try reader.string().flatMap { try? Base64.decode($0) }
    }

    private mutating func readPhotos(_ reader: inout JSONReader) throws {
        guard try reader.kind() == .array else { return try reader.skip() }
        try reader.beginArray()
        while try reader.nextElement() {
            let bytes = try base64(&reader)
            photos.append(
                bytes.map { .success($0) }
                    ?? .failure(CardsError(CardFileFault.notBase64)))
        }
    }

    private mutating func readGroups(_ reader: inout JSONReader) throws {
        groups = try (reader.value().array ?? []).compactMap(\.string)
    }

    private mutating func readCodes(_ reader: inout JSONReader) throws {
        guard try reader.kind() == .array else { return try reader.skip() }
        var read: [CardCode] = []
        try reader.beginArray()
        while try reader.nextElement() {
            if let code = try code(&reader) { read.append(code) }
        }
        codes = read
    }

    private mutating func code(_ reader: inout JSONReader) throws -> CardCode? {
        guard try reader.kind() == .object else {
            try reader.skip()
            complaints.append(.noCode)
            return nil
        }
        var symbology: Symbology?
        var bytes: [UInt8]?
        var eci: Int?
        var isGS1 = false
        var correction: Symbol.Correction?
        var caption: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "symbology": symbology = try reader.string().flatMap { Symbology(rawValue: $0) }
            case "barcodeBase64": bytes = try base64(&reader)
            case "eci": eci = try reader.value().int
            case "gs1": isGS1 = try reader.value().bool ?? false
            case "correction": correction = try reader.string().flatMap { Symbol.Correction(text: $0) }
            case "caption": caption = try reader.string()
            default: try reader.skip()
            }
        }
        guard let symbology, let bytes, !bytes.isEmpty else {
            complaints.append(.emptyCode)
            return nil
        }
        let symbol = Symbol(symbology, bytes, eci: eci, isGS1: isGS1, correction: correction)
        do {
            try symbol.check()
        } catch {
            complaints.append(
                .codeLeftOut((error as? SymbolsError)?.fault))
            return nil
        }
        return CardCode(symbol, caption: caption)
    }

    mutating func finish(at position: Int, into result: inout CardImport) {
        guard let store, let number else {
            result.refuse(position, .fault(store == nil ? .noStore : .noNumber))
            return
        }
        var card = Card(
            id: id ?? CardIdentity(store: store, number: number).derivedID, store: store, number: number,
            holder: holder, note: note, colour: colour, codes: codes ?? [], validFrom: validFrom,
            expiry: expiry, groups: groups, isStarred: isStarred, isArchived: isArchived, lastUsed: lastUsed,
            created: created ?? createdAt, modified: modified, catimaNumber: catimaNumber)
        if codes == nil, let code = firstCode(number) { card.codes = [code] }
        finishBalance(of: &card)
        finishFiles(of: &card, &result)
        result.add(card, at: position, complaints)
    }

    /// The code that the format's first program shows: the number as QR code or Code 128.
    private mutating func firstCode(_ number: String) -> CardCode? {
        var notes: [CardRemark] = []
        let code = CardCode.foreign(number, as: usesQRCode ? .qr : .code128) { notes.append($0) }
        complaints += notes
        return code
    }

    private mutating func finishBalance(of card: inout Card) {
        guard let balance else { return }
        do {
            card.balance = try CardBalance(balance, CardBalance.Unit(code: currency ?? ""))
        } catch {
            complaints.append(.badBalance)
        }
    }

    private mutating func finishFiles(of card: inout Card, _ result: inout CardImport) {
        for (index, photo) in photos.enumerated() {
            do throws(CardsError) {
                guard card.photos.count < CardLimits.photos else {
                    throw CardsError(CardFileFault.tooMany(maximum: CardLimits.photos))
                }
                let role =
                    roles.indices.contains(index) ? roles[index] : index == 0 ? .front : index == 1 ? .back : .other
                let kept = try result.bundle.addPhoto(photo.get(), role: role)
                if !card.photos.contains(where: { $0.hash == kept.hash }) { card.photos.append(kept) }
            } catch {
                complaints.append(.photoLeftOut(index + 1, error.fileFault))
            }
        }
        guard let pass else { return }
        do throws(CardsError) {
            card.origin = try result.bundle.addFile(pass)
        } catch {
            complaints.append(.passLeftOut(error.fileFault))
        }
    }
}
