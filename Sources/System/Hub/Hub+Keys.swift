// SPDX-License-Identifier: MIT
import Bytes
package import Crypto
package import HTTP
package import Tokens

extension Hub {
    /// Takes the working keys that were announced since they were last read, while the hub serves.
    ///
    /// Requests under way finish with the keys that they began with; what the old keys signed stays good. Access tokens do not,
    /// so streams end too and their owners prove themselves again.
    ///
    /// - Returns: whether there were any.
    /// - Throws: ``HubError`` with `.keys` when the key file cannot be read, or lacks what was announced, as that of a standby does
    ///   until it is brought there; the hub then goes on with what it has.
    package func takeFreshKeys() throws -> Bool {
        guard let directory else { return false }
        let present = parts.keys
        let identity = try parts.store.read { try HubIdentity(from: $0) }
        guard identity.book.highestSequence > present.book.highestSequence else { return false }
        // Private halves are on the disk before they are announced, so these are complete where they were made.
        let ring = KeyRing(book: identity.book, working: try directory.readWorkingKeys())
        guard ring.hasNewest else {
            throw HubError(
                .keys,
                "Keys were announced that are not in '\(directory.workingKeys)'. Bring that file from where they were made."
            )
        }
        parts.cabinet.current = ring
        parts.knownTokens.forgetAll()
        parts.events.endAll()
        try renewRevocations()
        return true
    }

    /// Signs the list of revoked keys with the present key, where it is of a former one, as after keys were rotated while nobody
    /// served.
    package func renewRevocations() throws {
        let keys = parts.keys
        guard keys.isWorkable(at: parts.clock.now()) else { return }
        try parts.store.writeAndWait { try Revocations(store: $0, keys: keys).renew() }
    }

    /// Until when the root key vouches for the holder of a key at the hub's end of connections; nil unless it does now.
    ///
    /// Wallets believe the key for some days longer, see ``KeyTerms``.
    package func announcedUntil(_ key: P256.PublicKey) -> Timestamp? {
        let now = parts.clock.now()
        return parts.keys.book.all.filter {
            $0.purpose == .channel && $0.key == key && $0.useFrom <= now && now <= $0.useUntil
        }.map(\.useUntil).max()
    }

    /// Grows with each announcement that this hub knows of.
    package var announcementSequence: UInt64 { parts.keys.book.highestSequence }

    /// What proves this hub's end of a connection to wallets that know the root key: the newest announced channel key,
    /// in a certificate that it has signed itself.
    ///
    /// - Throws: ``HubError`` with `.keyExpired` when no such key is in use.
    package func channelCredentials() throws -> ServerCredentials {
        let ring = parts.keys
        let key = try ring.signer(.channel, at: parts.clock.now())
        guard let announcement = ring.announcement(of: key) else {
            throw HubError(.keys, "The channel key is not announced. Run `satchel-hub rotate-keys`.")
        }
        let certificate = try SelfSignedCertificate(
            for: key.key, name: "Satchel hub", from: announcement.useFrom.seconds,
            until: announcement.acceptUntil.seconds, random: parts.random)
        return try ServerCredentials(
            certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
    }
}
