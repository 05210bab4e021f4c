// SPDX-License-Identifier: MIT
import Cards
import Codes
import Crypto
import Money
import Symbols
import Terminal

/// A card that a command line describes, with the photos it names.
struct CardDraft {
    var card: Card
    /// What it was before the command line changed it.
    private let before: Card
    private var bundle = CardBundle()

    init(_ card: Card) {
        self.card = card
        before = card
    }

    /// The bytes of new photos.
    var files: [Digest: [UInt8]] { bundle.files }

    /// Sets what options of a card give; an empty text takes away what a card can lack.
    mutating func fill(from invocation: Invocation) throws {
        if let text = invocation.value(.store) { card.store = text }
        if let text = invocation.value(.cardNumber) { card.number = text }
        if let text = invocation.value(.holder) { card.holder = text.isEmpty ? nil : text }
        if let text = invocation.value(.cardNote) { card.note = text }
        if invocation.has(.colour) { card.colour = try invocation.value(.colour, as: Self.colour) ?? nil }
        if invocation.has(.expiry) {
            // A card is good for the whole of its last day.
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

    /// The code that was asked for, or the one that the number most likely is.
    ///
    /// A code that is there and is no copy of the number keeps its text when only its kind is named.
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

    /// Asks whether a number is right that is an EAN or UPC but for its last digit.
    ///
    /// - Throws: ``Failure`` when it is not, or when there is nobody to ask.
    private static func confirm(
        _ text: String, _ typo: (kind: Symbology, expected: Character), _ invocation: Invocation
    ) throws {
        let what = "The last digit of \(text) would be \(typo.expected) in \(typo.kind.name)."
        let kind = Symbology.suggestions(for: text).first ?? .qr
        if invocation.console.isTerminal, !invocation.wantsJSON {
            guard try invocation.console.confirm("\(what) Is the number right, and its code \(kind.name)?") else {
                throw Failure(.usage, "Compare the number with the card, and write it again.")
            }
            return
        }
        throw Failure(
            .usage, "\(what) Compare it with the card. If it is right, say which kind its code is: --as \(kind.word)")
    }

    /// Writes another number into the only code of a card, where that held the number before.
    ///
    /// - Throws: ``Failure`` when a code of its kind cannot hold it.
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

    /// Whether a code is the card's number before the change, perhaps with a check digit that nobody types.
    private func holdsNumber(_ symbol: Symbol) -> Bool {
        if symbol.text == before.number { return true }
        // Safe: a number that its kind cannot hold is not in it.
        return (try? Symbol(typed: before.number, as: symbol.symbology))?.bytes == symbol.bytes
    }

    /// - Throws: ``Failure`` that names the kinds which can hold the text.
    static func symbol(_ text: String, as kind: Symbology, isGS1: Bool = false) throws -> Symbol {
        do {
            return try Symbol(typed: text, as: kind, isGS1: isGS1)
        } catch let error as SymbolsError {
            let others = error.alternatives.map { "--as \($0.word)" }.joined(separator: " or ")
            throw Failure(.usage, others.isEmpty ? error.message : "\(error.message) Or keep it with \(others).")
        }
    }

    /// Adds the bytes of a picture, or a picture of each page of a document.
    ///
    /// - Parameter role: nil for the front, the back, then others.
    mutating func addPhoto(_ path: String, role: CardPhoto.Role?) throws {
        let file = try TextFile.bytes(of: path, maximumBytes: CardLimits.fileBytes)
        // Kinds that card files and other programs do not know are kept as one that they do.
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
            throw Failure(.usage, "write a colour as #RRGGBB, such as #007AFF")
        }
        return colour
    }

    private static func date(_ text: String, isLast: Bool) throws -> Moment? {
        if text.isEmpty { return nil }
        guard let moment = Moment(iso8601: text) else {
            throw Failure(.usage, "write a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z")
        }
        return isLast && text.utf8.count == 10 ? moment.advanced(byMilliseconds: 86_399_999) : moment
    }

    private static func balance(_ text: String) throws -> CardBalance? {
        let words = text.split(separator: " ")
        guard let number = words.first else { return nil }
        guard words.count <= 2 else { throw Failure(.usage, "write an amount such as '12.50 EUR', or 120 for points") }
        let currency = words.count > 1 ? try Currency(code: words[1].uppercased()) : nil
        // A comma is the decimal mark of most of Europe. Where it could as well part thousands, nobody is to guess.
        let parts = number.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !number.contains(".") else { return try CardBalance(number, currency: currency) }
        guard parts[1].count != 3 || currency?.minorDigits == 3 else {
            throw Failure(
                .usage, "write \(parts[0])\(parts[1]) or \(parts[0]).\(parts[1]), whichever is meant by \(number)")
        }
        return try CardBalance(parts.joined(separator: "."), currency: currency)
    }
}
