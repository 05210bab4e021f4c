// SPDX-License-Identifier: MIT
package import Bytes
import Crypto
package import HubAPI

/// Where a page of a list ended, authenticated by the hub for one account and one list.
package struct PageCursor {
    package let secret: SecretBytes
    package let account: Int64
    /// The name of the list, with everything that decides its content.
    package let list: String

    package init(secret: SecretBytes, account: Int64, list: String) {
        self.secret = secret
        self.account = account
        self.list = list
    }

    private static let positionBytes = 8
    private static let codeBytes = 16

    /// The cursor as a query field.
    package static let field = QueryField<String>.form(
        "before", "[A-Za-z0-9_-]{\((positionBytes + codeBytes) / 3 * 4)}", "The `next` of the page before.")

    /// 8 bytes of position and 16 bytes of authentication code, in base64url.
    package func text(at position: Int64) -> String {
        let bytes = Self.bytes(position)
        return Base64URL.encode(bytes + code(bytes))
    }

    /// - Throws: `HubProblem` with `.badRequest` for a cursor that was not issued to this account for this list.
    package func position(of text: String) throws -> Int64 {
        do {
            let bytes = try Base64URL.decode(text)
            if bytes.count == Self.positionBytes + Self.codeBytes,
                constantTimeEqual(Array(bytes[Self.positionBytes...]), code(Array(bytes[..<Self.positionBytes])))
            {
                return bytes[..<Self.positionBytes].reduce(0) { $0 << 8 | Int64($1) }
            }
        } catch is BytesError {
            // Falls through to the one refusal for every invalid cursor.
        }
        throw HubProblem(
            .badRequest, "The value of \"before\" is not a cursor that this hub gave to this account for this list.")
    }

    private func code(_ position: [UInt8]) -> [UInt8] {
        let bound = position + Self.bytes(account) + Array(list.utf8)
        return Array(HMACSHA256.code(Array("page".utf8) + bound, key: secret).prefix(Self.codeBytes))
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<positionBytes).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
