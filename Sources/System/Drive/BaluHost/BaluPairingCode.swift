// SPDX-License-Identifier: MIT
internal import Bytes

/// What the pairing picture of a BaluHost holds: JSON with a token that is good once, for five minutes.
///
/// The picture may hold a WireGuard configuration too. Its private key was made by the server, which therefore knows it.
package struct BaluPairingCode: Equatable, Sendable {
    /// The longest text that is read, in bytes.
    package static let maximumCount = 8 << 10
    /// What a server allows, in days.
    package static let validDays: ClosedRange<UInt64> = 30...180
    package static let usualDays: UInt64 = 90

    package var token: String
    /// Such as `https://home.example:8000`.
    package var address: String
    /// Milliseconds since 1970, by the server's clock.
    package var expires: Int64
    /// How long the device stays paired, in days. The server does not remember it.
    package var days: UInt64
    /// A WireGuard configuration, in Base64 as it came.
    package var tunnel: String?

    /// - Returns: nil for any other code, so that a scanner passes over it.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumCount, text.utf8.first == UInt8(ascii: "{") else { return nil }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: Array(text.utf8))
        } catch {
            return nil
        }
        guard let token = json["token"]?.string, token.hasPrefix("reg_"), token.utf8.count <= 256,
            token.utf8.allSatisfy({ 33...126 ~= $0 }), let server = json["server"]?.string,
            server.hasPrefix("http://") || server.hasPrefix("https://"),
            let expires = json["expires_at"]?.string.flatMap(BaluDate.milliseconds)
        else { return nil }
        self.token = token
        address = BaluAccount.plain(server)
        self.expires = expires
        let days = json["device_token_validity_days"]?.uint64 ?? Self.usualDays
        self.days = min(max(days, Self.validDays.lowerBound), Self.validDays.upperBound)
        tunnel = json["vpn_config"]?.string
    }
}
