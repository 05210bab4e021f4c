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

    // MARK: - Reading

    private static func text(of name: String) throws -> String {
        let files = try SourceTree("Sources/Faces/ScreenModels/Words").files.filter { $0.path.hasSuffix(name) }
        return files.flatMap(\.lines).joined(separator: "\n")
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
}
