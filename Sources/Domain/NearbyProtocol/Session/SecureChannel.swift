// SPDX-License-Identifier: MIT

/// The encrypted session after a greeting: seals and opens messages, and counts them.
package struct SecureChannel: Sendable {
    private var sending: NoiseCipher
    private var receiving: NoiseCipher
    /// The digits of this session.
    package let digits: SessionDigits
    private var left = Count()
    private var arrived = Count()

    private struct Count {
        var messages = 0
        var waits = 0

        /// - Throws: ``NearbyError`` with code `.tooLarge` past the bound.
        mutating func add(isWait: Bool) throws {
            if isWait { waits += 1 } else { messages += 1 }
            guard messages <= NearbyBound.messages, waits <= NearbyBound.waits else {
                throw NearbyError(.tooLarge, "There are too many messages in one session.")
            }
        }
    }

    /// The session after both messages of a handshake.
    package init(_ handshake: NoiseHandshake) {
        (sending, receiving) = handshake.ciphers()
        digits = SessionDigits(hash: handshake.hash)
    }

    /// - Throws: ``NearbyError`` with code `.tooLarge` when this side has sent too many.
    package mutating func seal(_ message: SessionMessage) throws -> [UInt8] {
        try left.add(isWait: message == .wait)
        return try sending.seal(message.encoded)
    }

    /// Opens the next message; nil for one of a kind that is skipped.
    ///
    /// - Throws: ``NearbyError`` with code `.notAuthentic`, `.malformed` or `.tooLarge`. The session is then over.
    package mutating func open(_ bytes: [UInt8]) throws -> SessionMessage? {
        let message = try SessionMessage(decoding: receiving.open(bytes))
        try arrived.add(isWait: message == .wait)
        return message
    }
}
