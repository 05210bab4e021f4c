// SPDX-License-Identifier: MIT
package import Crypto
import HubLedger
package import HubStorage
import Keys
package import Money
import SQL
package import Tokens

/// Creates hubs and rotates their working keys: the only operations that need the root key.
package enum HubSetup {
    /// Creates a hub in a directory.
    ///
    /// The key files are written before the database, and one database commit creates the hub. If `init` is
    /// interrupted before the commit, it can be repeated; after it, `init` refuses.
    ///
    /// - Parameter server: where to create the database; nil for a file in the directory.
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

    /// Creates the directory unless it exists, so that key files can be written into it.
    package static func prepare(_ directory: HubDirectory) throws { try directory.create() }

    /// Whether a directory contains a hub, so that it must not get a new root key.
    package static func isMade(in directory: HubDirectory) throws -> Bool {
        guard let database = try directory.place()?.open(schema: .ledger, locking: directory.lock) else { return false }
        return try HubIdentity.exists(in: database)
    }

    /// Announces a new working key of each purpose. Signatures of the old keys stay valid. Access tokens and quotes
    /// become invalid; sessions continue with their refresh tokens, which are random.
    ///
    /// The private keys are on disk before they are announced. A serving hub continues meanwhile and loads the keys
    /// with ``Hub/takeFreshKeys()``.
    ///
    /// - Parameter certificate: its key is announced again if it is announced now, and otherwise not: the user who
    ///   runs the hub decides where the certificate file is and what it contains, and the root key need not vouch for
    ///   that.
    /// - Returns: whether the certificate's key was announced.
    /// - Throws: ``HubError`` with `.inUse` while another process changes the keys, or `.keys` for another hub's root
    ///   key.
    @discardableResult
    package static func rotateKeys(
        in directory: HubDirectory, rootKey: P256.PrivateKey, certificate: CertificateKey? = nil,
        configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource = .system
    ) throws -> Bool {
        try announcing(in: directory, by: rootKey) { database, announced in
            var keys = try directory.readWorkingKeys()
            let fresh = WorkingKeys.fresh(random: random)
            keys.rotate(adding: fresh, random: random)
            try directory.write(keys)
            let (sequence, now) = (announced.highestSequence, clock.now())
            let believed = certificate.flatMap { certificate in
                announced.all.contains {
                    $0.purpose == .channel && $0.key == certificate.key && now <= $0.acceptUntil
                } ? certificate : nil
            }
            try database.transaction {
                try HubIdentity.announce(
                    fresh, after: sequence, rootKey: rootKey, configuration: configuration, at: now, in: database)
                if let believed {
                    let announcement = try KeyTerms.announce(
                        believed, after: sequence + UInt64(fresh.count), from: now, beside: announced,
                        configuration: configuration, rootKey: rootKey, random: random)
                    try HubIdentity.insert([announcement], in: database)
                }
                try AuditLog.add(.keysRotated, of: nil, by: configuration.actor, in: database, at: now)
            }
            return believed != nil
        }
    }

    /// Announces the key of a certificate, so that wallets that trust the root key also trust the holder of this key.
    ///
    /// - Returns: until when the key is used.
    /// - Throws: as ``rotateKeys(in:rootKey:certificate:configuration:clock:random:)``.
    package static func announce(
        _ certificate: CertificateKey, in directory: HubDirectory, rootKey: P256.PrivateKey,
        configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource = .system
    ) throws -> Timestamp {
        try announcing(in: directory, by: rootKey) { database, announced in
            let now = clock.now()
            let announcement = try KeyTerms.announce(
                certificate, after: announced.highestSequence, from: now, beside: announced,
                configuration: configuration,
                rootKey: rootKey, random: random)
            try database.transaction {
                try HubIdentity.insert([announcement], in: database)
                try AuditLog.add(
                    .certificateAnnounced, of: nil, by: configuration.actor, certificate.path, in: database, at: now)
            }
            return announcement.useUntil
        }
    }

    /// Runs `body` while it holds the lock of the keys, after checking that the root key belongs to the hub.
    private static func announcing<Result>(
        in directory: HubDirectory, by rootKey: P256.PrivateKey,
        _ body: (any SQLConnection, AnnouncementSet) throws -> Result
    ) throws -> Result {
        guard let place = try directory.place() else {
            throw HubError(.notInitialised, "There is no hub in '\(directory.path)'. Make one with `satchel-hub init`.")
        }
        let lock = try directory.lockKeys()
        defer { withExtendedLifetime(lock) {} }
        let database = try place.open(schema: .ledger, locking: directory.lock)
        let announced = try HubIdentity(from: database).announced
        guard announced.rootKey == rootKey.publicKey else {
            throw HubError(.keys, "This root key belongs to another hub.")
        }
        return try body(database, announced)
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
                "The database of '\(directory.path)' is in another place already. Choose another directory.")
        }
        let wanted = server ?? place ?? .file(directory.database)
        let database = try wanted.open(schema: .ledger)
        if case .server = wanted { try directory.write(wanted) } else { try directory.adoptDatabase() }
        guard try !HubIdentity.exists(in: database) else {
            throw HubError(
                .alreadyInitialised,
                "There is a hub in '\(directory.path)' already. Choose another directory, or another database.")
        }
        return database
    }
}
