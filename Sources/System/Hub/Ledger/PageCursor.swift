// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI

/// Where a page of a list ended, in a form that only the hub can make and that is good for one account and one list.
struct PageCursor {
    let secret: SecretBytes
    let account: Int64
    /// The list with everything that decides what is in it.
    let list: String

    /// 8 bytes of position and 16 of authentication, in base64url.
    func text(at position: Int64) -> String {
        let bytes = Self.bytes(position)
        return Base64URL.encode(bytes + code(bytes))
    }

    /// - Throws: `HubProblem` with `.badRequest` for one that this account was not given for this list.
    func position(of text: String) throws -> Int64 {
        do {
            let bytes = try Base64URL.decode(text)
            if bytes.count == 24, constantTimeEqual(Array(bytes[8...]), code(Array(bytes[..<8]))) {
                return bytes[..<8].reduce(0) { $0 << 8 | Int64($1) }
            }
        } catch is BytesError {
            // Falls through to the one sentence that a wrong cursor deserves, however it is wrong.
        }
        throw HubProblem(
            .badRequest, "The value of \"before\" is not a cursor that this hub gave to this account for this list.")
    }

    private func code(_ position: [UInt8]) -> [UInt8] {
        let bound = position + Self.bytes(account) + Array(list.utf8)
        return Array(HMACSHA256.code(Array("page".utf8) + bound, key: secret).prefix(16))
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
