// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials

/// The vector files beside this one.
enum Vectors {
    /// A file of Core's, read with the project's own JSON.
    static func load(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    static func load<T: Decodable>(_ name: String, as type: T.Type) throws -> T {
        try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
    }

    private static func file(_ name: String) -> URL {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return URL(filePath: "/\(folder)/Vectors/\(name)")
    }
}
