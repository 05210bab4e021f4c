// SPDX-License-Identifier: MIT

package import Crypto

/// The working keys that a hub has announced, each verified with the hub's pinned root key.
package struct AnnouncementSet: Sendable {
    /// The key that the wallet pinned when it joined the hub.
    package let rootKey: P256.PublicKey
    package let hub: HubID
    private var entries: [KeyID: Entry] = [:]

    /// An announcement and its key with the curve point decompressed, because it verifies many signatures.
    private struct Entry: Sendable {
        let announcement: Announcement
        let key: P256.PublicKey
    }

    /// Makes an empty set, which accepts only announcements signed by this root key.
    package init(rootKey: P256.PublicKey) {
        self.rootKey = rootKey
        hub = HubID(rootKey: rootKey)
    }

    /// Adds an announcement after checking its signature. Adding the same one again changes nothing.
    ///
    /// - Parameter isChecked: whether its signature was checked before, and it was stored since where no other program
    ///   can write.
    /// - Throws: ``TokensError`` with code `.badSignature`; `.keyConflict` when the key id is already announced with
    ///   other content; `.limitExceeded` when the set is full.
    package mutating func add(_ announcement: Announcement, isChecked: Bool = false) throws {
        let known = entries[announcement.keyID]?.announcement
        if known == announcement { return }
        guard
            isChecked
                || rootKey.isValid(
                    announcement.signature, for: SignatureContext.announcement.input(hub: hub, announcement.body))
        else {
            throw TokensError(
                .badSignature,
                "Announcement \(announcement.sequence) is not signed by this hub's root key. Ask the hub for its keys again."
            )
        }
        if let known {
            guard known.body == announcement.body else {
                throw TokensError(
                    .keyConflict,
                    "Key id \(announcement.keyID) is announced twice with different content. Tell the operator.")
            }
            return
        }
        guard entries.count < Bound.announcementSet else {
            throw TokensError(
                .limitExceeded, "The hub has announced more than \(Bound.announcementSet) keys. Tell the operator.")
        }
        do {
            entries[announcement.keyID] = Entry(announcement: announcement, key: try announcement.key.prepared())
        } catch {
            throw TokensError(
                .malformed, "Announcement \(announcement.sequence) holds no point of P-256. Tell the operator.",
                cause: error)
        }
    }

    /// The announcement of a key that signed something at an instant.
    ///
    /// - Parameter time: the time that the signed record claims.
    /// - Throws: ``TokensError`` with code `.unknownKey`, or `.keyNotValid` for another purpose or outside its period
    ///   of use.
    package func announcement(
        _ id: KeyID, for purpose: Announcement.Purpose, at time: Timestamp
    ) throws -> Announcement {
        guard let found = entries[id]?.announcement else {
            throw TokensError(
                .unknownKey, "This wallet does not know the hub's key \(id). Sync with the hub once, then try again.")
        }
        guard found.purpose == purpose else {
            throw TokensError(.keyNotValid, "The hub's key \(id) may not sign this kind of record. Refuse it.")
        }
        guard found.useFrom <= time, time <= found.useUntil else {
            throw TokensError(
                .keyNotValid,
                "The hub's key \(id) was in use from \(found.useFrom) until \(found.useUntil), not at \(time). Refuse it."
            )
        }
        return found
    }

    /// The public key of ``announcement(_:for:at:)``.
    package func key(_ id: KeyID, for purpose: Announcement.Purpose, at time: Timestamp) throws -> P256.PublicKey {
        let announcement = try announcement(id, for: purpose, at: time)
        return entries[id]?.key ?? announcement.key
    }

    /// The announcement of a key, with any purpose and period.
    package func announcement(_ id: KeyID) -> Announcement? { entries[id]?.announcement }

    /// The keys with which the hub may prove its connections, including those announced for later.
    package func channelKeys(at time: Timestamp) -> [P256.PublicKey] {
        all.filter { $0.purpose == .channel && time <= $0.acceptUntil }.map(\.key)
    }

    /// The announcement of a purpose with the highest sequence number, whose key the hub signs with now.
    package func newest(_ purpose: Announcement.Purpose) -> Announcement? {
        entries.values.map(\.announcement).filter { $0.purpose == purpose }.max { $0.sequence < $1.sequence }
    }

    /// The highest known sequence number; zero if there is none.
    package var highestSequence: UInt64 { entries.values.map(\.announcement.sequence).max() ?? 0 }

    /// The announcements above a sequence number, oldest first.
    package func since(_ sequence: UInt64) -> [Announcement] { all.filter { $0.sequence > sequence } }

    /// Every announcement, oldest first.
    package var all: [Announcement] {
        entries.values.map(\.announcement).sorted { first, second in
            first.sequence == second.sequence
                ? first.keyID.bytes.lexicographicallyPrecedes(second.keyID.bytes) : first.sequence < second.sequence
        }
    }
}
