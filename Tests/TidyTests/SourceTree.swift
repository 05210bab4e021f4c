// SPDX-License-Identifier: MIT
import FoundationEssentials

/// The Swift files of the project, read once, as lines.
struct SourceTree {
    struct File {
        /// Relative to the root, as in `Sources/Domain/Money/Amount.swift`.
        let path: String
        let lines: [String]

        /// The folder that is the module, as in `Money`; empty outside `Sources`.
        var module: String {
            let parts = path.split(separator: "/")
            return parts.first == "Sources" && parts.count > 3 ? String(parts[2]) : ""
        }

        /// What the file imports, with the line it stands on; what only Apple's systems read is left out.
        var imports: [(line: Int, module: String)] {
            let skipped = appleLines
            return lines.enumerated().compactMap { index, line in
                guard !skipped.contains(index) else { return nil }
                var words = line.split(separator: " ").map(String.init)
                while let first = words.first,
                    ["package", "internal", "private", "fileprivate", "public"].contains(first)
                {
                    words.removeFirst()
                }
                guard words.first == "import", words.count > 1 else { return nil }
                let name = ["func", "struct", "class", "enum", "var"].contains(words[1]) ? words[2] : words[1]
                return (index + 1, String(name.split(separator: ".")[0]))
            }
        }

        /// The lines, from 0, behind `#if canImport` of a framework that only Apple's systems have.
        private var appleLines: Set<Int> {
            var found: Set<Int> = []
            var conditions: [Bool] = []
            for (index, line) in lines.enumerated() {
                let code = line.drop { $0 == " " }
                if code.hasPrefix("#if ") {
                    conditions.append(Self.apple.contains { code.contains("canImport(\($0))") })
                } else if code.hasPrefix("#else"), !conditions.isEmpty {
                    conditions[conditions.count - 1] = false
                } else if code.hasPrefix("#endif") {
                    _ = conditions.popLast()
                }
                if conditions.contains(true) { found.insert(index) }
            }
            return found
        }

        private static let apple = ["SwiftUI", "UIKit", "Security", "LocalAuthentication"]
    }

    let files: [File]

    static let root = String(#filePath.dropLast("/Tests/TidyTests/SourceTree.swift".count))

    /// Reads every Swift file below some folders of the root.
    init(_ folders: String...) throws {
        var files: [File] = []
        for folder in folders {
            for path in try FileManager.default.subpathsOfDirectory(atPath: Self.root + "/" + folder).sorted()
            where path.hasSuffix(".swift") {
                let whole = folder + "/" + path
                let data = try Data(contentsOf: URL(filePath: Self.root + "/" + whole))
                let lines = String(decoding: data, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false)
                files.append(File(path: whole, lines: lines.map(String.init)))
            }
        }
        self.files = files
    }

    /// Every line of code (comments left out) that a rule objects to, as `path:line: what`.
    func objections(_ what: String, where rule: (File, _ line: Int, _ code: String) -> Bool) -> [String] {
        files.flatMap { file in
            file.lines.enumerated().compactMap { index, text in
                let trimmed = text.drop { $0 == " " }
                guard !trimmed.hasPrefix("//"), rule(file, index, text) else { return nil }
                return "\(file.path):\(index + 1): \(what)"
            }
        }
    }
}
