// SPDX-License-Identifier: MIT
import Bytes
package import Crypto
package import HTTP
import HubLedger
import HubStorage
package import Tokens

extension Hub {
    /// Loads working keys that were announced since the last read, while the hub serves.
    ///
    /// Requests under way finish with the keys that they began with, and signatures of the old keys stay valid. Access
    /// tokens become invalid, so event streams end too and their clients authenticate again.
    ///
    /// - Returns: whether there were new keys.
    /// - Throws: ``HubError`` with `.keys` if the key file cannot be read or lacks an announced key, as on a standby
    ///   until the file is copied there. The hub then continues with its present keys.
    package func takeFreshKeys() throws -> Bool {
        guard let directory else { return false }
        let present = context.keys
        let identity = try context.store.read { try HubIdentity(from: $0) }
        guard identity.announced.highestSequence > present.announced.highestSequence else { return false }
        // Private keys are on disk before they are announced, so the file is complete on the machine where they were
        // made.
        let ring = KeyRing(announced: identity.announced, working: try directory.readWorkingKeys())
        guard ring.hasNewest else {
            throw HubError(
                .keys,
                "Keys were announced that are not in '\(directory.workingKeys)'. Bring that file from where they were made."
            )
        }
        context.keyStore.current = ring
        context.knownTokens.forgetAll()
        context.events.endAll()
        try renewRevocations()
        return true
    }

    /// Signs the list of revoked keys with the present key if a former key signed it, as after a key rotation while
    /// the hub was stopped.
    package func renewRevocations() throws {
        let keys = context.keys
        guard keys.isWorkable(at: context.clock.now()) else { return }
        try context.store.writeAndWait { try Revocations(store: $0, keys: keys).renew() }
    }

    /// Until when the root key vouches for the holder of a channel key; nil unless it does so now.
    ///
    /// Wallets accept the key for some days longer, see ``KeyTerms``.
    package func announcedUntil(_ key: P256.PublicKey) -> Timestamp? {
        let now = context.clock.now()
        return context.keys.announced.all.filter {
            $0.purpose == .channel && $0.key == key && $0.useFrom <= now && now <= $0.useUntil
        }.map(\.useUntil).max()
    }

    /// Increases with each key announcement.
    package var announcementSequence: UInt64 { context.keys.announced.highestSequence }

    /// The TLS credentials of the hub for wallets that know its root key: the newest announced channel key, in a
    /// self-signed certificate.
    ///
    /// - Throws: ``HubError`` with `.keyExpired` when no such key is in use.
    package func channelCredentials() throws -> ServerCredentials {
        let ring = context.keys
        let key = try ring.signer(.channel, at: context.clock.now())
        guard let announcement = ring.announcement(of: key) else {
            throw HubError(.keys, "The channel key is not announced. Run `satchel-hub rotate-keys`.")
        }
        let certificate = try SelfSignedCertificate(
            for: key.key, name: "Satchel hub", from: announcement.useFrom.seconds,
            until: announcement.acceptUntil.seconds, random: context.random)
        return try ServerCredentials(
            certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
    }
}
