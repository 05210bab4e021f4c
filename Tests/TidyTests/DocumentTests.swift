// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

/// What documents point at is there.
struct DocumentTests {
    struct Document {
        /// Relative to the root, as in `Documentation/Map.md`.
        let path: String
        let lines: [Substring]

        /// Where the links of the text lead, each with the line it stands on.
        var links: [(line: Int, target: String)] {
            lines.enumerated().flatMap { index, line in
                line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
                    rest.firstIndex(of: ")").map { (index + 1, String(rest[..<$0])) }
                }
            }
        }

        /// What the text writes as code: every second piece between backquotes.
        var code: [(line: Int, text: String)] {
            lines.enumerated().flatMap { index, line in
                line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { !$0.offset.isMultiple(of: 2) }.map { (index + 1, String($0.element)) }
            }
        }
    }

    static let folders = ["Benchmarks", "Documentation", "Scripts", "Sources", "Tests"]

    @Test func everyRelativeLinkLeadsSomewhere() throws {
        var wrong: [String] = []
        for document in try Self.documents() {
            let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
            for (line, target) in document.links where !target.contains("://") && !target.hasPrefix("#") {
                let path = target.prefix { $0 != "#" }
                if !Self.exists(folder + "/" + path) { wrong.append("\(document.path):\(line): \(target)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func everyPathInADocumentIsThere() throws {
        var wrong: [String] = []
        for document in try Self.documents() {
            for (line, text) in document.code where Self.isPath(text) && !Self.exists(text) {
                wrong.append("\(document.path):\(line): \(text)")
            }
        }
        #expect(wrong == [])
    }

    /// One word has one meaning, and stands where a reader looks for it.
    @Test func everyWordOfTheGlossaryStandsOnceInTheOrderOfItsSection() throws {
        let lines = try #require(Self.documents().first { $0.path == "Documentation/Glossary.md" }).lines
        var (sections, words): ([[String]], Set<String>) = ([], [])
        for line in lines {
            if line.hasPrefix("| Word |") { sections.append([]) }
            guard line.hasPrefix("| "), let cell = line.split(separator: "|").first else { continue }
            let word = cell.split(separator: " ").joined(separator: " ")
            guard word != "Word" else { continue }
            #expect(words.insert(word).inserted, "\(word) stands twice")
            sections[sections.count - 1].append(word)
        }
        #expect(words.count > 200)
        for section in sections { #expect(section == section.sorted { $0.lowercased() < $1.lowercased() }) }
    }

    @Test func everyDecisionHasANumberOfItsOwnAndARowInTheIndex() throws {
        let folder = SourceTree.root + "/Documentation/Decisions"
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "README.md" }.sorted()
        let index = try Self.documents().filter { $0.path == "Documentation/Decisions/README.md" }.flatMap(\.links)
        #expect(index.map(\.target) == pages)
        #expect(Set(pages.map { $0.prefix(4) }).count == pages.count)
    }

    /// The page has the table, openapi.json the details, and neither knows a route or a code that the other does not.
    @Test func everyRouteAndEveryCodeOfTheHubStandsInItsProtocolPage() throws {
        let folder = "Documentation/Protocols/"
        let page = try #require(try Self.documents().first { $0.path == folder + "Hub-API.md" })
        let words = Set(page.code.map(\.text))
        let file = try Data(contentsOf: URL(filePath: "\(SourceTree.root)/\(folder)openapi.json"))
        let routes = try JSONDecoder().decode(RouteFile.self, from: file).paths.flatMap { path, operations in
            operations.keys.map { "\($0.uppercased()) \(path)" }
        }
        // A query stands behind the path.
        let told = Set(words.filter { $0.contains(" /v1/") }.map { String($0.prefix { $0 != "?" }) })
        #expect(routes.count > 60 && Set(routes).subtracting(told).sorted() == [])
        #expect(told.subtracting(routes).sorted() == [])
        let codes = try SourceTree("Sources/Interface/HubAPI").files.filter { $0.path.hasSuffix("/HubProblem.swift") }
            .flatMap(\.lines).compactMap { line in
                let parts = line.split(separator: "\"")
                return line.hasPrefix("        case ") && parts.count == 2 ? String(parts[1]) : nil
            }
        #expect(codes.count > 40 && Set(codes).subtracting(words).sorted() == [])
    }

    /// Paths, each with its methods.
    private struct RouteFile: Decodable {
        struct Operation: Decodable {}
        let paths: [String: [String: Operation]]
    }

    /// A filter that names nothing lets everything pass, and a variable that nobody reads lengthens nothing.
    @Test func whateverTheSoakNamesIsThere() throws {
        let data = try Data(contentsOf: URL(filePath: SourceTree.root + "/Makefile"))
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let suites = lines.filter { $0.hasPrefix("SOAK ") }.flatMap { line in
            line.split(separator: "=")[1].split { " |".contains($0) }.filter { $0 != "$(SOAK)" }
        }
        let recipe = lines.drop { !$0.hasPrefix("soak:") }.dropFirst().prefix { $0.hasPrefix("\t") }
        let variables = recipe.flatMap { $0.split { " \t@".contains($0) } }.filter { $0.hasPrefix("SATCHEL_") }
            .map { $0.prefix { $0 != "=" } }
        let tests = try SourceTree("Tests").files
        let unknown = suites.filter { suite in
            !tests.contains { file in
                file.path.hasPrefix("Tests/\(suite)/") || file.lines.contains { $0.contains("struct \(suite) ") }
            }
        }
        let folder = SourceTree.root + "/Tests/AppTests/"
        let scenarios = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".py") }
            .map { String(decoding: try Data(contentsOf: URL(filePath: folder + $0)), as: UTF8.self) }
        let unread = variables.filter { variable in
            !tests.contains { file in file.lines.contains { $0.contains("\"\(variable)\"") } }
                && !scenarios.contains { $0.contains("\"\(variable)\"") }
        }
        #expect(suites.count > 5 && variables.count > 5)
        #expect(unknown + unread == [])
    }

    /// Whether a word is the path of one file or folder of this project; `Tests/<Module>Tests` is of many.
    private static func isPath(_ text: String) -> Bool {
        folders.contains { text.hasPrefix($0 + "/") } && !text.contains { " <*{…".contains($0) }
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: SourceTree.root + "/" + path)
    }

    static func documents() throws -> [Document] {
        var paths = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root)
        for folder in folders {
            paths += try FileManager.default.subpathsOfDirectory(atPath: SourceTree.root + "/" + folder).map {
                folder + "/" + $0
            }
        }
        return try paths.filter { $0.hasSuffix(".md") }.sorted().map { path in
            let data = try Data(contentsOf: URL(filePath: SourceTree.root + "/" + path))
            let text = String(decoding: data, as: UTF8.self)
            return Document(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
}
