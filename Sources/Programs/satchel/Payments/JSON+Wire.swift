// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Terminal

extension JSON {
    /// A message of the hub as the hub writes it.
    static func wire(_ message: some Encodable) throws -> JSON {
        JSON(try JSONValue(parsing: try Wire.encode(message)))
    }

    private init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let text): self = Int64(text).map { .integer($0) } ?? .text(text)
        case .string(let text): self = .text(text)
        case .array(let values): self = .array(values.map { JSON($0) })
        case .object(let members): self = .object(members.map { Member($0.key, JSON($0.value)) })
        }
    }
}
