// SPDX-License-Identifier: MIT
package import Crypto
import Keys
package import Money
import SQL
package import Tokens

/// Makes hubs and gives them new working keys: the only moments at which the root key is needed.
package enum HubSetup {
    /// Makes a hub in a directory.
    ///
    /// The key files are written before the store, and the store's one commit makes the hub exist: interrupted before it,
    /// `init` starts over; after it, `init` refuses.
    ///
    /// - Parameter server: where the books are to be; nil for a file in the directory.
    /// - Throws: ``HubError`` with `.alreadyInitialised`, `.inUse` or `.system`.
    package static func create(
        in directory: HubDirectory, on server: StorePlace? = nil, currency: Currency, rootKey: P256.PrivateKey,
        configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource = .system
    ) throws {
        let lock = try claim(directory)
        defer { withExtendedLifetime(lock) {} }
        let database = try openEmpty(directory, on: server)
        let keys = WorkingKeys.create(random: random)
        try directory.write(keys)
        try HubIdentity.create(
            currency: currency, rootKey: rootKey, keys: keys.keys, configuration: configuration, at: clock.now(),
            random: random, in: database)
    }

    /// Makes the directory if it is not there, so that key files can be put into it.
    package static func prepare(_ directory: HubDirectory) throws { try directory.create() }

    /// Whether a directory holds a hub, so that a new root key may not be put there.
    package static func isMade(in directory: HubDirectory) throws -> Bool {
        guard let database = try directory.place()?.open(in: directory) else { return false }
        return try HubIdentity.exists(in: database)
    }

    /// Announces a new working key of each purpose; the old ones go on being accepted for what they signed. What was handed out
    /// for a while (access tokens, quotes) is not: sessions go on with their refresh tokens, which are random.
    ///
    /// The private halves are on the disk before they are announced. A hub that serves goes on meanwhile and takes them with
    /// ``Hub/takeFreshKeys()``.
    ///
    /// - Parameter certificate: its key is announced anew with them if wallets believe it now, and otherwise not: where it stands
    ///   and what it holds is decided by whoever runs the hub, for whom the root key need not vouch.
    /// - Returns: whether it was.
    /// - Throws: ``HubError`` with `.inUse` while another process does the same, or `.keys` for another hub's root key.
    @discardableResult
    package static func rotateKeys(
        in directory: HubDirectory, rootKey: P256.PrivateKey, certificate: CertificateKey? = nil,
        configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource = .system
    ) throws -> Bool {
        try announcing(in: directory, by: rootKey) { database, book in
            var keys = try directory.readWorkingKeys()
            let fresh = WorkingKeys.fresh(random: random)
            keys.rotate(adding: fresh, random: random)
            try directory.write(keys)
            let (sequence, now) = (book.highestSequence, clock.now())
            let believed = certificate.flatMap { certificate in
                book.all.contains {
                    $0.purpose == .channel && $0.key == certificate.key && now <= $0.acceptUntil
                } ? certificate : nil
            }
            try database.transaction {
                try HubIdentity.announce(
                    fresh, after: sequence, rootKey: rootKey, configuration: configuration, at: now, in: database)
                if let believed {
                    let announcement = try KeyTerms.announce(
                        believed, after: sequence + UInt64(fresh.count), from: now, beside: book,
                        configuration: configuration, rootKey: rootKey, random: random)
                    try HubIdentity.insert([announcement], in: database)
                }
                try AuditLog.add(.keysRotated, of: nil, by: configuration.actor, in: database, at: now)
            }
            return believed != nil
        }
    }

    /// Announces the key of a certificate, so that wallets that know the hub by its root key believe whoever has it.
    ///
    /// - Returns: until when it is in use.
    /// - Throws: as ``rotateKeys(in:rootKey:certificate:configuration:clock:random:)``.
    package static func announce(
        _ certificate: CertificateKey, in directory: HubDirectory, rootKey: P256.PrivateKey,
        configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource = .system
    ) throws -> Timestamp {
        try announcing(in: directory, by: rootKey) { database, book in
            let now = clock.now()
            let announcement = try KeyTerms.announce(
                certificate, after: book.highestSequence, from: now, beside: book, configuration: configuration,
                rootKey: rootKey, random: random)
            try database.transaction {
                try HubIdentity.insert([announcement], in: database)
                try AuditLog.add(
                    .certificateAnnounced, of: nil, by: configuration.actor, certificate.path, in: database, at: now)
            }
            return announcement.useUntil
        }
    }

    /// Does what only one process may do at a time, with the books of the hub that the root key belongs to.
    private static func announcing<Result>(
        in directory: HubDirectory, by rootKey: P256.PrivateKey,
        _ body: (any SQLConnection, AnnouncementBook) throws -> Result
    ) throws -> Result {
        guard let place = try directory.place() else {
            throw HubError(.notInitialised, "There is no hub in '\(directory.path)'. Make one with `satchel-hub init`.")
        }
        let lock = try directory.lockKeys()
        defer { withExtendedLifetime(lock) {} }
        let database = try place.open(in: directory)
        let book = try HubIdentity(from: database).book
        guard book.rootKey == rootKey.publicKey else {
            throw HubError(.keys, "This root key belongs to another hub.")
        }
        return try body(database, book)
    }

    private static func claim(_ directory: HubDirectory) throws -> StoreLock {
        try directory.create()
        return try directory.lock()
    }

    private static func openEmpty(_ directory: HubDirectory, on server: StorePlace?) throws -> any SQLConnection {
        let place = try directory.place()
        if let place, let server, place != server {
            throw HubError(
                .alreadyInitialised,
                "The books of '\(directory.path)' are somewhere else already. Choose another directory.")
        }
        let wanted = server ?? place ?? .file(directory.database)
        let database = try wanted.open()
        if case .server = wanted { try directory.write(wanted) } else { try directory.adoptBooks() }
        guard try !HubIdentity.exists(in: database) else {
            throw HubError(
                .alreadyInitialised,
                "There is a hub in '\(directory.path)' already. Choose another directory, or another database.")
        }
        return database
    }
}
