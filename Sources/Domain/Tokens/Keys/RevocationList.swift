// SPDX-License-Identifier: MIT

import Bytes
package import Crypto

/// The pseudonyms whose payments are refused from now on. The hub signs the list, and anyone may relay it.
///
/// Wire: `[body, kid4, sig]`, body `[seq, time, [first 8 bytes of SHA-256(pub33)...]]`, sorted and without repeats.
package struct RevocationList: Hashable, Sendable {
    /// The number of bytes of a key's hash that identify it in the list.
    package static let prefixCount = 8

    /// Grows with each list of a signing key; see ``newer(_:_:by:)``.
    package let sequence: UInt64
    package let time: Timestamp
    private let signed: SignedBody
    private let prefixes: Set<[UInt8]>

    /// Signs a list of revoked pseudonyms.
    package static func issue(
        sequence: UInt64, time: Timestamp, revoked: some Sequence<P256.PublicKey>, signer: WorkingKey, hub: HubID
    ) throws -> RevocationList {
        let prefixes = Set(revoked.map(Self.prefix)).sorted { $0.lexicographicallyPrecedes($1) }
        let body = encoding(3) {
            $0.uint(sequence)
            $0.uint(time.seconds)
            $0.array(prefixes.count)
            for prefix in prefixes { $0.bytes(prefix) }
        }
        return try RevocationList(SignedBody(signing: body, as: .revocation, by: signer, of: hub))
    }

    /// Reads a list; ``verify(by:)`` checks it.
    package init(decoding bytes: [UInt8]) throws {
        self = try Tokens.decoding("revocation list", bytes, maximum: Bound.revocationList) {
            try RevocationList(from: &$0)
        }
    }

    init(from reader: inout CBORReader) throws {
        try self.init(SignedBody(from: &reader, maximum: Bound.revocationList))
    }

    private init(_ signed: SignedBody) throws {
        let list: [[UInt8]]
        (sequence, time, list) = try Tokens.decoding(
            "revocation list", signed.bytes, maximum: Bound.revocationList
        ) { reader in
            try reader.array(of: 3)
            let sequence = try reader.uint()
            let time = try reader.timestamp()
            let count = try reader.array(maximum: Bound.revocations)
            return (sequence, time, try (0..<count).map { _ in try reader.bytes(count: Self.prefixCount) })
        }
        for (a, b) in zip(list, list.dropFirst()) where !a.lexicographicallyPrecedes(b) {
            throw TokensError(.notCanonical, "Revocation list \(sequence) is not sorted. Ask the hub for it again.")
        }
        prefixes = Set(list)
        self.signed = signed
    }

    private static func prefix(_ key: P256.PublicKey) -> [UInt8] {
        Array(SHA256.hash(key.compressed).bytes.prefix(prefixCount))
    }

    /// The encoded bytes, for sending and storing.
    package var encoded: [UInt8] { signed.encoded }

    /// The working key that it names as signer.
    package var issuer: KeyID { signed.issuer }

    /// The number of revoked keys.
    package var count: Int { prefixes.count }

    /// Whether this pseudonym is revoked.
    package func contains(_ key: P256.PublicKey) -> Bool { !prefixes.isEmpty && prefixes.contains(Self.prefix(key)) }

    /// The first four bytes of SHA-256 of the body, as used in a request.
    package var shortHash: [UInt8] { Array(SHA256.hash(signed.bytes).bytes.prefix(4)) }

    /// The value in a request of a payee without a list.
    package static let noList: [UInt8] = [0, 0, 0, 0]

    /// Checks the hub's signature.
    ///
    /// - Throws: ``TokensError`` with code `.unknownKey`, `.keyNotValid` or `.badSignature`.
    package func verify(by announced: AnnouncementSet) throws {
        try signed.verify(
            as: .revocation, for: .revoke, at: time, by: announced,
            otherwise: "Revocation list \(sequence) is not signed by the hub. It is not used.")
    }

    /// Whether it is dated too far in the future to be used, whatever key signed it.
    package func isFromFuture(at now: Timestamp, policy: LimitPolicy = .standard) -> Bool {
        time > now.adding(seconds: policy.futureTolerance)
    }

    /// The list to use when a payer relays another one.
    ///
    /// The result is the newcomer only if the hub signed it and it comes later in the order of (sequence of the signing
    /// key's announcement, sequence of the list). So a relayed list never replaces a newer one, and the thief of a key
    /// cannot replace a list of a key that the hub announced later.
    ///
    /// - Throws: what ``verify(by:)`` throws; the caller keeps the list it has.
    package static func newer(_ known: RevocationList?, _ newcomer: RevocationList, by announced: AnnouncementSet)
        throws
        -> RevocationList
    {
        if let known, known.place(in: announced) >= newcomer.place(in: announced) { return known }
        try newcomer.verify(by: announced)
        return newcomer
    }

    /// The position in that order. Unknown keys come before all known ones.
    private func place(in announced: AnnouncementSet) -> (UInt64, UInt64) {
        (announced.announcement(issuer)?.sequence ?? 0, sequence)
    }
}
