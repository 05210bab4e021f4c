// SPDX-License-Identifier: MIT

/// An active session of an account on one device.
package struct Device: Codable, Sendable, Equatable {
    /// The id for ``Routes/revokeDevice``.
    package var id: String
    /// The name that the owner gave the device.
    package var name: String?
    /// Seconds since 1970.
    package var loggedIn: UInt64
    /// When the device last refreshed its session, in seconds since 1970. It does so every 15 minutes while it is used.
    package var lastUsed: UInt64
    /// The address of its last refresh.
    package var address: String?
    package var hasSecondFactor: Bool
    /// Whether it is the device that sent the request.
    package var isPresent: Bool

    enum CodingKeys: String, CodingKey {
        case id = "id", name = "name", loggedIn = "loggedIn", lastUsed = "lastUsed", address = "address"
        case hasSecondFactor = "hasSecondFactor", isPresent = "isPresent"
    }

    package init(
        id: String, name: String?, loggedIn: UInt64, lastUsed: UInt64, address: String?, hasSecondFactor: Bool,
        isPresent: Bool
    ) {
        self.id = id
        self.name = name
        self.loggedIn = loggedIn
        self.lastUsed = lastUsed
        self.address = address
        self.hasSecondFactor = hasSecondFactor
        self.isPresent = isPresent
    }
}

package struct DeviceList: Codable, Sendable {
    /// The most recently used first.
    package var devices: [Device]

    enum CodingKeys: String, CodingKey { case devices = "devices" }

    package init(devices: [Device]) { self.devices = devices }
}

/// Identifies a device.
package struct DeviceName: Codable, Sendable {
    package var id: String

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id" }

    package init(id: String) { self.id = id }

    package init(from decoder: any Decoder) throws {
        id = try decoder.strictFields(CodingKeys.self).decode(String.self, forKey: .id)
    }
}

/// Completes a log-in with a correct password by a code of an authenticator app, or by a recovery code.
package struct ChallengeAnswer: Codable, Sendable {
    /// The challenge in the details of `SECOND_FACTOR_NEEDED`; valid for five minutes.
    package var challenge: String
    package var code: String
    /// See ``Credentials/device``.
    package var device: String?
    /// See ``Credentials/scope``.
    package var scope: SessionScope?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case challenge = "challenge", code = "code", device = "device", scope = "scope"
    }

    package init(challenge: String, code: String, device: String? = nil, scope: SessionScope? = nil) {
        self.challenge = challenge
        self.code = code
        self.device = device
        self.scope = scope
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        challenge = try fields.decode(String.self, forKey: .challenge)
        code = try fields.decode(String.self, forKey: .code)
        device = try fields.decodeIfPresent(String.self, forKey: .device)
        scope = try fields.decodeIfPresent(SessionScope.self, forKey: .scope)
    }
}

extension ChallengeAnswer: CustomStringConvertible, CustomReflectable {
    package var description: String { "ChallengeAnswer(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

package struct SecondFactorState: Codable, Sendable, Equatable {
    package var isOn: Bool
    package var recoveryCodesLeft: Int

    enum CodingKeys: String, CodingKey { case isOn = "isOn", recoveryCodesLeft = "recoveryCodesLeft" }

    package init(isOn: Bool, recoveryCodesLeft: Int) {
        self.isOn = isOn
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// The account's password again, for actions that a stolen access token must not allow.
package struct PasswordProof: Codable, Sendable {
    package var password: String

    enum CodingKeys: String, CodingKey, CaseIterable { case password = "password" }

    package init(password: String) { self.password = password }

    package init(from decoder: any Decoder) throws {
        password = try decoder.strictFields(CodingKeys.self).decode(String.self, forKey: .password)
    }
}

extension PasswordProof: CustomStringConvertible, CustomReflectable {
    package var description: String { "PasswordProof(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secret for an authenticator app.
package struct SecondFactorEnrolment: Codable, Sendable {
    /// `otpauth://totp/…`, to be shown as a QR code.
    package var link: String
    /// The secret alone, to be typed.
    package var secret: String

    enum CodingKeys: String, CodingKey { case link = "link", secret = "secret" }

    package init(link: String, secret: String) {
        self.link = link
        self.secret = secret
    }
}

extension SecondFactorEnrolment: CustomStringConvertible, CustomReflectable {
    package var description: String { "SecondFactorEnrolment(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A code of an authenticator app. At log-in, and to turn the second factor off, it may also be a recovery code.
package struct OneTimeCode: Codable, Sendable {
    package var code: String

    enum CodingKeys: String, CodingKey, CaseIterable { case code = "code" }

    package init(code: String) { self.code = code }

    package init(from decoder: any Decoder) throws {
        code = try decoder.strictFields(CodingKeys.self).decode(String.self, forKey: .code)
    }
}

extension OneTimeCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "OneTimeCode(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Recovery codes in case the authenticator is lost. Each can be used once. Only this answer contains them.
package struct RecoveryCodes: Codable, Sendable {
    package var codes: [String]

    enum CodingKeys: String, CodingKey { case codes = "codes" }

    package init(codes: [String]) { self.codes = codes }
}

extension RecoveryCodes: CustomStringConvertible, CustomReflectable {
    package var description: String { "RecoveryCodes(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Changes the password; includes the present one.
package struct PasswordChange: Codable, Sendable {
    package var password: String
    /// 8 to 256 bytes of UTF-8.
    package var replacement: String

    enum CodingKeys: String, CodingKey, CaseIterable { case password = "password", replacement = "replacement" }

    package init(password: String, replacement: String) {
        self.password = password
        self.replacement = replacement
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        password = try fields.decode(String.self, forKey: .password)
        replacement = try fields.decode(String.self, forKey: .replacement)
    }
}

extension PasswordChange: CustomStringConvertible, CustomReflectable {
    package var description: String { "PasswordChange(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
