// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
package import HubAPI
package import Keys
package import SQLite
package import Tokens

extension Wallet {
    /// Where a wallet's store lives.
    package enum Place {
        /// A folder, made 0700, with `wallet.sqlite`, `vault.key` and a lock that lets one process in at a time.
        case folder(String)
        /// A database in memory that the caller keeps, with the vault key given at each opening; for simulations.
        case memory(Database)
    }

    /// How the vault key is had.
    package enum Unlocking: Sendable {
        case passphrase(SecretBytes)
        /// From an earlier ``Wallet/vaultKey``; no key derivation is paid for.
        case vaultKey(VaultKey)
    }

    /// Everything that a wallet does not do itself: passed in, so that nothing in it asks the machine.
    package struct Environment {
        package var place: Place
        package var epochs: any EpochStore
        package var clock: Clock
        package var random: RandomSource
        /// Opens the way to a hub; called when the hub is needed first, and again when its keys have changed.
        package var connect: (HubDescription, HubTrust) throws -> HubPipe
        /// What the calls to the hub took lately; whoever connects fills it.
        package var meter: ConnectionMeter
        /// Called at each named step; what it throws ends the wallet there, as if the process had died.
        package var onStep: (WalletStep) throws -> Void
        /// The price of a passphrase; tests take the cheapest.
        package var passphraseCost: Argon2id.Cost
        package var policy: LimitPolicy
        /// Certified keys that a sync leaves ready: how many requests can be made before the next one.
        package var certificatePool: Int

        package init(
            place: Place, epochs: any EpochStore, clock: Clock, random: RandomSource,
            connect: @escaping (HubDescription, HubTrust) throws -> HubPipe,
            meter: ConnectionMeter = ConnectionMeter(),
            onStep: @escaping (WalletStep) throws -> Void = { _ in },
            passphraseCost: Argon2id.Cost = .interactive, policy: LimitPolicy = .standard, certificatePool: Int = 32
        ) {
            self.place = place
            self.epochs = epochs
            self.clock = clock
            self.random = random
            self.connect = connect
            self.meter = meter
            self.onStep = onStep
            self.passphraseCost = passphraseCost
            self.policy = policy
            self.certificatePool = certificatePool
        }
    }
}
