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

        /// What the file imports, with the line it stands on.
        var imports: [(line: Int, module: String)] {
            lines.enumerated().compactMap { index, line in
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
