// SPDX-License-Identifier: MIT
package import Bytes
package import Keys

/// What the wallet does on a device that another party controls.
extension Wallet {
    /// Checks that the device may be used for a feature, as each guarded action does itself.
    ///
    /// - Throws: ``WalletError`` with code `.featureRestricted` and ``DeviceRestriction`` as its cause.
    package func require(_ feature: DeviceFeature) throws { try run { try open.require(feature) } }

    /// What the wallet does while another party controls the device.
    package var deviceMode: DeviceMode { get throws { try run { try DeviceGuard.mode(in: open.store.sealed) } } }

    /// Changes what the wallet does while another party controls the device. It requires the passphrase, so that a
    /// program or person with brief access to an open wallet cannot disable the guard.
    ///
    /// - Parameter passphrase: the wallet's; nil only for a wallet in memory, which has none.
    /// - Throws: ``WalletError`` with code `.wrongPassphrase`; the mode is unchanged then.
    package func setDeviceMode(_ mode: DeviceMode, passphrase: SecretBytes?) throws {
        try run {
            if case .folder(let path) = open.environment.place {
                guard let passphrase else {
                    throw WalletError(.wrongPassphrase, "This change needs the wallet's passphrase.")
                }
                try Self.check(passphrase, in: path)
            }
            try open.store.set(.deviceMode, mode)
        }
    }
}
