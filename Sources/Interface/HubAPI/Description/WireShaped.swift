// SPDX-License-Identifier: MIT
package import Bytes
package import FileModel
package import Money

/// A type whose JSON form cannot be derived by decoding it field by field, because it validates what it reads.
package protocol WireShaped: Decodable {
    /// Its JSON Schema.
    static var wireShape: JSONValue { get }
    /// Any value of it.
    static var wireExample: Self { get }
}

extension Amount: WireShaped {
    /// A decimal text without a sign.
    static let unsignedPattern = "(0|[1-9][0-9]{0,18})([.][0-9]{1,4})?"

    package static var wireShape: JSONValue {
        [
            "type": "object",
            "properties": [
                "value": [
                    "type": "string", "pattern": .string("^-?\(unsignedPattern)$"),
                    "description": "All decimals of the currency, and no other: 12.50 for USD, 12 for JPY.",
                ],
                "currency": ["type": "string", "pattern": "^[A-Z]{3}$", "description": "ISO 4217."],
            ],
            "required": ["value", "currency"], "additionalProperties": false,
        ]
    }

    package static var wireExample: Amount {
        do { return .zero(try Currency(code: "USD")) } catch {
            preconditionFailure("USD is in the table of currencies: \(error)")
        }
    }
}

extension OperationID: WireShaped {
    package static var wireShape: JSONValue {
        [
            "type": "string", "format": "uuid",
            "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
            "description": "A UUID of version 7 in lower case, made by the client: the same id gets the same answer.",
        ]
    }

    package static var wireExample: OperationID {
        guard let id = OperationID(bytes: [UInt8](repeating: 0, count: 16)) else {
            preconditionFailure("An id has 16 bytes.")
        }
        return id
    }
}

extension Blob: WireShaped {
    package static var wireShape: JSONValue {
        ["type": "string", "pattern": "^[A-Za-z0-9_-]*$", "description": "Bytes as base64url without padding."]
    }

    package static var wireExample: Blob { Blob([]) }
}

extension ItemID: WireShaped {
    package static var wireShape: JSONValue { idShape }
    package static var wireExample: ItemID { ItemID(checked: [UInt8](repeating: 0, count: byteCount)) }
}

extension SpaceID: WireShaped {
    package static var wireShape: JSONValue { idShape }
    package static var wireExample: SpaceID { SpaceID(checked: [UInt8](repeating: 0, count: byteCount)) }
}

extension FileIdentifier {
    fileprivate static var idShape: JSONValue {
        ["type": "string", "pattern": "^[0-9a-f]{32}$", "description": "16 random bytes, made by the client."]
    }
}

extension ContentHash: WireShaped {
    package static var wireShape: JSONValue {
        ["type": "string", "pattern": "^[0-9a-f]{64}$", "description": "The SHA-256 of the bytes."]
    }

    package static var wireExample: ContentHash { .empty }
}

extension WireName: WireShaped {
    package static var wireShape: JSONValue {
        [
            "oneOf": [
                ["type": "string", "minLength": 1, "maxLength": .number(FileName.maximumCount)],
                [
                    "type": "object", "properties": ["bytes": ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"]],
                    "required": ["bytes"], "additionalProperties": false,
                ],
            ],
            "description": "A text; or an object with the bytes as base64url, for a name that is not UTF-8.",
        ]
    }

    package static var wireExample: WireName {
        do { return WireName(try FileName("a")) } catch { preconditionFailure("A letter is a name: \(error)") }
    }
}

extension FileOrder: WireShaped {
    package static var wireShape: JSONValue {
        let messages: [(CodingKeys, String)] = [
            (.folder, "NewFolder"), (.link, "NewFile"), (.replace, "NewContent"), (.move, "MoveOrder"),
            (.copy, "CopyOrder"), (.trash, "TrashOrder"), (.restore, "RestoreOrder"),
        ]
        let members = messages.map { key, name in
            JSONValue.Member(key.stringValue, ["$ref": .string("#/components/schemas/\(name)")])
        }
        return [
            "type": "object", "properties": .object(members), "minProperties": 1, "maxProperties": 1,
            "additionalProperties": false,
        ]
    }

    package static var wireExample: FileOrder { .trash(TrashOrder(id: .wireExample, item: .wireExample)) }
}

extension CalendarDay: WireShaped {
    package static var wireShape: JSONValue {
        ["type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]
    }

    package static var wireExample: CalendarDay { CalendarDay(number: 0) }
}

extension Rhythm: WireShaped {
    package static var wireShape: JSONValue {
        [
            "type": "object",
            "properties": [
                "unit": ["type": "string", "enum": ["daily", "weekly", "monthly"]],
                "every": ["type": "integer", "minimum": 1, "maximum": .number(maximumInterval)],
            ],
            "required": ["unit"], "additionalProperties": false,
        ]
    }

    package static var wireExample: Rhythm {
        do { return try Rhythm(.monthly) } catch {
            preconditionFailure("Every month is a rhythm: \(error)")
        }
    }
}
