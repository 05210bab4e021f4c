// SPDX-License-Identifier: MIT

/// A username and a password, to open an account or to log in.
package struct Credentials: Codable, Sendable {
    /// 3 to 32 characters of `a-z 0-9 . _ -`.
    package var username: String
    /// 8 to 256 bytes of UTF-8.
    package var password: String
    /// The owner's name for the device, at most 64 bytes, for the list of devices.
    package var device: String?
    /// What the session may do; everything if absent.
    package var scope: SessionScope?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case username = "username", password = "password", device = "device", scope = "scope"
    }

    package init(username: String, password: String, device: String? = nil, scope: SessionScope? = nil) {
        self.username = username
        self.password = password
        self.device = device
        self.scope = scope
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        username = try fields.decode(String.self, forKey: .username)
        password = try fields.decode(String.self, forKey: .password)
        device = try fields.decodeIfPresent(String.self, forKey: .device)
        scope = try fields.decodeIfPresent(SessionScope.self, forKey: .scope)
    }
}

/// What a session is restricted to.
package enum SessionScope: String, Codable, Sendable, CaseIterable {
    /// It neither sees nor moves money.
    case files = "files"
    /// It hears the account's events, with their amounts, and does nothing else.
    case events = "events"
}

extension Credentials: CustomStringConvertible, CustomReflectable {
    package var description: String { "Credentials(\(username), ‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}

/// The long-lived token of a session. Each use invalidates it and returns the next one.
package struct RefreshToken: Codable, Sendable {
    package var refreshToken: String

    enum CodingKeys: String, CodingKey, CaseIterable { case refreshToken = "refreshToken" }

    package init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    package init(from decoder: any Decoder) throws {
        refreshToken = try decoder.strictFields(CodingKeys.self).decode(String.self, forKey: .refreshToken)
    }
}

extension RefreshToken: CustomStringConvertible, CustomReflectable {
    package var description: String { "RefreshToken(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of a registration, a log-in or a refresh.
package struct Session: Codable, Sendable {
    /// The account's id, 16 bytes. A redemption is bound to it.
    package var account: Blob
    package var username: String
    package var accessToken: String
    /// When the access token expires, in seconds since 1970.
    package var accessExpires: UInt64
    package var refreshToken: String
    /// 32 bytes, the key that signs requests that change something. It stays the same until the hub rotates its keys,
    /// which invalidates the access token too.
    package var signingKey: Blob
    /// What the session is restricted to, if it is.
    package var scope: SessionScope?

    enum CodingKeys: String, CodingKey {
        case account = "account", username = "username", accessToken = "accessToken", accessExpires = "accessExpires"
        case refreshToken = "refreshToken", signingKey = "signingKey", scope = "scope"
    }

    package init(
        account: Blob, username: String, accessToken: String, accessExpires: UInt64, refreshToken: String,
        signingKey: Blob, scope: SessionScope? = nil
    ) {
        self.account = account
        self.username = username
        self.accessToken = accessToken
        self.accessExpires = accessExpires
        self.refreshToken = refreshToken
        self.signingKey = signingKey
        self.scope = scope
    }
}

extension Session: CustomStringConvertible, CustomReflectable {
    package var description: String { "Session(\(username), ‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
