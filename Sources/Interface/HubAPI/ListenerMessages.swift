// SPDX-License-Identifier: MIT
internal import HTTP

/// A key that hears the events of an account and does nothing else.
package struct ListenerKey: Codable, Sendable {
    package static let byteCount = 32

    package var key: Blob

    enum CodingKeys: String, CodingKey, CaseIterable { case key = "key" }

    package init(key: Blob) { self.key = key }

    package init(from decoder: any Decoder) throws {
        key = try decoder.strictFields(CodingKeys.self).decode(Blob.self, forKey: .key)
    }
}

extension ListenerKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "ListenerKey(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a key gets: an access token for ``Routes/events`` and ``Routes/eventPoll``.
package struct ListenerAccess: Codable, Sendable {
    package var accessToken: String
    /// When the access token expires, in seconds since 1970.
    package var accessExpires: UInt64

    enum CodingKeys: String, CodingKey { case accessToken = "accessToken", accessExpires = "accessExpires" }

    package init(accessToken: String, accessExpires: UInt64) {
        self.accessToken = accessToken
        self.accessExpires = accessExpires
    }
}

extension ListenerAccess: CustomStringConvertible, CustomReflectable {
    package var description: String { "ListenerAccess(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Routes {
    /// Makes the key known of a program that hears the events of the account while its wallet is closed. The same one
    /// again changes nothing. ``revokeDevice`` ends it.
    package static let newListener = Route(
        .post, "/v1/devices/listeners", .signed, in: HashedSecret.self, out: DeviceName.self)
    /// Exchanges a key for an access token.
    package static let listen = Route(
        .post, "/v1/auth/listen", .open, in: ListenerKey.self, out: ListenerAccess.self)
}
