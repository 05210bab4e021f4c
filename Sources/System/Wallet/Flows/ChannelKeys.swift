// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Tokens

/// The keys of a hub that proves its own connections. The hub's root key announces them, and the hub replaces them now
/// and then.
///
///     unknown ──announcements from any server, signed by the root key──▶ known ──the hub shows another key──▶ unknown
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | unknown | no announced key is valid now; the wallet sends only the public request for announcements | requested, checked, stored |
/// | known | the wallet connects only to a server with such a key | an unknown key ends the attempt before anything is sent |
struct ChannelKeys {
    let context: WalletContext

    func trust(in hub: HubDescription) throws -> HubTrust {
        guard hub.isProvedByRoot else { return .authorities }
        let keys = try context.announced().channelKeys(at: context.environment.clock.now())
        guard !keys.isEmpty else {
            throw HTTPError(.insecure, "This device knows no current key of the hub at \(hub.url). Sync again.")
        }
        return .keys(keys)
    }

    /// Requests announcements from any server at the hub's address and stores those that the root key has signed.
    ///
    /// An attacker can replay announcements, which are public, but has none of the announced private keys.
    ///
    /// - Returns: whether a connection key was among the new announcements.
    /// - Throws: `NoAnswer`, `HTTPError`, `TokensError`, `WalletError` with `.otherHub`.
    func learn() throws -> Bool {
        let hub = try context.hubSetting().description
        guard hub.isProvedByRoot else { return false }
        let fresh = try newsOfAnyone(at: hub).fresh
        try context.transaction { try context.keep(fresh) }
        context.forgetPipe()
        return fresh.contains { $0.purpose == .channel }
    }

    /// Checks that the server at another address of the hub has a key that its root key has announced. The wallet sends
    /// only the public request for announcements.
    ///
    /// - Parameter hub: has the root key of the hub that the wallet is joined to.
    /// - Returns: the new announcements, which the caller stores.
    /// - Throws: `WalletError` with `.unprovedHub`; `NoAnswer` when the hub does not answer.
    func requireProof(at hub: HubDescription) throws -> [Announcement] {
        if try isProved(hub, by: context.announced()) { return [] }
        let (fresh, announced) = try newsOfAnyone(at: hub)
        guard try isProved(hub, by: announced) else {
            throw WalletError(
                .unprovedHub,
                "The server at \(hub.url) did not prove that it is this wallet's hub: it shows no key that the hub's root key has announced. Nothing was changed. Ask the hub's operator, who may have to announce the certificate."
            )
        }
        return fresh
    }

    private func isProved(_ hub: HubDescription, by announced: AnnouncementSet) throws -> Bool {
        let keys = announced.channelKeys(at: context.environment.clock.now())
        guard !keys.isEmpty else { return false }
        do {
            let answer = try HubCaller(try context.environment.connect(hub, .keys(keys))).call(
                Routes.announcements, Nothing())
            _ = try news(in: answer, of: hub)
            return true
        } catch NoAnswer.lost(let error) where error.code == .insecure {
            return false
        }
    }

    private func newsOfAnyone(at hub: HubDescription) throws -> (fresh: [Announcement], announced: AnnouncementSet) {
        try news(
            in: HubCaller(try context.environment.connect(hub, .anyone)).call(Routes.announcements, Nothing()), of: hub)
    }

    /// The new announcements in an answer, each checked against the root key, and the set of all known ones including
    /// them.
    func news(
        in answer: HubAnnouncements, of hub: HubDescription
    ) throws -> (fresh: [Announcement], announced: AnnouncementSet) {
        guard answer.rootKey.bytes == hub.rootKey.compressed else {
            throw WalletError(
                .otherHub,
                try context.hubSetting().isJoined
                    ? "The server at \(hub.url) shows another root key than the one this wallet was joined to. Do not use this server. Ask the hub's operator."
                    : "The server at \(hub.url) shows another root key than the link says. Ask the hub's operator for the right link."
            )
        }
        var announced = try context.announced()
        var fresh: [Announcement] = []
        for blob in answer.announcements {
            let announcement = try Announcement(decoding: blob.bytes)
            guard announced.announcement(announcement.keyID) != announcement else { continue }
            try announced.add(announcement)
            fresh.append(announcement)
        }
        return (fresh, announced)
    }
}
