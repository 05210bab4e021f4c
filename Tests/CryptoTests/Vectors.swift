// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials

/// The vector files beside this one.
enum Vectors {
    static func load<T: Decodable>(_ name: String, as type: T.Type = T.self) throws -> T {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/\(name)"))
        return try JSONDecoder().decode(type, from: data)
    }
}

/// The frame of every Wycheproof file.
struct Wycheproof<Group: Decodable>: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
}

/// Bytes that a JSON file writes as hexadecimal text.
struct HexBytes: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        bytes = try Hex.decode(decoder.singleValueContainer().decode(String.self))
    }
}
