// SPDX-License-Identifier: MIT
internal import Archives
package import Bytes
package import Cards

extension CardFormat {
    /// Detects the format of a file from its bytes, ignoring its name.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for an unknown format, `.tooLarge`.
    package static func recognise(_ bytes: [UInt8]) throws -> CardFormat {
        if Archive.begins(bytes) { return try recognise(places: places(in: bytes)) }
        guard let format = try recognise(text: bytes) else {
            throw CardsError(
                .decodingFailed,
                "Satchel does not know this kind of card file. It knows: "
                    + allCases.map(\.name).joined(separator: ", ") + ".")
        }
        return format
    }

    /// The cards of a file of this format.
    ///
    /// - Parameters:
    ///   - password: of an encrypted zip; ignored for other formats.
    ///   - language: the preferred language of passes, such as `de`, `pt-BR` or a locale such as `de_AT.UTF-8`.
    /// - Throws: ``CardsError``; problems of single cards are in the result.
    package static func parse(
        _ bytes: [UInt8], password: SecretBytes? = nil, language: String = "en"
    ) throws -> CardImport {
        try check(count: bytes.count)
        return switch try recognise(bytes) {
        case .json: try JSONFormat.parse(bytes)
        case .catima: try CatimaFormat.parse(entries(bytes, password))
        case .catimaCSV: try CatimaFormat.parse(list: bytes)
        case .shareLink: try CatimaLink.parse(String(decoding: bytes, as: UTF8.self))
        case .pass: try PassFormat.parse(entries(bytes, password), original: bytes, language: language)
        case .passes: try passes(bytes, password, language)
        case .espass: try EspassFormat.parse(entries(bytes, password))
        case .fidme: try FidmeFormat.parse(entries(bytes, password))
        case .voucherVault: try VoucherVaultFormat.parse(bytes)
        case .stocard: try StocardFormat.parse(entries(bytes, password))
        case .googleWallet: try GoogleWalletLink.parse(String(decoding: bytes, as: UTF8.self))
        case .list: try ListFormat.parse(bytes)
        }
    }

    /// The card of a pass, in the language whose note has the most lines in common with an existing card's note, the
    /// preferred one first; nil when it is not a pass.
    static func card(ofPass bytes: [UInt8], like card: Card, language: String) -> Card? {
        // Safe: bytes that cannot be unpacked are not a pass.
        guard let entries = try? entries(bytes, nil) else { return nil }
        let folders = entries.flatMap(\.place).filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
        let lines = Set(card.note.split(separator: "\n"))
        var best: (card: Card, shared: Int)?
        for language in [language] + PassFormat.languages + Set(folders).sorted() {
            // Safe: the same.
            let read = (try? PassFormat.parse(entries, original: bytes, language: language))?.bundle.cards.first
            guard let read else { return nil }
            if read.note == card.note { return read }
            let shared = read.note.split(separator: "\n").count { lines.contains($0) }
            if shared > best?.shared ?? -1 { best = (read, shared) }
        }
        return best?.card
    }

    /// The state of a pass's signature, shown with the card that came from it; nil when it is not a pass.
    package static func seal(ofPass bytes: [UInt8]) -> PassSeal? {
        // Safe: bytes that cannot be unpacked are not a pass.
        (try? entries(bytes, nil)).flatMap { PassSeal($0) }
    }

    /// The web service that a pass names; nil without one, and when it is not a pass.
    static func service(ofPass bytes: [UInt8]) -> PassService? {
        // Safe: bytes that cannot be unpacked are not a pass.
        (try? entries(bytes, nil)).flatMap { PassService($0) }
    }

    /// Where a pass is of use; nil without places, and when it is not a pass.
    static func places(ofPass bytes: [UInt8], language: String) -> PassPlaces? {
        // Safe: bytes that cannot be unpacked are not a pass.
        (try? entries(bytes, nil)).flatMap { PassPlaces($0, language: language) }
    }

    /// Writes a file of this format.
    ///
    /// - Parameters:
    ///   - now: the time of the export.
    ///   - password: encrypts a Catima zip; other formats have no encryption.
    ///   - png: converts another picture to PNG, which Catima requires.
    /// - Throws: ``CardsError``: `.noCardsToExport`, `.malformed` for a password or a number of cards that the format
    ///   does not support, `.tooLarge` for a file too large to be imported again; ``ArchivesError`` for lack of memory.
    package func write(
        _ bundle: CardBundle, at now: Moment, password: SecretBytes? = nil, png: ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws -> CardExport<[UInt8]> {
        guard password == nil || self == .catima else {
            throw CardsError(.malformed, "\(name) has no lock. Leave the password out, or export for Catima.")
        }
        let export = try content(bundle, at: now, password, png)
        guard export.content.count <= CardLimits.importBytes else {
            throw CardsError(
                .tooLarge,
                "The file would have \(export.content.count >> 20) MiB. Satchel imports at most \(CardLimits.importBytes >> 20) MiB. "
                    + "Export fewer cards at once, or without their photos.")
        }
        return export
    }

    private func content(
        _ bundle: CardBundle, at now: Moment, _ password: SecretBytes?, _ png: ([UInt8]) -> [UInt8]?
    ) throws -> CardExport<[UInt8]> {
        switch self {
        case .json: return try JSONFormat.print(bundle, at: now)
        case .catimaCSV: return try CatimaFormat.printList(bundle)
        case .catima:
            let export = try CatimaFormat.print(bundle, png: png)
            let entries = export.content.map { ArchiveEntry(place: $0.place, bytes: $0.bytes) }
            return CardExport(try Archive.write(entries, password: password), problems: export.problems)
        case .shareLink:
            guard bundle.cards.count == 1, let card = bundle.cards.first else {
                throw CardsError(.malformed, "A link holds one card, not \(bundle.cards.count). Choose one.")
            }
            let link = CatimaLink.print(card)
            return CardExport(Array(link.content.utf8), problems: link.problems)
        case .pass: return try pass(bundle)
        case .passes: return try passes(bundle)
        case .espass, .fidme, .voucherVault, .stocard, .googleWallet, .list:
            throw CardsError(.malformed, "Cards cannot be written as \(name). Choose JSON or Catima.")
        }
    }

    // MARK: - Passes

    /// Each pass of a file of passes; an invalid one fails alone.
    private static func passes(_ bytes: [UInt8], _ password: SecretBytes?, _ language: String) throws -> CardImport {
        var result = CardImport()
        let passes = try entries(bytes, password).filter { $0.name.lowercased().hasSuffix(".pkpass") }
        var room = limits.totalBytes
        for (index, pass) in passes.enumerated() {
            do {
                var limits = limits
                limits.totalBytes = room
                let files = try entries(pass.bytes, password, limits)
                room -= files.reduce(0) { $0 + $1.bytes.count }
                try PassFormat.add(files, original: pass.bytes, language: language, at: index + 1, to: &result)
            } catch let error as CardsError {
                result.refuse(index + 1, CardRemark(error))
            }
        }
        return result
    }

    private func pass(_ bundle: CardBundle) throws -> CardExport<[UInt8]> {
        guard bundle.cards.count == 1, let card = bundle.cards.first else {
            throw CardsError(.malformed, "A pkpass holds one card, not \(bundle.cards.count). Choose one.")
        }
        guard let bytes = card.origin.flatMap({ bundle.files[$0] }) else {
            throw CardsError(
                .noCardsToExport, "The card did not come from a pkpass, and none can be signed for it here.")
        }
        return CardExport(bytes)
    }

    /// The original passes, numbered; cards without one are omitted and reported.
    private func passes(_ bundle: CardBundle) throws -> CardExport<[UInt8]> {
        var entries: [ArchiveEntry] = []
        var problems: [ImportProblem] = []
        for (index, card) in bundle.cards.enumerated() {
            if let bytes = card.origin.flatMap({ bundle.files[$0] }) {
                entries.append(ArchiveEntry("\(index + 1).pkpass", bytes))
            } else {
                problems.append(ImportProblem(index + 1, .noPass))
            }
        }
        guard !entries.isEmpty else {
            throw CardsError(.noCardsToExport, "None of the cards came from a pkpass. Choose JSON or Catima.")
        }
        return CardExport(try Archive.write(entries), problems: problems)
    }

    // MARK: - Telling files apart

    private static func recognise(places: [[String]]) throws -> CardFormat {
        let names = Set(places.compactMap(\.last))
        if names.contains("pass.json") { return .pass }
        if names.contains(where: { $0.lowercased().hasSuffix(".pkpass") }) { return .passes }
        if names.contains("catima.csv") { return .catima }
        if names.contains("main.json") { return .espass }
        if names.contains("loyalty_programs.csv") { return .fidme }
        if places.contains(where: { $0.contains("loyalty-cards") }) { return .stocard }
        throw CardsError(.decodingFailed, "Satchel finds no known card file in this archive.")
    }

    private static func recognise(text bytes: [UInt8]) throws -> CardFormat? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        if first == UInt8(ascii: "{") { return .json }
        if first == UInt8(ascii: "[") { return .voucherVault }
        // A link is a single line; a list has its header in the first lines.
        let head = String(decoding: start.prefix(16 << 10), as: UTF8.self)
        if CatimaLink.begins(head) { return .shareLink }
        if GoogleWalletLink.begins(head) { return .googleWallet }
        do {
            if try CatimaFormat.isList(bytes) { return .catimaCSV }
        } catch {
            // For mostly text, the error names the characters; for other data it says that the format is unknown.
            let controls = bytes.prefix(4096).count { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
            if controls == 0 || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw error }
            return nil
        }
        return ListFormat.isList(bytes) ? .list : nil
    }

    // MARK: - Archives

    /// The limit of any file of cards, unpacked too, so that an export with its photos can be imported again.
    private static let limits = ArchiveLimits(
        archiveBytes: CardLimits.importBytes, totalBytes: CardLimits.importBytes)

    private static func places(in bytes: [UInt8]) throws -> [[String]] {
        do { return try Archive.places(in: bytes, limits: limits) } catch { throw refusal(error) }
    }

    private static func entries(
        _ bytes: [UInt8], _ password: SecretBytes?, _ limits: ArchiveLimits = CardFormat.limits
    ) throws -> [FileEntry] {
        do {
            return try Archive.read(bytes, password: password, limits: limits).map {
                FileEntry(place: $0.place, bytes: $0.bytes)
            }
        } catch { throw refusal(error) }
    }

    private static func check(count: Int) throws {
        guard count <= CardLimits.importBytes else {
            throw CardsError(
                .tooLarge, "The file has \(count) bytes; at most \(CardLimits.importBytes) are read. Split it.")
        }
    }

    /// Translates an error to ``CardsError``.
    private static func refusal(_ error: any Error) -> CardsError {
        guard let error = error as? ArchivesError else {
            return CardsError(.decodingFailed, "The archive cannot be read.", cause: error)
        }
        let code: CardsError.Code =
            switch error.code {
            case .passwordNeeded: .passwordNeeded
            case .wrongPassword: .wrongPassword
            case .tooLarge: .tooLarge
            case .damaged, .unsupported, .notWritten: .decodingFailed
            }
        return CardsError(code, error.message, cause: error)
    }
}
