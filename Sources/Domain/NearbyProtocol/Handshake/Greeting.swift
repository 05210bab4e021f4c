// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// The payer's side of a greeting: Hello, then the answer to the payee's message.
package struct PayerGreeting: Sendable {
    /// The message to send first.
    package let hello: Hello
    private var handshake: NoiseHandshake

    /// - Parameter secret: of the request that the payer has read; nil for a payee from the list.
    package init(secret: SecretBytes?, random: RandomSource) {
        let key = X25519.PrivateKey(random: random)
        hello = Hello(secret == nil ? .listed : .seen, committing: key.publicKey)
        handshake = NoiseHandshake(.responder, secret: secret, prologue: Greeting.prologue(hello), key: key)
    }

    /// Reads the payee's message and returns the answer, and the session that begins with it.
    ///
    /// - Throws: ``NearbyError`` with code `.malformed` for another length, or `.notAuthentic`.
    package mutating func answer(_ message: [UInt8]) throws -> (answer: [UInt8], channel: SecureChannel) {
        guard message.count == Greeting.firstCount(hello.mode) else { throw Greeting.wrongLength(message) }
        _ = try handshake.read(message)
        let answer = try handshake.write()
        return (answer, SecureChannel(handshake))
    }
}

/// The payee's side of a greeting.
package struct PayeeGreeting: Sendable {
    package let hello: Hello
    /// The message that answers Hello.
    package let message: [UInt8]
    private var handshake: NoiseHandshake

    /// - Parameter secret: of the payee's request; used in seen mode.
    package init(answering hello: Hello, secret: SecretBytes, random: RandomSource) throws {
        self.hello = hello
        handshake = NoiseHandshake(
            .initiator, secret: hello.mode == .seen ? secret : nil, prologue: Greeting.prologue(hello),
            key: X25519.PrivateKey(random: random))
        message = try handshake.write()
    }

    /// Reads the payer's answer.
    ///
    /// - Throws: ``NearbyError`` with code `.malformed` for another length, or `.notAuthentic`, also when the payer's
    ///   key is not the one that it has committed to.
    package mutating func finish(_ answer: [UInt8]) throws -> SecureChannel {
        guard answer.count == Greeting.secondCount else { throw Greeting.wrongLength(answer) }
        // Before any arithmetic with the key.
        guard hello.commits(to: Array(answer.prefix(X25519.count))) else {
            throw NearbyError(.notAuthentic, "The payer's device changed its key during the greeting.")
        }
        _ = try handshake.read(answer)
        return SecureChannel(handshake)
    }
}

/// What both sides of a greeting share.
private enum Greeting {
    static func prologue(_ hello: Hello) -> [UInt8] { Array("satchel/near/1".utf8) + hello.encoded }

    /// The payload is empty, so each length is exact: free bytes would let a device in between search for equal digits.
    static func firstCount(_ mode: Hello.Mode) -> Int {
        mode == .seen ? X25519.count + AESGCM.tagCount : X25519.count
    }

    static let secondCount = X25519.count + AESGCM.tagCount

    static func wrongLength(_ message: [UInt8]) -> NearbyError {
        NearbyError(.malformed, "A message of the greeting has \(message.count) bytes, which is another length.")
    }
}
