// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import FoundationEssentials
import Testing

/// The file of vectors beside this one.
struct VectorFile: Sendable, CustomTestStringConvertible {
    let json: JSONValue
    var testDescription: String { json["source"]?.string ?? "" }

    static let all: [VectorFile] = {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return ["/\(folder)/Vectors/eth-account.json"].map { path in
            do {
                return VectorFile(
                    json: try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: path))), maximumCount: 64 << 20))
            } catch {
                preconditionFailure("The vectors in \(path) cannot be read: \(error)")
            }
        }
    }()

    subscript(name: String) -> [JSONValue] { json[name]?.array ?? [] }
}

extension JSONValue {
    /// The hexadecimal bytes of a member.
    func bytes(_ key: String) throws -> [UInt8] {
        let text = try #require(self[key]?.string)
        return try Hex.decode(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text)
    }

    func address(_ key: String) throws -> Address { try Address(parsing: #require(self[key]?.string)) }

    func key() throws -> Secp256k1.PrivateKey { try Secp256k1.PrivateKey(SecretBytes(bytes("key"))) }
}

extension ABI.Kind {
    /// A value of this type from the text that the vectors have.
    func value(_ json: JSONValue) throws -> ABI.Value {
        switch self {
        case .uint: return .uint(try UInt256(decimal: #require(json.string)))
        case .int:
            let text = try #require(json.string)
            guard text.hasPrefix("-") else { return .int(try UInt256(decimal: text)) }
            return .int(try UInt256.max.subtracting(UInt256(decimal: text.dropFirst()).subtracting(1)))
        case .address: return .address(try Address(parsing: #require(json.string)))
        case .bool: return .bool(json == true)
        case .fixedBytes, .bytes: return .bytes(try Hex.decode(String(#require(json.string).dropFirst(2))))
        case .string: return .string(try #require(json.string))
        case .array(let element), .fixedArray(let element, _):
            return .list(try #require(json.array).map { try element.value($0) })
        case .tuple(let kinds): return .list(try zip(kinds, #require(json.array)).map { try $0.value($1) })
        }
    }
}
