// SPDX-License-Identifier: MIT
import Testing

/// What is stored or sent is named in the text of the program, so that renaming a case or a property changes no byte.
/// Decision 0079
struct StoredNameTests {
    private static let folders = [
        "Sources/Interface/HubAPI", "Sources/System/Hub", "Sources/System/HubLedger", "Sources/System/HubStorage",
        "Sources/System/Coins", "Sources/System/CardStore", "Sources/Domain/Cards", "Sources/System/Wallet",
        "Sources/System/Drive", "Sources/System/HubFiles", "Sources/System/Vault", "Sources/System/Backups",
        "Sources/System/FileService", "Sources/Domain/FileModel", "Sources/Domain/Tokens", "Sources/Domain/Money",
        "Sources/Domain/NearbyProtocol", "Sources/Interface/Sharing", "Sources/Services/Keys",
        "Sources/Services/Nearby", "Sources/Services/FileIO",
    ]

    private func blocks(_ word: String) throws -> [Block] {
        try SourceTree("Sources").files.filter { file in Self.folders.contains { file.path.hasPrefix($0 + "/") } }
            .flatMap { Block.all(word, in: $0) }
    }

    @Test func everyRawValueIsWrittenDown() throws {
        let enums = try blocks("enum").filter { block in
            // Codes of our own errors and the steps of crash tests stay in the process.
            ["String", "Int", "Int64", "UInt64", "UInt32", "UInt8"].contains(block.inherited.first)
                && !block.file.hasSuffix("Error.swift") && !block.name.hasSuffix("Step")
        }
        #expect(enums.count > 60)
        #expect(enums.filter { !$0.cases.allSatisfy { $0.contains("=") } }.map(\.place) == [])
    }

    @Test func everyCodableTypeNamesItsFields() throws {
        let structs = try blocks("struct").filter { $0.inherited.contains("Codable") }
        #expect(structs.count > 80)
        let silent = structs.filter { block in
            !block.body.contains { $0.contains("enum CodingKeys") || $0.contains("func encode(to") }
        }
        // A type without fields has nothing to name.
        #expect(silent.filter { block in block.body.contains { $0.contains("var ") } }.map(\.place) == [])
    }
}

/// A type's declaration, with the lines that are its own and no inner type's.
private struct Block {
    let file: String
    let line: Int
    let name: String
    let inherited: [String]
    let body: [String]

    var place: String { "\(file):\(line) \(name)" }

    /// What stands between `case` and the end of its list, for an enum.
    var cases: [String] {
        var found: [String] = []
        for line in body {
            let words = line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
            guard let start = words.firstRange(of: "case ") else { continue }
            found += words[start.upperBound...].split(separator: ",").map(String.init)
                .filter { $0.contains { $0.isLetter } }
        }
        return found
    }

    static func all(_ word: String, in file: SourceTree.File) -> [Block] {
        file.lines.indices.compactMap { index in
            let line = file.lines[index]
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//"), let open = line.firstIndex(of: "{"),
                let keyword = " \(line[..<open])".firstRange(of: " \(word) ")
            else { return nil }
            let head = " \(line[..<open])"[keyword.upperBound...].split(separator: ":", maxSplits: 1)
            guard head.count == 2 else { return nil }
            let inherited = head[1].split { $0 == "," || $0 == " " }.map(String.init)
            return Block(
                file: file.path, line: index + 1, name: String(head[0]), inherited: inherited,
                body: body(of: line, at: index, in: file.lines))
        }
    }

    /// The house's format closes a block at the column where its line began.
    private static func body(of line: String, at index: Int, in lines: [String]) -> [String] {
        if line.hasSuffix("}"), let open = line.firstIndex(of: "{") { return [String(line[open...].dropLast())] }
        let indent = line.prefix { $0 == " " }
        return lines[(index + 1)...].prefix { $0 != indent + "}" }.filter {
            $0.hasPrefix(indent + "    ") && !$0.hasPrefix(indent + "     ")
        }
    }
}
