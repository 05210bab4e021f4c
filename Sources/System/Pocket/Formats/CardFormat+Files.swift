// SPDX-License-Identifier: MIT
internal import Archives
package import Bytes
package import Cards

extension CardFormat {
    /// What kind of file these bytes are, by what is in them; their name counts for nothing.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for anything that is not known, `.tooLarge`.
    package static func recognise(_ bytes: [UInt8]) throws -> CardFormat {
        if Archive.begins(bytes) { return try recognise(places: places(in: bytes)) }
        guard let format = recognise(text: bytes) else {
            throw CardsError(
                .decodingFailed,
                "This is no file of cards that is known here. Known are: "
                    + allCases.map(\.name).joined(separator: ", ") + ".")
        }
        return format
    }

    /// The cards of a file, of the kind that it is found to be.
    ///
    /// - Parameters:
    ///   - password: of a locked zip; others do not look at it.
    ///   - language: the one that texts of passes are wanted in, as `de` or `pt-BR`.
    /// - Throws: ``CardsError``; what is wrong with single cards stands in the result.
    package static func parse(
        _ bytes: [UInt8], password: SecretBytes? = nil, language: String = "en"
    ) throws -> CardImport {
        switch try recognise(bytes) {
        case .json: try JSONFormat.parse(bytes)
        case .catima: try CatimaFormat.parse(entries(bytes, password))
        case .catimaCSV: try CatimaFormat.parse(list: bytes)
        case .shareLink: try CatimaLink.parse(String(decoding: bytes, as: UTF8.self))
        case let other:
            throw CardsError(.decodingFailed, "Files of \(other.name) cannot be read.")
        }
    }

    /// A file of this kind.
    ///
    /// - Parameters:
    ///   - now: when it is made.
    ///   - password: locks a Catima zip; other kinds have no lock.
    ///   - png: makes a PNG of another picture, which Catima asks for.
    /// - Throws: ``CardsError``: `.noCardsToExport`, `.malformed` for a password or a count of cards that the kind does not
    ///   take; ``ArchivesError`` for lack of memory.
    package func write(
        _ bundle: CardBundle, at now: Moment, password: SecretBytes? = nil, png: ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws -> CardExport<[UInt8]> {
        guard password == nil || self == .catima else {
            throw CardsError(.malformed, "\(name) has no lock. Leave the password out, or export for Catima.")
        }
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
        default: throw CardsError(.malformed, "Cards cannot be written as \(name).")
        }
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
        throw CardsError(.decodingFailed, "The archive is no file of cards that is known here.")
    }

    private static func recognise(text bytes: [UInt8]) -> CardFormat? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        if first == UInt8(ascii: "{") { return .json }
        if first == UInt8(ascii: "[") { return .voucherVault }
        // A link fits into a line; a list has its header among the first ones.
        let head = String(decoding: start.prefix(16 << 10), as: UTF8.self)
        if CatimaLink.begins(head) { return .shareLink }
        return CatimaFormat.begins(head) ? .catimaCSV : nil
    }

    // MARK: - Archives

    private static func places(in bytes: [UInt8]) throws -> [[String]] {
        do { return try Archive.places(in: bytes) } catch { throw refusal(error) }
    }

    private static func entries(_ bytes: [UInt8], _ password: SecretBytes?) throws -> [FileEntry] {
        do {
            return try Archive.read(bytes, password: password).map { FileEntry(place: $0.place, bytes: $0.bytes) }
        } catch { throw refusal(error) }
    }

    /// The same refusal in the words of cards.
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
