// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import Hub
import HubStorage
import Money
import SQLite
import TestSupport
import Tokens

/// A hub in a directory of its own, which is removed with it.
final class HubOnDisk {
    private let scratch: ScratchFolder
    let directory: HubDirectory
    let clock = ManualClock()
    let random: RandomSource
    let rootKey: P256.PrivateKey

    /// - Parameter server: where the database is to be; nil for a file in the directory.
    init(seed: UInt64 = 1, on server: StorePlace? = nil) throws {
        scratch = try ScratchFolder()
        directory = HubDirectory(scratch.path)
        random = seeded(seed)
        rootKey = P256.PrivateKey(random: random)
        try HubSetup.create(
            in: directory, on: server, currency: usd, rootKey: rootKey, clock: clock.clock, random: random)
    }

    /// Changes the database behind the hub's back.
    func spoil(_ sql: String) throws { try Database(path: directory.database).execute(sql) }

    /// - Parameter path: another directory with this hub's keys and database; nil for its own.
    func open(at path: String? = nil, _ configure: (inout HubConfiguration) -> Void = { _ in }) throws -> TestHub {
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configure(&configuration)
        let hub = try Hub.open(
            directory: path ?? directory.path, configuration: configuration, clock: clock.clock, random: random)
        return TestHub(hub: hub, clock: clock, random: random)
    }
}
