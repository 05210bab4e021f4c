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

    /// Announces a new working key of each purpose; the old ones go on being accepted for what they signed.
    ///
    /// The private halves are on the disk before they are announced. A hub that serves goes on meanwhile and takes them with
    /// ``Hub/takeFreshKeys()``.
    ///
    /// - Throws: ``HubError`` with `.inUse` while another process does the same, or `.keys` for another hub's root key.
    package static func rotateKeys(
        in directory: HubDirectory, rootKey: P256.PrivateKey, configuration: HubConfiguration = HubConfiguration(),
        clock: Clock, random: RandomSource = .system
    ) throws {
        guard let place = try directory.place() else {
            throw HubError(.notInitialised, "There is no hub in '\(directory.path)'. Make one with `satchel-hub init`.")
        }
        let lock = try directory.lockKeys()
        defer { withExtendedLifetime(lock) {} }
        let database = try place.open(in: directory)
        let identity = try HubIdentity(from: database)
        guard identity.book.rootKey == rootKey.publicKey else {
            throw HubError(.keys, "This root key belongs to another hub.")
        }
        var keys = try directory.readWorkingKeys()
        let fresh = WorkingKeys.fresh(random: random)
        keys.keys += fresh
        try directory.write(keys)
        try database.transaction {
            try HubIdentity.announce(
                fresh, after: identity.book.highestSequence, rootKey: rootKey, configuration: configuration,
                at: clock.now(), in: database)
            try AuditLog.add(.keysRotated, of: nil, by: configuration.actor, in: database, at: clock.now())
        }
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
