// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
internal import Keys
internal import SQLite
internal import Tokens

extension Wallet {
    /// Whether a folder holds a wallet.
    package static func exists(in folder: String) -> Bool {
        WalletFolder(path: folder).isOccupied
    }

    /// Creates an empty wallet.
    ///
    /// - Throws: ``WalletError`` with code `.walletExists` when there is one already; the existing one is not changed.
    package static func create(_ environment: Environment, _ unlocking: Unlocking) throws -> Wallet {
        try translated {
            let files = try Files(environment, .make)
            guard try !files.isOccupied else {
                throw WalletError(.walletExists, "There is a wallet here already. Open it, or choose another folder.")
            }
            let vaultKey = try files.makeVaultKey(unlocking, environment)
            try files.prepareEmpty(vaultKey, environment)
            // Last, so that an interrupted creation can be started again, and a store in place is always complete.
            try files.putInPlace()
            let store = try Store(try files.database(), vaultKey: vaultKey, random: environment.random)
            return Wallet(WalletContext(store: store, environment: environment), vaultKey: vaultKey, lock: files.lock)
        }
    }

    /// Opens a wallet and completes what a crash interrupted.
    ///
    /// If the folder cannot be written, the wallet is read-only, and every change throws `.storage`.
    ///
    /// - Parameter isBlockable: false for a command that only shows the device's risks or sets what follows from them.
    /// - Throws: ``WalletError`` with code `.noWallet`, `.inUse`, `.wrongPassphrase`, `.newerVersion`, `.damaged` or
    ///   `.featureRestricted`; nothing is written then.
    package static func open(
        _ environment: Environment, _ unlocking: Unlocking, isBlockable: Bool = true
    ) throws -> Wallet {
        try translated {
            let files = try Files(environment, .find)
            let vaultKey = try files.vaultKey(unlocking)
            let store = try Store(try files.database(), vaultKey: vaultKey, random: environment.random)
            guard try store.isInitialized else {
                throw WalletError(.damaged, "The wallet's store is damaged: it holds no wallet. Restore a backup.")
            }
            if isBlockable { try DeviceGuard(findings: environment.device).checkOpening(store.sealed) }
            let wallet = WalletContext(store: store, environment: environment)
            if !files.isReadOnly {
                try RollbackSaga(context: wallet).check()
                do {
                    try PaySaga(context: wallet).resume()
                    try RedeemSaga(context: wallet).resume()
                } catch let error as WalletError where error.code == .frozen {
                    // Another copy has spent since the check: this one is frozen now, and signs nothing.
                    guard try store.freeze != nil else { throw error }
                } catch let error as WalletError where error.code == .chipUnavailable {
                    // Safe: what a crash interrupted stays committed. The next opening or payment signs it.
                }
            }
            return Wallet(wallet, vaultKey: vaultKey, lock: files.lock)
        }
    }

    /// Makes a wallet from a backup file. The new wallet counts as rolled back, and its owner must log in again.
    ///
    /// - Throws: ``WalletError`` with code `.walletExists`, `.badBackup`, `.wrongPassphrase` (the backup's) or
    ///   `.newerVersion`; no wallet is made then.
    package static func restore(
        from path: String, backupPassphrase: SecretBytes, into environment: Environment, _ unlocking: Unlocking
    ) throws -> Wallet {
        try translated {
            let content = try BackupFile.read(path, passphrase: backupPassphrase)
            let files = try Files(environment, .make)
            guard try !files.isOccupied else {
                throw WalletError(
                    .walletExists,
                    "There is a wallet here already, and a restore never replaces one. Choose another folder.")
            }
            try files.prepare(content, environment)
            let lost = try files.bringPhotos(of: content)
            try files.seal(content.vaultKey, unlocking, environment)
            try files.putInPlace()
            let wallet = try open(environment, unlocking, files, content.vaultKey)
            if lost > 0 {
                try wallet.open.problem(.damagedPhotos(count: UInt64(lost)))
            }
            return wallet
        }
    }

    private static func open(
        _ environment: Environment, _ unlocking: Unlocking, _ files: Files, _ vaultKey: VaultKey
    ) throws -> Wallet {
        let store = try Store(try files.database(), vaultKey: vaultKey, random: environment.random)
        let wallet = WalletContext(store: store, environment: environment)
        try RollbackSaga(context: wallet).check()
        return Wallet(wallet, vaultKey: vaultKey, lock: files.lock)
    }

    /// Changes the passphrase of a wallet in a folder. The store itself is not rewritten.
    package static func changePassphrase(
        in folder: String, from old: SecretBytes, to new: SecretBytes, _ environment: Environment
    ) throws {
        try translated {
            _ = try Files(environment, .find)
            let file = WalletFolder(path: folder).key
            let sealed = try SealedVaultKey(decoding: AtomicFile.read(file, maximumCount: SealedVaultKey.maximumCount))
            let changed = try sealed.changingPassphrase(
                from: old, to: new, random: environment.random, cost: environment.passphraseCost)
            try AtomicFile.write(changed.encoded, to: file)
        }
    }

    /// Checks a passphrase against the sealed key of the wallet in a folder. The wallet may be open at the same time.
    ///
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`.
    package static func check(_ passphrase: SecretBytes, in folder: String) throws {
        try translated {
            let file = try AtomicFile.read(
                WalletFolder(path: folder).key, maximumCount: SealedVaultKey.maximumCount)
            _ = try SealedVaultKey(decoding: file).open(passphrase: passphrase)
        }
    }

    /// Runs `body` while no process has the wallet in a folder open or can open it.
    ///
    /// - Throws: ``WalletError`` with code `.noWallet` or `.inUse`; errors of `body` stay unchanged.
    package static func alone<R>(in folder: String, _ body: () throws -> R) throws -> R {
        let lock: StoreLock = try translated {
            let files = WalletFolder(path: folder)
            guard files.isOccupied else {
                throw WalletError(.noWallet, "There is no wallet in '\(folder)'.")
            }
            return try StoreLock(path: files.lock)
        }
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Erases a wallet with all its secrets: keys, tokens, coins, history. Only a backup can bring it back.
    package static func forget(folder path: String) throws {
        try translated {
            let folder = WalletFolder(path: path)
            guard folder.isOccupied else {
                throw WalletError(.noWallet, "There is no wallet in '\(path)'.")
            }
            let lock = try StoreLock(path: folder.lock)
            folder.erase()
            withExtendedLifetime(lock) {}
        }
    }

    static func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw WalletError.translating(error)
        }
    }
}

/// The locked place of a wallet.
private struct Files {
    enum Intent { case make, find }

    let place: Wallet.Place
    let lock: StoreLock?
    /// Whether the existing wallet cannot be written.
    let isReadOnly: Bool

    init(_ environment: Wallet.Environment, _ intent: Intent) throws {
        place = environment.place
        guard case .folder(let path) = environment.place else {
            lock = nil
            isReadOnly = false
            return
        }
        let folder = WalletFolder(path: path)
        switch intent {
        case .make: try folder.create()
        case .find:
            guard folder.isOccupied else {
                throw WalletError(.noWallet, "There is no wallet in '\(path)'. Create one first.")
            }
            // SQLite treats a file of at most one byte as a new database, and would write to it.
            guard WalletFolder.size(of: folder.store).map({ $0 > 1 }) ?? true else {
                throw WalletError(
                    .damaged, "The wallet's store '\(folder.store)' is damaged: it is empty. Restore a backup.")
            }
            folder.close()
        }
        isReadOnly = intent == .find && folder.isReadOnly
        guard isReadOnly else {
            lock = try StoreLock(path: folder.lock)
            return
        }
        // SQLite cannot read a write-ahead log without write access.
        guard WalletFolder.size(of: folder.store + "-wal") ?? 0 == 0 else {
            throw WalletError(
                .storage,
                "The wallet in '\(path)' was not closed properly, and its folder cannot be written. Make it writable for this user."
            )
        }
        lock = WalletFolder.size(of: folder.lock) == nil ? nil : try StoreLock(path: folder.lock, isReadOnly: true)
    }

    private var folder: WalletFolder? {
        if case .folder(let path) = place { WalletFolder(path: path) } else { nil }
    }

    var isOccupied: Bool {
        get throws {
            switch place {
            case .folder(let path):
                return WalletFolder(path: path).hasStore
            case .memory(let database): return try database.schemaVersion() > 0
            }
        }
    }

    func database() throws -> Database {
        switch place {
        case .folder(let path):
            try Database(
                path: WalletFolder(path: path).store, readOnly: isReadOnly, applicationID: WalletSchema.applicationID,
                isUnchanging: isReadOnly)
        case .memory(let database): database
        }
    }

    /// The key of an existing wallet.
    func vaultKey(_ unlocking: Wallet.Unlocking) throws -> VaultKey {
        switch unlocking {
        case .vaultKey(let key): return key
        case .passphrase(let passphrase):
            guard let folder else {
                throw WalletError(.noWallet, "A wallet in memory has no passphrase. Give its vault key.")
            }
            let file = try AtomicFile.read(folder.key, maximumCount: SealedVaultKey.maximumCount)
            return try SealedVaultKey(decoding: file).open(passphrase: passphrase)
        }
    }

    /// Makes a key and writes it, sealed by the passphrase, to its file. A key that the caller gives is used unchanged.
    func makeVaultKey(_ unlocking: Wallet.Unlocking, _ environment: Wallet.Environment) throws -> VaultKey {
        switch unlocking {
        case .vaultKey(let given): return given
        case .passphrase(let passphrase):
            let (sealed, key) = try SealedVaultKey.create(
                passphrase: passphrase, random: environment.random, cost: environment.passphraseCost)
            try write(sealed)
            return key
        }
    }

    /// Writes an existing key, sealed by the passphrase, to its file.
    func seal(_ key: VaultKey, _ unlocking: Wallet.Unlocking, _ environment: Wallet.Environment) throws {
        guard case .passphrase(let passphrase) = unlocking else { return }
        try write(
            try SealedVaultKey(
                sealing: key, passphrase: passphrase, random: environment.random, cost: environment.passphraseCost))
    }

    private func write(_ sealed: SealedVaultKey) throws {
        guard let folder else {
            throw WalletError(.noWallet, "A wallet in memory has no passphrase. Give its vault key.")
        }
        try AtomicFile.write(sealed.encoded, to: folder.key)
    }

    /// Creates an empty store beside its final place; in memory, in place.
    func prepareEmpty(_ vaultKey: VaultKey, _ environment: Wallet.Environment) throws {
        let database = try emptyDatabase()
        let store = try Store(database, vaultKey: vaultKey, random: environment.random)
        let name = environment.random.bytes(16)
        let epoch = StoreEpoch(first: EpochMark(number: 0, tag: environment.random.bytes(EpochMark.tagCount)))
        // Created before the store, so that a missing file always means a rollback.
        let file = try environment.epochs.create(name, epoch.mark)
        try store.initialize(name: name, epoch, file, seed: environment.random.bytes(32))
        try fold(database)
    }

    /// A new database in which the store is prepared before it can be opened.
    private func emptyDatabase() throws -> Database {
        guard let folder else { return try database() }
        folder.eraseUnfinished()
        return try Database(path: folder.unfinished, applicationID: WalletSchema.applicationID)
    }

    /// Merges the log into the one file that is about to get its final name.
    private func fold(_ database: Database) throws {
        if case .folder = place { try database.execute("PRAGMA journal_mode = DELETE") }
    }

    /// Restores a backup into a store beside its final place, and freezes, renames and logs it out before it can be
    /// opened.
    func prepare(_ content: BackupFile.Content, _ environment: Wallet.Environment) throws {
        let database = try emptyDatabase()
        try database.restore(from: content.image)
        let store = try Store(database, vaultKey: content.vaultKey, random: environment.random)
        try store.set(.session, nil)
        try RollbackSaga(context: WalletContext(store: store, environment: environment)).freeze(.restored)
        try fold(database)
    }

    /// Writes the photos of a backup beside the store.
    ///
    /// - Returns: the number of damaged photos, which are skipped: a picture must not block the restore of money.
    func bringPhotos(of content: BackupFile.Content) throws -> Int {
        guard let folder, !content.photos.isEmpty else { return 0 }
        try PrivateFolder.create(folder.photos)
        return try content.photos.count { photo in
            guard let bytes = try BackupFile.bytes(of: photo) else { return true }
            try AtomicFile.write(bytes, to: folder.photos + "/" + photo.name)
            return false
        }
    }

    func putInPlace() throws { try folder?.putInPlace() }
}
