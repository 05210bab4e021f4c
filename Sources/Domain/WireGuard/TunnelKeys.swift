// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// The public key by which one end of a tunnel knows the other.
package struct TunnelPublicKey: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// Takes 32 bytes that are not all zero.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == X25519.count, bytes.contains(where: { $0 != 0 }) else { throw KeyText.refusal }
        self.bytes = bytes
    }

    /// Parses 44 characters of base 64, as `wg pubkey` writes them.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ text: String) throws { try self.init(KeyText.bytes(text)) }

    /// 44 characters of base 64.
    package var description: String { Base64.encode(bytes) }
}

/// The private key of this end of a tunnel. It prints as `‹redacted›`.
package struct TunnelPrivateKey: Sendable, Equatable {
    let secret: SecretBytes
    package let publicKey: TunnelPublicKey

    /// - Throws: ``WireGuardError`` with `.malformed` unless there are 32 bytes.
    package init(_ secret: SecretBytes) throws {
        do {
            publicKey = try TunnelPublicKey(X25519.PrivateKey(secret).publicKey)
        } catch {
            throw KeyText.refusal
        }
        self.secret = secret
    }

    /// Parses 44 characters of base 64, as `wg genkey` writes them.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ text: String) throws { try self.init(SecretBytes(KeyText.bytes(text))) }

    /// Makes a key. Its bits are set as `wg genkey` sets them, so that every program derives the same public key.
    /// RFC 7748, section 5
    package init(random: RandomSource) {
        var bytes = random.bytes(X25519.count)
        bytes[0] &= 248
        bytes[31] = bytes[31] & 127 | 64
        do { try self.init(SecretBytes(bytes)) } catch {
            preconditionFailure("32 random bytes were no key of a tunnel.")
        }
    }
}

/// A secret that both ends share beside their keys. It prints as `‹redacted›`.
package struct PresharedKey: Sendable, Equatable {
    let secret: SecretBytes

    /// Parses 44 characters of base 64, as `wg genpsk` writes them.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ text: String) throws { secret = SecretBytes(try KeyText.bytes(text)) }

    /// Makes a secret.
    package init(random: RandomSource) { secret = SecretBytes(random.bytes(X25519.count)) }
}

extension TunnelPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension PresharedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// For a line of a configuration; the caller keeps the text short-lived.
    var base64: String { withUnsafeBytes { Base64.encode($0) } }

    /// For a line of the device's protocol; the caller keeps the text short-lived.
    var hexadecimal: String { withUnsafeBytes { Hex.encode($0) } }
}

/// The text of a key.
private enum KeyText {
    static let refusal = WireGuardError(
        .malformed, "This is not a WireGuard key. A key has 44 characters and ends in an equals sign. Copy it again.")

    static func bytes(_ text: String) throws -> [UInt8] {
        do {
            let bytes = try Base64.decode(text)
            guard bytes.count == X25519.count else { throw refusal }
            return bytes
        } catch {
            throw refusal
        }
    }
}
