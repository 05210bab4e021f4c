// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// The hub's short-lived statement that a pseudonym may spend, how much at once, and how its key is stored.
///
/// Wire: full `[pub33, body, kid4, sig]`; short `[body, kid4, sig]` where the parent record already holds the key.
/// Body `[from, until, class, cap]` or `[from, until, class, cap, name]`; the signature covers `pub33 || body`.
/// `from` is the time of signing, at which the certifying key must be in use.
package struct Certificate: Hashable, Sendable {
    /// How the certified key is stored.
    package enum KeyClass: UInt64, Sendable {
        case software = 0
        case hardware = 1
    }

    /// The pseudonym.
    package let key: P256.PublicKey
    package let from: Timestamp
    package let until: Timestamp
    package let keyClass: KeyClass
    /// The most minor units of one payment.
    package let cap: UInt64
    /// Only merchants' certificates have a name.
    package let name: String?
    /// The signed bytes, exactly as received.
    package let body: [UInt8]
    package let issuer: KeyID
    package let signature: P256.Signature

    /// Certifies a pseudonym from `from`, the time of signing.
    package static func issue(
        to key: P256.PublicKey, from: Timestamp, until: Timestamp, keyClass: KeyClass, cap: UInt64, name: String? = nil,
        signer: WorkingKey, hub: HubID
    ) throws -> Certificate {
        let body = encoding(name == nil ? 4 : 5) {
            $0.uint(from.seconds)
            $0.uint(until.seconds)
            $0.uint(keyClass.rawValue)
            $0.uint(cap)
            if let name { $0.text(name) }
        }
        let signature = try signer.key.sign(SignatureContext.certificate.input(hub: hub, key.compressed, body))
        return try Certificate(key: key, body: body, issuer: signer.id, signature: signature)
    }

    /// Reads a full certificate.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("certificate", bytes, maximum: Bound.record) { try Certificate(full: &$0) }
    }

    init(full reader: inout CBORReader) throws {
        try reader.array(of: 4)
        try self.init(key: reader.publicKey(), items: &reader)
    }

    init(short reader: inout CBORReader, key: P256.PublicKey) throws {
        try reader.array(of: 3)
        try self.init(key: key, items: &reader)
    }

    init(key: P256.PublicKey, items reader: inout CBORReader) throws {
        try self.init(
            key: key, body: reader.bytes(maximum: Bound.body), issuer: reader.fixed(KeyID.self),
            signature: reader.signature())
    }

    private init(key: P256.PublicKey, body: [UInt8], issuer: KeyID, signature: P256.Signature) throws {
        (from, until, keyClass, cap, name) = try Tokens.decoding("certificate", body, maximum: Bound.body) { reader in
            let count = try reader.array(maximum: 5)
            guard count >= 4 else {
                throw TokensError(.malformed, "A certificate has four or five fields, not \(count).")
            }
            return (
                try reader.timestamp(), try reader.timestamp(), try Self.keyClass(reader.uint()),
                try reader.uint(maximum: Bound.units), count == 5 ? try reader.text(maximum: Bound.name) : nil
            )
        }
        self.key = key
        self.body = body
        self.issuer = issuer
        self.signature = signature
    }

    private static func keyClass(_ raw: UInt64) throws -> KeyClass {
        guard let keyClass = KeyClass(rawValue: raw) else {
            throw TokensError(.newerVersion, "Certificate class \(raw) was made by a newer Satchel. Update this one.")
        }
        return keyClass
    }

    /// The full form.
    package var encoded: [UInt8] {
        encoding(4) {
            $0.bytes(key.compressed)
            write(items: &$0)
        }
    }

    /// The form inside a payment, where the parent record holds the key.
    package var encodedShort: [UInt8] { encoding(3) { write(items: &$0) } }

    private func write(items writer: inout CBORWriter) {
        writer.bytes(body)
        writer.bytes(issuer.bytes)
        writer.bytes(signature.raw)
    }

    /// Checks the hub's signature, but not whether the certificate is valid now.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid` or `.badSignature`.
    package func verify(by announced: AnnouncementSet) throws {
        let issuerKey = try announced.key(issuer, for: .certify, at: from)
        guard
            issuerKey.isValid(
                signature, for: SignatureContext.certificate.input(hub: announced.hub, key.compressed, body))
        else {
            throw TokensError(.badSignature, "A spender's certificate is not signed by the hub. Refuse the payment.")
        }
    }

    /// Checks that the certificate is valid now.
    ///
    /// - Throws: ``TokensError`` with code `.certificateExpired`, or `.certificateNotYetValid` when it starts more than
    ///   the policy's tolerance ahead.
    package func requireAlive(at now: Timestamp, policy: LimitPolicy) throws {
        guard now <= until else {
            throw TokensError(
                .certificateExpired,
                "A certificate ended at \(until). Its owner must sync with the hub before paying.")
        }
        guard from <= now.adding(seconds: policy.futureTolerance) else {
            throw TokensError(
                .certificateNotYetValid,
                "A certificate starts at \(from), in the future. Check the clock of this device.")
        }
    }
}
