// SPDX-License-Identifier: MIT
import FoundationEssentials

/// The vector files beside this one.
enum Vectors {
    static func load<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
    }

    /// The lines of a text file, without comments.
    static func lines(_ name: String) throws -> [Substring] {
        try String(contentsOf: file(name), encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    private static func file(_ name: String) -> URL {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return URL(filePath: "/\(folder)/Vectors/\(name)")
    }
}
