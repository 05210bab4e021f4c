// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials

/// Vectors/uniform-resources.json.
struct UniformResourceVectors: Decodable {
    struct Stream: Decodable {
        let messageBytes: Int
        let maximumFragmentBytes: Int
        let fragments: Int
        let parts: UInt32
        let sha256: String

        var message: [UInt8] { (0..<messageBytes).map { UInt8(truncatingIfNeeded: ($0 * $0 + 31 * $0) >> 3) } }
    }

    let message50: String
    let message256: String
    let single: String
    let parts: [String]
    let fountainParts: [String]
    let bytewordsBytes: String
    let bytewordsStandard: String
    let bytewordsMinimal: String
    let streams: [Stream]

    static func load() throws -> Self {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let file = URL(filePath: "/\(folder)/Vectors/uniform-resources.json")
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    /// A byte string as a record.
    static func cbor(_ hex: String) throws -> [UInt8] {
        var writer = CBORWriter()
        writer.bytes(try Hex.decode(hex))
        return writer.encoded
    }
}
