// SPDX-License-Identifier: MIT
internal import Crypto
package import HubAPI
internal import SQLite
internal import Tokens
internal import Vault

/// What became of a hub's link.
package enum JoinOutcome: Equatable, Sendable {
    /// The root key has proved itself: the wallet is joined to the hub of the link.
    case joined
    /// The hub did not answer, or not as itself; the first call that reaches it asks again.
    case waiting(because: WalletError)
    /// The wallet is joined to this hub at another address, and nothing was changed: a person has to agree to leave it.
    case asks(leaving: HubDescription)

    package var isJoined: Bool { self == .joined }
}

/// Joins a hub by its link, and moves to another address of that hub.
///
///     nothing ──link──▶ candidate ──the root key proves itself──▶ joined ──new address, agreed to and proved──▶ joined
///                       │      ▲
///                       └─link─┘
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | candidate | what a link says about a hub: address, root key, kind of proof; the wallet sends it only the public request for announcements | requested again by the next call; any other link replaces it |
/// | joined | announcements signed by the root key came over a connection that is trusted as the link demands; root key and currency are fixed | none needed |
///
/// The proof demanded of a joined hub is never weakened. A link without the root key's proof does not remove the
/// demand. The wallet moves to another address only if the server there shows a key that the root key has announced.
/// From then on that proof is always demanded, since a relay that once forwarded the hub's own connection could later
/// answer in its place.
struct JoinSaga {
    let context: WalletContext
    let link: HubClient

    func join(_ hub: HubDescription, leaving former: HubDescription?) throws -> JoinOutcome {
        guard let known = try context.store.get(.hub), known.isJoined else { return try take(hub) }
        let present = known.description
        guard present.rootKey == hub.rootKey else {
            throw WalletError(
                .otherHub,
                "This wallet belongs to the hub at \(present.url), and the link is another hub's. Make another wallet for another hub."
            )
        }
        if present.url != hub.url {
            guard former == present else { return .asks(leaving: present) }
            try move(known, to: hub.url)
        } else if hub.isProvedByRoot, !present.isProvedByRoot {
            try move(known, to: hub.url)
        }
        return try ask()
    }

    /// Makes a hub the candidate and requests its announcements.
    private func take(_ hub: HubDescription) throws -> JoinOutcome {
        let before = try context.store.get(.hub)
        let candidate = try Self.candidate(hub, after: before?.description)
        try context.transaction {
            if before?.description.rootKey != candidate.rootKey { try forgetCandidate() }
            try context.store.set(.hub, HubMembership(description: candidate, currency: nil))
        }
        context.forgetHub()
        do {
            return try ask()
        } catch {
            if context.isStopped { throw error }
            // The server answered, but not as the hub of the link. The candidate is not kept.
            try context.transaction {
                if before?.description.rootKey != candidate.rootKey { try forgetCandidate() }
                try context.store.set(.hub, before)
            }
            context.forgetHub()
            throw error
        }
    }

    /// The hub as the link describes it. If an earlier link with the same root key demanded the root key's proof, the
    /// demand stays.
    private static func candidate(_ hub: HubDescription, after before: HubDescription?) throws -> HubDescription {
        guard let before, before.rootKey == hub.rootKey, before.isProvedByRoot, !hub.isProvedByRoot else { return hub }
        guard hub.url.hasPrefix("https://") else {
            throw WalletError(
                .unprovedHub,
                "An earlier link of this hub demands that it proves itself by its root key, which plain http cannot. Ask its operator for the right link."
            )
        }
        return HubDescription(url: hub.url, rootKey: hub.rootKey, isProvedByRoot: true)
    }

    /// Deletes what the wallet learned from a candidate that never proved itself, so that it does not count for another
    /// hub.
    private func forgetCandidate() throws {
        try context.database.run("DELETE FROM \(AnnouncementRecord.table)")
        // Stores of older versions may have both.
        try context.store.set(.session, nil)
        try context.store.set(.account, nil)
    }

    private func ask() throws -> JoinOutcome {
        do {
            _ = try SyncSaga(context: context, link: link).learnAnnouncements()
            return .joined
        } catch {
            guard !context.isStopped, let failure = WalletError.translating(error) as? WalletError,
                failure.code == .hubUnreachable
            else { throw error }
            return .waiting(because: failure)
        }
    }

    /// Changes the address or the kind of proof, once the root key has proved itself there.
    private func move(_ known: HubMembership, to url: String) throws {
        guard url.hasPrefix("https://") else {
            throw WalletError(
                .unprovedHub,
                "Over plain http a hub cannot prove that \(url) is its address. This wallet stays with \(known.description.url)."
            )
        }
        let hub = HubDescription(url: url, rootKey: known.description.rootKey, isProvedByRoot: true)
        let fresh = try context.channelKeys.requireProof(at: hub)
        try context.transaction {
            try context.keep(fresh)
            try context.store.set(.hub, HubMembership(description: hub, currency: known.currency))
        }
        context.forgetHub()
    }
}
