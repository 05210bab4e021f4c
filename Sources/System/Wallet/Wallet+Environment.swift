// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
package import HubAPI
package import Keys
package import SQLite
package import Tokens

extension Wallet {
    /// The place of a wallet's store.
    package enum Place {
        /// A folder of mode 0700 with `wallet.sqlite`, `vault.key` and a lock that admits one process at a time.
        case folder(String)
        /// A database in memory, owned by the caller, who passes the vault key at each opening; for simulations.
        case memory(Database)
    }

    /// How the caller provides the vault key.
    package enum Unlocking: Sendable {
        case passphrase(SecretBytes)
        /// From an earlier ``Wallet/vaultKey``, without a key derivation.
        case vaultKey(VaultKey)
    }

    /// Everything that a wallet takes from outside, so that nothing in it uses the machine directly.
    package struct Environment {
        package var place: Place
        package var epochs: any EpochStore
        package var clock: Clock
        package var random: RandomSource
        /// Connects to a hub. Called at the first use of the hub, and again when its keys have changed.
        package var connect: (HubDescription, HubTrust) throws -> HubPipe
        /// The durations of the recent calls to the hub; `connect` records them.
        package var meter: ConnectionMeter
        /// Called at each named step. If it throws, the wallet stops there, as if the process had died.
        package var onStep: (WalletStep) throws -> Void
        /// The cost of deriving a key from a passphrase; tests use the lowest.
        package var passphraseCost: Argon2id.Cost
        package var policy: LimitPolicy
        /// The number of certified keys after a sync, which is how many requests can be made before the next one.
        package var certificatePool: Int
        /// Finds the risks of the device, at least those with the weight `taken`. Called before each guarded action with
        /// the wallet's mode, unless that is ``DeviceMode/log``.
        package var device: (DeviceMode) -> [DeviceFinding]

        package init(
            place: Place, epochs: any EpochStore, clock: Clock, random: RandomSource,
            connect: @escaping (HubDescription, HubTrust) throws -> HubPipe,
            meter: ConnectionMeter = ConnectionMeter(),
            onStep: @escaping (WalletStep) throws -> Void = { _ in },
            passphraseCost: Argon2id.Cost = .interactive, policy: LimitPolicy = .standard, certificatePool: Int = 32,
            device: @escaping (DeviceMode) -> [DeviceFinding] = { _ in [] }
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
            self.device = device
        }
    }
}
