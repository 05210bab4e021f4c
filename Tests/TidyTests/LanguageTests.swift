// SPDX-License-Identifier: MIT
import Testing

/// What a person reads comes from the tables of words, in their language, and nothing else reaches a screen.
struct LanguageTests {
    /// Names that are the same in every language.
    private static let names: Set<String> = [
        "CSV", "JSON", "Satchel", "sat/vB", "Background", "Bar", "Card", "Field",
    ]

    @Test func viewsSayNothingBesideTheTables() throws {
        var found: [String] = []
        for file in try SourceTree("Sources/Faces/Screens").files {
            for (index, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                // Barcodes, files and colours have names in small letters; sentences and titles have not.
                for text in Self.literals(in: line) where !Self.names.contains(text) {
                    let letters = text.replacing(/\\\(.*?\)/, with: "").filter { $0.isLetter || $0 == " " }
                    let isSentence = letters.contains(" ") && letters.contains(where: \.isLetter)
                    if isSentence || letters.first?.isUppercase == true || !letters.allSatisfy(\.isASCII) {
                        found.append("\(file.path):\(index + 1): \(text)")
                    }
                }
            }
        }
        #expect(found == [])
    }

    @Test func viewsShowNoTextOfTheCommandLine() throws {
        let texts = [
            ".description", ".rawValue", ".message", ".isoDate", ".decimalText", ".formatted", ".sentence.",
            ".sentence)",
        ]
        let found = try SourceTree("Sources/Faces/Screens").objections("say it through Localizer") { _, _, code in
            texts.contains(where: code.contains)
        }
        #expect(found == [])
    }

    @Test func everyWarningHasItsWords() throws {
        let words = try Self.text(of: "Localizer+Coins.swift")
        for file in try SourceTree("Sources/System/Coins").files {
            guard let start = file.lines.firstIndex(where: { $0.contains("What an acknowledgement names it by") })
            else { continue }
            for line in file.lines[start...].prefix(26) where line.contains("case .") {
                for name in Self.literals(in: line) {
                    #expect(words.contains("\"\(name)\""), "\(file.path): the warning \(name) has no words")
                }
            }
        }
    }

    /// What lower parts keep or report as sentences is known to the app, whatever stands in their places.
    @Test func everySentenceThatIsKeptIsKnown() throws {
        let known = try Self.templates
        var found: [String] = []
        for file in try SourceTree("Sources/Domain/Cards/Formats").files {
            for (index, line) in file.lines.enumerated() {
                let isKept =
                    line.contains("note(\"") || line.contains("complain(\"") || line.contains("complaints.append(\"")
                guard isKept, let text = Self.literals(in: line).first, text.contains(" ") else { continue }
                if !known.contains(where: { Self.fits(Self.bare(text), $0) }) {
                    found.append("\(file.path):\(index + 1): \(text)")
                }
            }
        }
        #expect(found == [])
    }

    @Test func nothingIsKnownThatNobodySays() throws {
        let sources = try SourceTree("Sources/Domain", "Sources/Primitives", "Sources/System").files
        let said = Set(sources.flatMap(\.lines).flatMap(Self.literals).map(Self.bare)).joined(separator: "\n")
        // What is put together of two literals has only its pieces there.
        let unsaid = try Self.templates.filter { template in
            !template.contains(" of the same file")
                && template.replacing(". ", with: "…").split(separator: "…").contains { !said.contains($0) }
        }
        #expect(unsaid == [])
    }

    // MARK: - Reading

    private static func text(of name: String) throws -> String {
        let files = try SourceTree("Sources/Faces/ScreenModels/Localizer").files.filter { $0.path.hasSuffix(name) }
        return files.flatMap(\.lines).joined(separator: "\n")
    }

    /// The English sentences that the app knows, with … for what varies.
    private static var templates: [String] {
        get throws {
            let pieces = try text(of: "Saying+All.swift").split(separator: "Saying(\n").dropFirst()
            return pieces.map { piece in
                let code = piece.drop { $0 == " " }
                if code.hasPrefix("\"\"\"") {
                    let body = code.dropFirst(4).split(separator: "\"\"\"")[0]
                    let lines = body.split(separator: "\n").map { $0.trimmingSpaces }
                    return bare(lines.joined().replacing("\\", with: ""))
                }
                return bare(literals(in: String(code.split(separator: "\n")[0])).first ?? "")
            }
        }
    }

    /// The texts of the literals in a line, with their interpolations.
    private static func literals(in line: String) -> [String] {
        var texts: [String] = []
        var text: String?
        var depth = 0
        var before: Character = " "
        for character in line {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                text?.append(character)
            } else if character == "(", before == "\\", text != nil {
                depth = 1
                text?.append(character)
            } else if character == "\"", before != "\\" {
                if let whole = text { texts.append(whole) }
                text = text == nil ? "" : nil
            } else {
                text?.append(character)
            }
            before = character
        }
        return texts
    }

    /// Whether a sentence is what a template makes of some values.
    private static func fits(_ text: String, _ template: String) -> Bool {
        let pieces = template.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
        guard pieces.count > 1, let last = pieces.last else { return text == template }
        var rest = text[...]
        guard rest.hasPrefix(pieces[0]), rest.hasSuffix(last) else { return false }
        for piece in pieces where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }

    /// With … for what varies.
    private static func bare(_ text: String) -> String {
        var bare = ""
        var depth = 0
        var before: Character = " "
        for character in text {
            if depth == 0, character == "{" || (character == "(" && before == "\\") {
                if bare.last == "\\" { bare.removeLast() }
                bare.append("…")
                depth = 1
            } else if depth > 0 {
                depth += "({".contains(character) ? 1 : ")}".contains(character) ? -1 : 0
            } else {
                bare.append(character)
            }
            before = character
        }
        return bare
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
