// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
package import NearbyProtocol

/// What a device of an account shows to a new one: where the hub is, its root key, and a token that is good once.
///
/// Text form: that of a join link with another start and the token, `satchel://pair?hub=<url>&root=<key>&token=<base64url>`.
package struct PairingCode: Hashable, Sendable {
    package static let tokenCount = 16
    package static let start = "satchel://pair?"
    /// The longest text that is read, in bytes.
    package static let maximumCount = 512

    package let hub: HubDescription
    /// 128 random bits, a secret until the code is used or over.
    package let token: [UInt8]

    /// - Parameter token: 16 fresh bytes.
    package init(hub: HubDescription, token: [UInt8]) {
        precondition(token.count == Self.tokenCount, "The token of a pairing code has \(Self.tokenCount) bytes.")
        self.hub = hub
        self.token = token
    }

    /// Parses the text form.
    ///
    /// - Throws: `HubProblem` with `.badRequest` and a message on what is wrong with the code.
    package init(_ text: String) throws {
        guard Self.isCode(text), text.utf8.count <= Self.maximumCount else {
            throw HubProblem(.badRequest, "This is not a pairing code; one starts with \(Self.start)hub=…")
        }
        let name = "token="
        let fields = text.dropFirst(Self.start.count).split(separator: "&", omittingEmptySubsequences: false)
        let tokens = fields.filter { $0.hasPrefix(name) }
        guard tokens.count == 1 else { throw Self.damaged }
        hub = try HubDescription(
            link: "satchel://join?" + fields.filter { !$0.hasPrefix(name) }.joined(separator: "&"))
        do {
            token = try Base64URL.decode(String(tokens[0].dropFirst(name.count)))
        } catch {
            throw Self.damaged
        }
        guard token.count == Self.tokenCount else { throw Self.damaged }
    }

    /// Whether a text begins like a pairing code.
    package static func isCode(_ text: String) -> Bool { text.hasPrefix(start) }

    /// What the devices carry. It is a secret.
    package var text: String {
        Self.start + hub.link.dropFirst("satchel://join?".count) + "&token=" + Base64URL.encode(token)
    }

    /// What the hub keeps of the token.
    package var hash: Digest { SHA256.hash(token) }

    private static let damaged = HubProblem(.badRequest, "The pairing code is damaged. Read it again.")
}

extension PairingCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "PairingCode(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionDigits {
    /// The six digits of a pairing. The new device shows them, and the owner types them on the other device.
    ///
    /// The new device commits to its secret by the hash, before it knows the nonce. So it cannot choose its digits.
    ///
    /// - Parameters:
    ///   - token: SHA-256 of the code's token.
    ///   - nonce: what the hub has answered to the claim.
    ///   - rootKey: the hub's, in compressed form.
    ///   - secret: SHA-256 of the new device's secret.
    package init(pairing token: [UInt8], nonce: [UInt8], rootKey: [UInt8], secret: [UInt8]) {
        // Each part has a fixed width.
        self.init(hash: Self.pairing.hash(token, nonce, rootKey, secret))
    }

    private static let pairing = TaggedHash("satchel/pair/digits")
}
