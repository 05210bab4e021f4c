// SPDX-License-Identifier: MIT
import Testing

/// Rules of the house that a machine can judge honestly.
struct HabitTests {
    @Test func everyFileNamesItsLicence() throws {
        let files = try SourceTree("Benchmarks", "Sources", "Tests").files
        #expect(files.filter { !$0.lines.prefix(2).contains("// SPDX-License-Identifier: MIT") }.map(\.path) == [])
    }

    @Test func swallowedErrorsAndForcedValuesSayWhyTheyAreSafe() throws {
        let tree = try SourceTree("Sources")
        let found = tree.objections("give the reason in a `// Safe:` line above") { file, index, code in
            guard code.contains("try?") || code.contains("try!") || code.contains(" as! ") else { return false }
            return !file.lines[max(0, index - 3)..<index].contains { $0.contains("// Safe:") }
        }
        #expect(found == [])
    }

    /// `value!`, and variables of types such as `Item!`, end the program where nothing is.
    @Test func whatIsUnwrappedByForceSaysWhyItIsSafe() throws {
        let tree = try SourceTree("Sources")
        let found = tree.objections("give the reason in a `// Safe:` line above") { file, index, line in
            guard line.contains("!") else { return false }
            // Outside of texts; `try!` and `as!` have a rule of their own.
            let code =
                line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
                .replacing("try!", with: "").replacing("as!", with: "") + "  "
            let isForced = zip(code, zip(code.dropFirst(), code.dropFirst(2))).contains { before, pair in
                pair.0 == "!" && pair.1 != "=" && (before.isLetter || before.isNumber || ")]_?>".contains(before))
            }
            return isForced && !file.lines[max(0, index - 3)..<index].contains { $0.contains("// Safe:") }
        }
        #expect(found == [])
    }

    @Test func emptyTextIsCalledEmpty() throws {
        let found = try SourceTree("Sources").objections("use isEmpty") { _, _, code in
            // The beginning of a longer literal has a third quote.
            let code = code.replacing("\"\"\"", with: "")
            return code.contains("== \"\"") || code.contains("!= \"\"")
        }
        #expect(found == [])
    }

    /// What is divided is no collection, and some numbers are called `count`: of structures of C, and of running sums.
    @Test func emptyCollectionsAreCalledEmpty() throws {
        let numbers: Set = ["handles", "tpmProperties", "code", "known", "narrows", "wides", "chunk"]
        let found = try SourceTree("Sources").objections("use isEmpty") { _, _, code in
            [" == 0", " != 0", " > 0", " < 1", " >= 1"].contains { comparison in
                code.ranges(of: ".count" + comparison).contains { range in
                    if let next = code[range.upperBound...].first, next.isNumber || next == "." || next == "_" {
                        return false
                    }
                    let words = code[..<range.lowerBound].split { " (!,".contains($0) }
                    let receiver = words.last?.split(separator: ".").last.map(String.init) ?? ""
                    return !numbers.contains(receiver) && words.dropLast().last != "%"
                }
            }
        }
        #expect(found == [])
    }

    @Test func uncheckedSendableProvesItself() throws {
        let found = try SourceTree("Sources").objections("prove it in a comment above") { file, index, code in
            guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else { return false }
            return !file.lines[max(0, index - 4)..<index].contains { $0.contains("//") }
        }
        #expect(found == [])
    }

    @Test func nothingIsLeftForLater() throws {
        let words = ["TO" + "DO", "FIX" + "ME", "HA" + "CK", "unimpl" + "emented"]
        var found: [String] = []
        for file in try SourceTree("Benchmarks", "Sources", "Tests").files {
            for (index, line) in file.lines.enumerated() where words.contains(where: line.contains) {
                found.append("\(file.path):\(index + 1)")
            }
        }
        #expect(found == [])
    }

    @Test func nothingIsPublicAndNothingWrapsSilently() throws {
        let tree = try SourceTree("Sources")
        #expect(
            tree.objections("use package", where: { _, _, code in isPublic(code) }) == [])
        let money = tree.objections("money is added with checks") { file, _, code in
            [
                "Money", "Tokens", "Chains", "Bitcoin", "Ethereum", "Solana", "Hub", "HubLedger", "Wallet", "Coins",
                "Banking",
            ]
            .contains(
                file.module)
                && [" &+ ", " &- ", " &* ", "Double", "Float"].contains(
                    where: code.replacing("DoubleSHA256", with: "").contains)
        }
        #expect(money == [])
    }

    /// A log has no name, amount or secret because no field takes a text. These places make the only texts, from
    /// constants, settings and the system's reasons.
    @Test func logsTakeNoTextExceptWhereThatIsKnownToBeSafe() throws {
        let known: Set = [
            "Sources/Primitives/SQL/SQLError.swift", "Sources/Services/HTTP/HTTPError.swift",
            "Sources/System/HubStorage/HubError.swift", "Sources/System/Hub/Operating/RequestLine.swift",
            "Sources/Programs/satchel-hub/HubProgram.swift", "Sources/Programs/satchel-hub/Command+Serve.swift",
        ]
        let found = try SourceTree("Sources").objections("a log takes no text") { file, _, code in
            code.contains("LogText(") && !known.contains(file.path)
        }
        #expect(found == [])
    }

    @Test func noProgramLoadsTheWholeOfFoundation() throws {
        let heavy = try SourceTree("Sources").files.filter { $0.imports.contains { $0.module == "Foundation" } }
        #expect(heavy.map(\.path) == [])
    }

    @Test func namesSayWhatAThingIs() throws {
        let banned = ["Manager", "Helper", "Util", "Impl", "V2"]
        let found = try SourceTree("Sources").objections("find the noun") { _, _, code in
            let words = code.split(separator: " ").map(String.init)
            guard
                let index = words.firstIndex(where: { ["struct", "class", "enum", "actor", "protocol"].contains($0) }),
                index + 1 < words.count
            else { return false }
            let name = words[index + 1].prefix { $0.isLetter || $0.isNumber }
            return banned.contains { name.hasSuffix($0) }
        }
        #expect(found == [])
    }

    private func isPublic(_ code: String) -> Bool {
        let words = code.split(separator: " ")
        let declares = [
            "func", "struct", "final", "class", "enum", "init", "let", "var", "static", "typealias", "import",
        ]
        return words.first == "public" && words.count > 1 && declares.contains { words[1].hasPrefix($0) }
    }
}
