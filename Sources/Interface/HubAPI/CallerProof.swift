// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import HTTP

/// The authentication of a request: the access token and, for routes that change something, a signature over the
/// request.
///
/// An attacker who only sees an access token, in a log or at a proxy, can then read but neither move money nor
/// redirect payments.
///
/// Wire: `Authorization: Bearer <token>` and `Satchel-Signature: <seconds since 1970>.<base64url HMAC-SHA256>` over the CBOR
/// array `[method, path, [[name, value]...] of the query, SHA-256 of the body, seconds]` with the session's signing key.
package struct CallerProof: Sendable {
    package static let header = "Satchel-Signature"
    /// The largest accepted difference between the clocks of client and hub, in seconds.
    package static let tolerance: UInt64 = 600

    package let accessToken: String
    private let signingKey: SecretBytes
    private let time: UInt64

    /// - Parameter time: the hub's time, seconds since 1970.
    package init(_ session: Session, at time: UInt64) {
        accessToken = session.accessToken
        signingKey = SecretBytes(session.signingKey.bytes)
        self.time = time
    }

    /// Adds the authentication that the route requires to a request.
    package func prove(_ request: inout Request, for access: RouteAccess) {
        guard access != .open else { return }
        request.headers["Authorization"] = "Bearer \(accessToken)"
        guard access == .signed || access == .operator else { return }
        let code = Self.code(request, time: time, key: signingKey)
        request.headers[Self.header] = "\(time).\(Base64URL.encode(code))"
    }

    /// Checks the signature of a request.
    ///
    /// The hub keeps no list of used signatures. A replayed request does no harm: changes that a copy could repeat or
    /// undo have an id in the body and are done once, codes can be used once, and what was ended stays ended.
    ///
    /// - Throws: ``HubProblem`` with `.unsigned`, or `.clockOff` with the hub's time in its details.
    package static func check(_ request: Request, key: SecretBytes, now: UInt64) throws {
        guard let (time, given) = halves(request.headers[header] ?? ""),
            constantTimeEqual(given, code(request, time: time, key: key))
        else {
            throw HubProblem(
                .unsigned,
                "This must be signed with the session's key. Log in again and repeat it; update an older wallet first.")
        }
        guard time <= now ? now - time <= tolerance : time - now <= tolerance else {
            throw HubProblem(
                .clockOff, "The clocks of this device and of the hub are more than 10 minutes apart. Set the clock.",
                details: ["time": "\(now)"])
        }
    }

    /// The time and the code of a header.
    private static func halves(_ header: String) -> (time: UInt64, code: [UInt8])? {
        var header = header
        return header.withUTF8 { header in
            guard let point = header.firstIndex(of: UInt8(ascii: ".")),
                let time = UInt64(String(decoding: header[..<point], as: UTF8.self))
            else { return nil }
            do {
                return (time, try Base64URL.decode(UnsafeBufferPointer(rebasing: header[(point + 1)...])))
            } catch {
                return nil
            }
        }
    }

    private static func code(_ request: Request, time: UInt64, key: SecretBytes) -> [UInt8] {
        var writer = CBORWriter(capacity: 128 + request.path.utf8.count)
        writer.array(5)
        writer.text(request.method.rawValue)
        writer.text(request.path)
        writer.array(request.query.count)
        for (name, value) in request.query {
            writer.array(2)
            writer.text(name)
            writer.text(value)
        }
        writer.bytes(SHA256.hash(request.body).bytes)
        writer.uint(time)
        return HMACSHA256.code(writer.encoded, key: key)
    }
}

extension CallerProof: CustomStringConvertible, CustomReflectable {
    package var description: String { "CallerProof(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
