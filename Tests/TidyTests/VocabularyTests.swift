// SPDX-License-Identifier: MIT
import Testing

/// Wordings that plainer ones replaced, so that they do not come back into what a person reads.
struct VocabularyTests {
    /// "Books" are the ledger or the database; what is no X "is not an X"; a sentence names its actor.
    private static let retired = [
        "the books", "these books", "hub's books", "is no ", "nobody", "somebody", "whoever", " no one ", " anew",
        "not handled here", "not read here", "not known here", "unknown here", "used here",
    ]
    private static let usual = ["there is no ", "is no longer "]

    @Test func noMessageHasARetiredWording() throws {
        var found: [String] = []
        for file in try SourceTree("Sources").files where !Self.isKeptAsItWas(file) {
            for (line, text) in Self.literals(in: file.lines) where text.contains(" ") {
                let rest = Self.usual.reduce(text.lowercased()) { $0.replacing($1, with: "") }
                for word in Self.retired where rest.contains(word) { found.append("\(file.path):\(line): \(word)") }
            }
        }
        #expect(found == [])
    }

    /// Sentences of former versions are compared with what stores hold, and the steps of a schema are never changed.
    private static func isKeptAsItWas(_ file: SourceTree.File) -> Bool {
        let name = file.path.split(separator: "/").last ?? ""
        return name == "FormerSentence.swift" || name.hasPrefix("Schema")
    }

    /// The texts between quotes, and the lines of texts over several lines, each with its line.
    private static func literals(in lines: [String]) -> [(line: Int, text: String)] {
        var found: [(line: Int, text: String)] = []
        var isInside = false
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            let holdsMark = trimmed.contains("\"\"\"")
            if isInside, !holdsMark {
                found.append((line: index + 1, text: String(trimmed)))
            } else if !holdsMark, !trimmed.hasPrefix("//") {
                let parts = line.replacing("\\\"", with: "").split(separator: "\"", omittingEmptySubsequences: false)
                found += parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map {
                    (line: index + 1, text: String($0.element))
                }
            }
            if holdsMark { isInside.toggle() }
        }
        return found
    }
}
