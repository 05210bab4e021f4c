// SPDX-License-Identifier: MIT
internal import Keys
internal import Vault

/// Refuses features of a wallet while another party controls the device, as the wallet's mode says.
struct DeviceGuard {
    let findings: (DeviceMode) -> [DeviceFinding]

    /// - Throws: ``DeviceRestriction``, or an error of the store.
    func check(_ store: SealedStore, _ feature: DeviceFeature) throws { try check(feature, in: store) }

    /// - Throws: ``DeviceRestriction``, or an error of the store.
    func checkOpening(_ store: SealedStore) throws {
        // Only this mode asks for the findings at every opening.
        if try Self.mode(in: store) == .block { try check(nil, in: store) }
    }

    private func check(_ feature: DeviceFeature?, in store: SealedStore) throws {
        let mode = try Self.mode(in: store)
        try DeviceRestriction.check(feature, mode: mode) { findings(mode) }
    }

    /// The mode that the user chose, or the default one.
    static func mode(in store: SealedStore) throws -> DeviceMode {
        try store.get(.deviceMode) ?? .restrict
    }
}

extension WalletContext {
    /// Checks that the device may be used for a feature. Call it before the first step of an action.
    func require(_ feature: DeviceFeature) throws { try store.sealed.require(feature) }
}
