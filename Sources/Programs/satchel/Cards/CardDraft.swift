// SPDX-License-Identifier: MIT
import Cards
import Codes
import Crypto
import Money
import Barcodes
import Terminal

/// A card from the options of a command line, with its photos.
struct CardDraft {
    var card: Card
    /// The card before the command line's changes.
    private let before: Card
    private var bundle = CardBundle()

    init(_ card: Card) {
        self.card = card
        before = card
    }

    /// The bytes of new photos.
    var files: [Digest: [UInt8]] { bundle.files }

    /// Sets the fields that the options give. An empty text removes an optional field.
    mutating func fill(from invocation: Invocation) throws {
        if let text = invocation.value(.store) { card.store = text }
        if let text = invocation.value(.cardNumber) { card.number = text }
        if let text = invocation.value(.holder) { card.holder = text.isEmpty ? nil : text }
        if let text = invocation.value(.cardNote) { card.note = text }
        if invocation.has(.colour) { card.colour = try invocation.value(.colour, as: Self.colour) ?? nil }
        if invocation.has(.expiry) {
            // A card is valid until the end of its last day.
            card.expiry = try invocation.value(.expiry) { try Self.date($0, isLast: true) } ?? nil
        }
        if invocation.has(.validFrom) {
            card.validFrom = try invocation.value(.validFrom) { try Self.date($0, isLast: false) } ?? nil
        }
        if invocation.has(.balance) { card.balance = try invocation.value(.balance, as: Self.balance) ?? nil }
        for group in invocation.values(.inGroup) where !card.groups.contains(group) { card.groups.append(group) }
        if invocation.declares(.star), invocation.has(.star) { card.isStarred = true }
        guard invocation.declares(.photo) else { return }
        for path in invocation.values(.photo) { try addPhoto(path, role: nil) }
    }

    /// Sets the code of the options, or the most likely kind for the number.
    ///
    /// If the options name only a kind, a present code with a text of its own keeps that text.
    mutating func completeCode(_ invocation: Invocation) throws {
        let own = before.codes.first.flatMap { holdsNumber($0.symbol) ? nil : $0.symbol }
        let present = invocation.has(.codeText) ? nil : own
        let text = invocation.value(.codeText) ?? present?.text ?? card.number
        if invocation.value(.codeKind) == "none" {
            card.codes = []
            return
        }
        let kind = try invocation.value(.codeKind) { word -> Symbology in
            guard let kind = Symbology(word: word) else {
                throw Failure(.usage, "choose none, \(Symbology.allCases.map(\.word).joined(separator: ", "))")
            }
            return kind
        }
        if kind == nil, let typo = Symbology.mistyped(text) { try Self.confirm(text, typo, invocation) }
        guard let kind = kind ?? Symbology.suggestions(for: text).first else { return }
        let code = CardCode(try Self.symbol(text, as: kind, isGS1: present?.isGS1 ?? false))
        card.codes = [code] + card.codes.dropFirst()
    }

    /// Asks whether a number is right that would be an EAN or UPC with another check digit.
    ///
    /// - Throws: ``Failure`` when it is not, or when the command must not ask.
    private static func confirm(
        _ text: String, _ typo: (kind: Symbology, expected: Character), _ invocation: Invocation
    ) throws {
        let what = "The check digit of \(text) would be \(typo.expected) in \(typo.kind.name)."
        let kind = Symbology.suggestions(for: text).first ?? .qr
        if invocation.console.isTerminal, !invocation.wantsJSON {
            guard try invocation.console.confirm("\(what) Is the number right, as a code of kind \(kind.name)?") else {
                throw Failure(.usage, "Cancelled. Compare the number with the card and enter it again.")
            }
            return
        }
        throw Failure(
            .usage, "\(what) Compare it with the card. If it is right, name the kind of its code: --as \(kind.word)")
    }

    /// Writes the new number into the only code of a card, if that code held the old number.
    ///
    /// - Throws: ``Failure`` when a code of its kind cannot hold the number.
    mutating func followNumber() throws {
        guard card.number != before.number, !card.number.isEmpty, card.codes == before.codes, card.codes.count == 1,
            let code = card.codes.first, holdsNumber(code.symbol)
        else { return }
        let symbol = try Self.symbol(card.number, as: code.symbol.symbology, isGS1: code.symbol.isGS1)
        card.codes = [
            CardCode(
                Symbol(
                    symbol.symbology, symbol.bytes, eci: symbol.eci, isGS1: symbol.isGS1,
                    correction: code.symbol.correction),
                caption: code.caption == before.number ? card.number : code.caption)
        ]
    }

    /// Whether a code holds the card's old number, possibly with a check digit that people do not type.
    private func holdsNumber(_ symbol: Symbol) -> Bool {
        if symbol.text == before.number { return true }
        // Safe: a code cannot hold a number that does not fit its kind.
        return (try? Symbol(typed: before.number, as: symbol.symbology))?.bytes == symbol.bytes
    }

    /// - Throws: ``Failure`` that names the kinds which can hold the text.
    static func symbol(_ text: String, as kind: Symbology, isGS1: Bool = false) throws -> Symbol {
        do {
            return try Symbol(typed: text, as: kind, isGS1: isGS1)
        } catch let error as SymbolsError {
            let others = error.alternatives.map { "--as \($0.word)" }.joined(separator: " or ")
            throw Failure(.usage, others.isEmpty ? error.message : "\(error.message) Or use \(others).")
        }
    }

    /// Adds a picture, or a picture of each page of a document.
    ///
    /// - Parameter role: nil for front, back, then other, in this order.
    mutating func addPhoto(_ path: String, role: CardPhoto.Role?) throws {
        let file = try TextFile.bytes(of: path, maximumBytes: CardLimits.fileBytes)
        // Formats that other programs cannot show are converted.
        let isKept = CardPhoto.MediaType(of: file) != .unknown
        let photos = isKept ? [file] : try CodeReader.besideThisProgram().shownEverywhere(file, name: path)
        for bytes in photos {
            let known = card.photos.map(\.role)
            let role = role ?? (known.contains(.front) ? known.contains(.back) ? .other : .back : .front)
            card.photos.append(try bundle.addPhoto(bytes, role: role))
        }
    }

    private static func colour(_ text: String) throws -> CardColour? {
        if text.isEmpty { return nil }
        guard let colour = CardColour(hex: text) else {
            throw Failure(.usage, "use a colour #RRGGBB, such as #007AFF")
        }
        return colour
    }

    private static func date(_ text: String, isLast: Bool) throws -> Moment? {
        if text.isEmpty { return nil }
        guard let moment = Moment(iso8601: text) else {
            throw Failure(.usage, "use a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z")
        }
        return isLast && text.utf8.count == 10 ? moment.advanced(byMilliseconds: 86_399_999) : moment
    }

    private static func balance(_ text: String) throws -> CardBalance? {
        let words = text.split(separator: " ")
        guard let number = words.first else { return nil }
        guard words.count <= 2 else { throw Failure(.usage, "use an amount such as '12.50 EUR', or 120 for points") }
        let currency = words.count > 1 ? try Currency(code: words[1].uppercased()) : nil
        // A comma is the decimal mark in most of Europe. It could also separate thousands: the command does not guess.
        let parts = number.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !number.contains(".") else { return try CardBalance(number, currency: currency) }
        guard parts[1].count != 3 || currency?.minorDigits == 3 else {
            throw Failure(
                .usage, "\(number) is ambiguous: use \(parts[0])\(parts[1]) or \(parts[0]).\(parts[1])")
        }
        return try CardBalance(parts.joined(separator: "."), currency: currency)
    }
}
