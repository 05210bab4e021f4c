// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Money
internal import Barcodes

extension JSONFormat {
    /// The file of these cards, including their photos and original passes.
    ///
    /// - Parameter now: the time of the export; also the creation date, for the format's first reader, of a card
    ///   without one.
    /// - Throws: ``CardsError`` with `.noCardsToExport`.
    package static func print(_ bundle: CardBundle, at now: Moment) throws(CardsError) -> CardExport<[UInt8]> {
        guard !bundle.cards.isEmpty else {
            throw CardsError(.noCardsToExport, "There is no card to export. Choose at least one.")
        }
        var problems: [ImportProblem] = []
        let cards = bundle.cards.enumerated().map { index, card in
            object(card, bundle, now) { problems.append(ImportProblem(index + 1, $0)) }
        }
        var members: [JSONValue.Member] = [
            .init("cards", .array(cards)), .init("exportDate", .string(now.iso8601InSeconds)),
        ]
        if !bundle.groupOrder.isEmpty { members.append(.init("groups", .array(bundle.groups.map { .string($0) }))) }
        let file = JSONValue.object(members + [.init("version", .number(version))])
        return CardExport(Array((file.prettyText + "\n").utf8), problems: problems)
    }

    /// The members sorted by name, as the first program writes them.
    private static func object(
        _ card: Card, _ bundle: CardBundle, _ now: Moment, note: (CardRemark) -> Void
    ) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key, value)) }
        }
        func add(_ key: String, _ moment: Moment?) { add(key, moment.map { .string($0.iso8601) }) }
        let createdAt = (card.created ?? now).iso8601InSeconds
        let photos = card.photos.compactMap { photo in
            bundle.files[photo.hash].map { (photo.role, JSONValue.string(Base64.encode($0))) }
        }
        if photos.count < card.photos.count { note(.exportedPhotoMissing) }
        if card.isArchived { add(Key.archived, true) }
        add(Key.balance, card.balance.map { .string($0.text) })
        add(Key.currency, card.balance.flatMap { $0.unit == .points ? nil : .string($0.unit.code) })
        add(Key.number, .string(card.number))
        add(Key.catimaNumber, card.catimaNumber.map { .number($0) })
        add(Key.codes, .array(card.codes.map(object)))
        add(Key.colour, .string(card.colour?.hex ?? ""))
        if card.created?.iso8601 != createdAt { add(Key.created, card.created.map { .string($0.iso8601) } ?? .null) }
        add(Key.createdAt, .string(createdAt))
        add(Key.expiry, card.expiry)
        if !card.groups.isEmpty { add(Key.groups, .array(card.groups.map { .string($0) })) }
        add(Key.holder, card.holder.map { .string($0) })
        add(Key.id, .string(card.id.text))
        add(Key.lastUsed, card.lastUsed)
        add(Key.modified, card.modified)
        if !card.note.isEmpty { add(Key.note, .string(card.note)) }
        if let origin = card.origin {
            add(Key.pass, bundle.files[origin].map { .string(Base64.encode($0)) })
            if bundle.files[origin] == nil { note(.passMissing) }
        }
        if !photos.isEmpty {
            add(Key.photos, .array(photos.map(\.1)))
            add(Key.photoRoles, .array(photos.map { .string($0.0.rawValue) }))
        }
        if card.isStarred { add(Key.starred, true) }
        add(Key.store, .string(card.store))
        add(Key.usesQRCode, .bool(card.usesQRCode))
        add(Key.validFrom, card.validFrom)
        return .object(members)
    }

    private static func object(_ code: CardCode) -> JSONValue {
        let symbol = code.symbol
        var members: [JSONValue.Member] = [.init("barcodeBase64", .string(Base64.encode(symbol.bytes)))]
        if let caption = code.caption { members.append(.init("caption", .string(caption))) }
        if let correction = symbol.correction { members.append(.init("correction", .string(correction.text))) }
        if let eci = symbol.eci { members.append(.init("eci", .number(eci))) }
        if symbol.isGS1 { members.append(.init("gs1", true)) }
        members.append(.init("symbology", .string(symbol.symbology.rawValue)))
        return .object(members)
    }
}

extension Symbol.Correction {
    /// The symbology and its parameter, such as `qr-2`, `pdf417-5` or `aztec-23`.
    fileprivate var text: String {
        switch self {
        case .qr(let level): "qr-\(level.rawValue)"
        case .pdf417(let level): "pdf417-\(level)"
        case .aztec(let percent): "aztec-\(percent)"
        }
    }

    /// Nil for anything that ``text`` does not write.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[1]), 0...100 ~= number else { return nil }
        switch parts[0] {
        case "qr":
            guard let level = QRCorrection(rawValue: number) else { return nil }
            self = .qr(level)
        case "pdf417":
            guard number <= 8 else { return nil }
            self = .pdf417(level: number)
        case "aztec": self = .aztec(percent: number)
        default: return nil
        }
    }
}
