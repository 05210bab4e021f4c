// SPDX-License-Identifier: MIT
import Testing

/// The list of features has each row of the register once, counts them, and points at what is there.
struct FeatureTests {
    /// The last number of each list of the register. The first one is 1, and none is left out.
    private static let last = ["W": 123, "F": 62, "B": 70, "C": 88, "P": 96]
    private static let states = ["done", "partly", "in work", "decided"]

    private struct Row {
        let line: Int
        /// As in `W-7`.
        let ids: [String]
        /// The beginning of the second cell, as in `partly`.
        let state: String
        let cells: [String]
    }

    @Test func everyRowOfTheRegisterStandsThereOnce() throws {
        let found = Self.rows(of: try Self.page()).flatMap(\.ids)
        let register = Self.last.flatMap { list, count in (1...count).map { "\(list)-\($0)" } }
        #expect(register.count == 439)
        #expect(Set(register).subtracting(found).sorted() == [], "not in the list")
        #expect(Set(found).subtracting(register).sorted() == [], "not in the register")
        #expect(Dictionary(grouping: found) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [], "twice")
    }

    @Test func theCountsOfTheStatesAreRight() throws {
        let page = try Self.page()
        let rows = Self.rows(of: page)
        for state in Self.states {
            let told = page.lines.map(Self.cells).filter { $0.count == 3 && $0[0] == state }.map { $0[1] }
            let count = rows.filter { $0.state == state }.reduce(0) { $0 + $1.ids.count }
            #expect(told == ["\(count)"], "\(state)")
        }
    }

    @Test func everyStateHasItsReasonOrItsProof() throws {
        let wrong = Self.rows(of: try Self.page()).filter { row in
            switch row.state {
            case "done": row.cells.contains("")
            case "partly": row.cells[1] == "partly" || row.cells[3].isEmpty
            case "in work": row.cells[1] == "in work"
            case "decided": !row.cells[1].contains("](Decisions/")
            default: true
            }
        }
        #expect(wrong.map(\.line) == [])
    }

    /// Types, members, tests and folders, wherever a word has capital and small letters; scenarios of the app are files.
    @Test func whatTheListNamesIsThere() throws {
        let known = try Self.declaredNames()
        let wrong = try Self.page().code.filter { _, text in
            if text.hasSuffix(".py") { return !DocumentTests.exists("Tests/AppTests/" + text) }
            let names = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter { word in
                word.contains { $0.isUppercase } && word.contains { $0.isLowercase }
            }
            return !DocumentTests.exists(text) && !names.allSatisfy { known.contains(String($0)) }
        }
        #expect(known.count > 10_000)
        #expect(wrong.map { "\($0.line): \($0.text)" } == [])
    }

    private static func page() throws -> DocumentTests.Document {
        try #require(try DocumentTests.documents().first { $0.path == "Documentation/Features.md" })
    }

    private static func rows(of page: DocumentTests.Document) -> [Row] {
        page.lines.enumerated().compactMap { index, line in
            let cells = cells(of: line)
            guard cells.count == 5, let ids = ids(of: cells[0]) else { return nil }
            return Row(
                line: index + 1, ids: ids, state: String(cells[1].prefix { $0 != ":" }), cells: cells)
        }
    }

    private static func cells(of line: Substring) -> [String] {
        guard line.hasPrefix("| ") else { return [] }
        return line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }

    /// - Returns: nil unless the cell has nothing but ids, such as `W-005, W-007 to W-009`.
    private static func ids(of cell: String) -> [String]? {
        var ids: [String] = []
        for part in cell.split(separator: ", ") {
            let ends = part.split(separator: " to ").map { $0.split(separator: "-") }
            guard let first = ends.first, let end = ends.last, first.count == 2, end.count == 2, first[0] == end[0],
                let from = Int(first[1]), let to = Int(end[1]), from <= to
            else { return nil }
            ids += (from...to).map { "\(first[0])-\($0)" }
        }
        return ids.isEmpty ? nil : ids
    }

    /// What the sources and the tests declare, and the names of their files and folders.
    private static func declaredNames() throws -> Set<String> {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "actor", "protocol", "typealias", "func", "var", "let", "case",
        ]
        var names: Set<String> = []
        for file in try SourceTree("Benchmarks", "Sources", "Tests").files {
            names.formUnion(file.path.split { "/+.".contains($0) }.map(String.init))
            for line in file.lines {
                let words = line.split(separator: " ")
                for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                    names.insert(String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
                }
            }
        }
        return names
    }
}
