// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto

/// Proves that a message comes from the hub: HMAC-SHA256 with the webhook's secret over the time, a full stop and the
/// body.
///
/// Wire: `Satchel-Webhook: t=<seconds since 1970>,v1=<hex of 32 bytes>`.
package enum WebhookSignature {
    package static let header = "Satchel-Webhook"
    /// The event's id, for servers that check it before they read the body.
    package static let eventHeader = "Satchel-Event"

    package static func value(of body: [UInt8], at time: UInt64, secret: SecretBytes) -> String {
        "t=\(time),v1=" + Hex.encode(HMACSHA256.code(Array("\(time).".utf8) + body, key: secret))
    }
}
