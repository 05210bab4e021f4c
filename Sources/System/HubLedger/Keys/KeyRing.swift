// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
import HubStorage
import SQL
package import Tokens

/// The keys that a serving hub uses: announced keys with their private keys, and the root key's public key.
///
/// The root key's private key is not included: it signs announcements and is otherwise kept offline.
package struct KeyRing: Sendable {
    package let announced: AnnouncementSet
    /// See ``WorkingKeys/lastingSecret``.
    package let lastingSecret: SecretBytes
    /// See ``WorkingKeys/passingSecret``.
    package let passingSecret: SecretBytes
    private let keys: [KeyID: WorkingKey]

    package var hub: HubID { announced.hub }
    package var rootKey: P256.PublicKey { announced.rootKey }

    /// Keys without an announcement are left out, because their announcement was interrupted.
    package init(announced: AnnouncementSet, working: WorkingKeys) {
        self.announced = announced
        lastingSecret = working.lastingSecret
        passingSecret = working.passingSecret
        let announcedKeys = working.keys.filter { announced.announcement($0.id) != nil }
        keys = Dictionary(announcedKeys.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The private keys in the form in which they are stored.
    package var working: WorkingKeys {
        WorkingKeys(
            keys: announced.all.compactMap { keys[$0.keyID] }, lastingSecret: lastingSecret,
            passingSecret: passingSecret)
    }

    /// The newest key of a purpose that is valid for signing now.
    ///
    /// - Throws: ``HubError`` with `.keyExpired`.
    package func signer(_ purpose: Announcement.Purpose, at now: Timestamp) throws -> WorkingKey {
        guard let usable = usable(purpose, at: now), let key = keys[usable.keyID] else {
            throw HubError(
                .keyExpired,
                "No key to \(purpose) is in use at \(now). Run `satchel-hub rotate-keys` with the root key.")
        }
        return key
    }

    /// Whether there is a key for everything that the hub signs. A channel key is optional.
    package func isWorkable(at now: Timestamp) -> Bool {
        Announcement.Purpose.allCases.filter { $0 != .channel }.allSatisfy { usable($0, at: now) != nil }
    }

    /// Whether the newest announced key for everything that the hub signs is present. The channel key may be elsewhere.
    package var hasNewest: Bool {
        Announcement.Purpose.allCases.filter { $0 != .channel }.allSatisfy { purpose in
            announced.all.last { $0.purpose == purpose }.map { keys[$0.keyID] != nil } ?? true
        }
    }

    private func usable(_ purpose: Announcement.Purpose, at now: Timestamp) -> Announcement? {
        announced.all.last { announcement in
            announcement.purpose == purpose && announcement.useFrom <= now && now <= announcement.useUntil
                && keys[announcement.keyID] != nil
        }
    }

    /// Whether the hub signs or has signed with this key: its root key, or any key that it has announced.
    package func isOwn(_ key: P256.PublicKey) -> Bool { key == rootKey || announced.all.contains { $0.key == key } }

    /// All keys that issued roots, including former ones.
    package var issuers: [KeyID] { announced.all.filter { $0.purpose == .issue }.map(\.keyID) }

    /// The announcement of a key whose private key is present.
    package func announcement(of key: WorkingKey) -> Announcement? { announced.announcement(key.id) }

    /// When the first purpose runs out of keys. Channel keys do not count: hubs that are older than channel keys have
    /// none.
    package var workableUntil: Timestamp {
        Announcement.Purpose.allCases.filter { $0 != .channel }.map { purpose in
            announced.all.filter { $0.purpose == purpose && keys[$0.keyID] != nil }.map(\.useUntil).max()
                ?? Timestamp(seconds: 0)
        }.min() ?? Timestamp(seconds: 0)
    }
}
