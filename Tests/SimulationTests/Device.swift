// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import Keys
import SQLite
import Tokens
import Wallet

/// A phone with the real wallet on it: its store, its epoch file, its clock, and a fuse that ends it at any step.
final class Device {
    /// How an older store is laid by, and when.
    struct Copy {
        let store: [UInt8]
        let action: Int
    }

    let number: Int
    /// Not kept alive: a person holds its devices, and thousands of economies must leave nothing behind.
    unowned let owner: Person
    let database: Database
    let epochs: EpochMemory
    let clock: DeviceClock
    let line: HubLine
    private let random: RandomSource
    private let pool: Int
    private let fuse: Fuse
    /// Nil while the process is dead.
    private(set) var wallet: Wallet?
    var isLost = false
    var copy: Copy?
    /// Complete syncs: after which action, and when by hub time.
    var syncs: [(action: Int, time: Timestamp)] = []

    init(
        number: Int, owner: Person, database: Database, epochs: EpochMemory, clock: DeviceClock, line: HubLine,
        random: RandomSource, pool: Int
    ) {
        self.number = number
        self.owner = owner
        self.database = database
        self.epochs = epochs
        self.clock = clock
        self.line = line
        self.random = random
        self.pool = pool
        fuse = Fuse()
    }

    /// Of every simulated store: sealing is not what is simulated.
    static let vaultKey: VaultKey = {
        // Safe: sealing a fresh key fails only when memory does.
        try! SealedVaultKey.create(
            passphrase: SecretBytes(Array("simulated".utf8)), random: Dice(seed: 0).randomSource(), cost: .minimum
        ).1
    }()

    var environment: Wallet.Environment {
        Wallet.Environment(
            place: .memory(database), epochs: epochs, clock: clock.clock, random: random,
            connect: { [line] _, _ in line.pipe }, onStep: { [fuse] _ in try fuse.burn() }, passphraseCost: .minimum,
            certificatePool: pool)
    }

    func create() throws { wallet = try Wallet.create(environment, .vaultKey(Self.vaultKey)) }

    func adopt(_ wallet: Wallet) { self.wallet = wallet }

    /// The last action after which a sync was complete before some date.
    func lastSyncInTime(for date: Timestamp) -> Int? { syncs.last { $0.time <= date }?.action }

    /// Lets the process end after so many steps.
    func light(steps: Int) { fuse.left = steps }
    func putOut() { fuse.left = nil }

    func kill() {
        wallet = nil
        fuse.left = nil
    }

    /// The wallet, opened if its process is not running.
    func running() throws -> Wallet {
        if let wallet { return wallet }
        let opened = try Wallet.open(environment, .vaultKey(Self.vaultKey))
        wallet = opened
        return opened
    }

    /// Replaces the store by an older one; the epoch file stays, unless a cheater brings an older one along.
    func rollBack(to store: [UInt8]) throws {
        kill()
        try database.restore(from: store)
    }

    private final class Fuse {
        var left: Int?

        func burn() throws {
            guard let steps = left else { return }
            guard steps > 1 else { throw Crash() }
            left = steps - 1
        }
    }
}
