// SPDX-License-Identifier: MIT
internal import Crypto
internal import Glibc
internal import HTTP
package import HubAPI
internal import Keys
package import Tokens

/// This device's key that hears the events of an account while its wallet is closed. It sees amounts and spends nothing.
///
///     none ──turn on──▶ made ──the hub knows its hash──▶ known ──turned off, or revoked──▶ none
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | none | there is no file `key` | turn it on |
/// | made | the file has the key, which the hub may not know | turning it on again sends the same hash, which changes nothing at a hub that has it |
/// | known | the file has the device's id as well | a revoked key is refused; turning it on again makes another one |
///
/// The key lies in `listener/key`, a file of mode 0600, because it works without the wallet's passphrase. Only turning on
/// and off writes it. What a listening program learns is in files of its own beside it.
package struct Listener {
    struct Record: Codable {
        /// The hub's link.
        var hub: String
        var key: Blob
        /// The id in the list of devices; nil until the hub has answered.
        var device: String?

        enum CodingKeys: String, CodingKey {
            case hub = "hub"
            case key = "key"
            case device = "device"
        }
    }

    private let folder: String
    private let clock: Clock
    private let connect: (HubDescription, HubTrust) throws -> HubPipe
    private var access: (token: ListenerAccess, key: Blob)?

    private static let maximumBytes = 64 << 10
    /// Seconds that an access token must still be good for.
    private static let leastLife: UInt64 = 60

    /// - Parameter wallet: the wallet's folder.
    package init(
        wallet: String, clock: Clock, connect: @escaping (HubDescription, HubTrust) throws -> HubPipe
    ) {
        folder = Self.folder(of: wallet)
        self.clock = clock
        self.connect = connect
    }

    private static func folder(of wallet: String) -> String { WalletFolder(path: wallet).listener }

    // MARK: - Listening

    /// What ``EventWatch`` needs, from the files alone.
    ///
    /// - Parameter checking: gets another access token, because the hub has refused the last one.
    /// - Throws: ``WalletError`` with `.notLoggedIn` when there is no key or it was revoked, and `.hubUnreachable`.
    package mutating func eventAccess(checking: Bool) throws -> EventAccess {
        guard let record = try Self.record(in: folder) else { throw Self.off }
        do {
            let hub = try HubDescription(link: record.hub)
            let token = try token(for: record.key, at: hub, fresh: checking)
            return EventAccess(hub: hub, trust: try trust(in: hub), accessToken: token)
        } catch let problem as HubProblem where problem.code == .sessionEnded {
            // Nothing may say that it is on.
            if try Self.record(in: folder)?.key == record.key { try Self.remove(folder) }
            throw WalletError(
                .notLoggedIn, "The key of the notifications was revoked. Turn them on again: satchel notify on",
                cause: problem)
        } catch {
            throw WalletError.translating(error)
        }
    }

    private mutating func token(for key: Blob, at hub: HubDescription, fresh: Bool) throws -> String {
        if !fresh, let access, access.key == key,
            clock.now().seconds + Self.leastLife < access.token.accessExpires
        {
            return access.token.accessToken
        }
        let token = try ask(hub) { try $0.ask(Routes.listen, ListenerKey(key: key)) }.get()
        access = (token, key)
        return token.accessToken
    }

    /// Asks once, and again if the hub has changed the keys of its connections: then nothing was sent yet.
    private func ask<Output>(
        _ hub: HubDescription, _ body: (HubCaller) throws -> HubAnswer<Output>
    ) throws -> HubAnswer<Output> {
        if hub.isProvedByRoot, try announced(of: hub).channelKeys(at: clock.now()).isEmpty { try learnKeys(of: hub) }
        let answer = try body(HubCaller(try connect(hub, trust(in: hub))))
        guard hub.isProvedByRoot, case .none(.lost(let error)) = answer, error.code == .insecure else { return answer }
        try learnKeys(of: hub)
        return try body(HubCaller(try connect(hub, trust(in: hub))))
    }

    // MARK: - The hub's keys

    private func trust(in hub: HubDescription) throws -> HubTrust {
        guard hub.isProvedByRoot else { return .authorities }
        let keys = try announced(of: hub).channelKeys(at: clock.now())
        guard !keys.isEmpty else {
            throw HTTPError(.insecure, "This device knows no current key of the hub at \(hub.url).")
        }
        return .keys(keys)
    }

    private func announced(of hub: HubDescription) throws -> AnnouncementSet {
        try Self.checked(try read([Blob].self, "keys") ?? [], of: hub)
    }

    /// Asks any server at the hub's address for the announcements, and keeps those that the root key has signed.
    private func learnKeys(of hub: HubDescription) throws {
        let answer = try HubCaller(try connect(hub, .anyone)).call(Routes.announcements, Nothing())
        let announced = try Self.checked(answer.announcements, of: hub)
        try AtomicFile.write(Wire.encode(announced.all.map { Blob($0.encoded) }), to: folder + "/keys")
    }

    private static func checked(_ announcements: [Blob], of hub: HubDescription) throws -> AnnouncementSet {
        var announced = AnnouncementSet(rootKey: hub.rootKey)
        for blob in announcements { try announced.add(Announcement(decoding: blob.bytes)) }
        return announced
    }

    // MARK: - Files

    /// Whether this device has a key.
    ///
    /// - Parameter wallet: the wallet's folder.
    package static func isOn(wallet: String) -> Bool { Glibc.access(folder(of: wallet) + "/key", F_OK) == 0 }

    /// The default name of the key in the list of devices.
    package static var deviceName: String { "Notifications on \(WalletHome.deviceName)" }

    /// The position of the last event that was told, so that the next start tells what came since; nil for none.
    package var position: String? {
        // Safe: without a position it begins now.
        (try? read(String.self, "position")) ?? nil
    }

    /// - Throws: ``WalletError`` with `.storage`.
    package func note(position: String) throws {
        do {
            try AtomicFile.write(Wire.encode(position), to: folder + "/position")
        } catch {
            throw WalletError.translating(error)
        }
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
        try Self.read(type, folder + "/" + name)
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value? {
        do {
            return try Wire.read(type, from: AtomicFile.read(path, maximumCount: maximumBytes))
        } catch let error as KeysError where error.code == .notFound {
            return nil
        }
    }

    /// The key of a wallet's folder; nil if it is off, or the file is damaged.
    static func record(in folder: String) throws -> Record? {
        do {
            return try read(Record.self, folder + "/key")
        } catch is UnreadableMessage {
            return nil
        }
    }

    static func record(of wallet: String) throws -> Record? { try record(in: folder(of: wallet)) }

    static func keep(_ record: Record, of wallet: String) throws {
        let folder = folder(of: wallet)
        try PrivateFolder.create(folder)
        try AtomicFile.write(Wire.encode(record), to: folder + "/key")
    }

    static func remove(of wallet: String) throws { try remove(folder(of: wallet)) }

    /// Forgets what belongs to a key. The key goes first.
    private static func remove(_ folder: String) throws {
        guard Glibc.access(folder, F_OK) == 0 else { return }
        guard unlink(folder + "/key") == 0 || errno == ENOENT else {
            throw WalletError(.storage, "The file '\(folder)/key' cannot be removed. Remove it by hand.")
        }
        for name in ["position", "keys"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private static let off = WalletError(
        .notLoggedIn, "Notifications are off for this wallet. Run: satchel notify on")
}
