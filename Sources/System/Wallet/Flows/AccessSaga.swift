// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Looks after devices, the second factor and the password of the account; everything here needs the hub.
///
/// Nothing is kept in the wallet but the session: a lost answer is found out by asking again.
struct AccessSaga {
    let wallet: OpenStore
    let link: HubLink

    func devices() throws -> [Device] { try link.call(Routes.devices, Nothing()).devices }

    /// Ends the session of a device that is named by its id, or by the first characters of it.
    func revoke(_ name: String) throws -> Device {
        let found = try devices().filter { !name.isEmpty && ($0.id.hasPrefix(name) || $0.name == name) }
        guard found.count == 1 else {
            throw WalletError(
                .badDocument,
                found.isEmpty
                    ? "There is no device '\(name)'. Look at the list of devices."
                    : "\(found.count) devices are called '\(name)'. Say more of the id.")
        }
        _ = try link.call(Routes.revokeDevice, DeviceName(id: found[0].id))
        if found[0].isPresent { try end(.loggedOut) }
        return found[0]
    }

    func logoutEverywhere() throws {
        _ = try link.call(Routes.logoutEverywhere, Nothing())
        try end(.loggedOutEverywhere)
    }

    /// The session is over by the owner's wish: nothing is left to tell the hub.
    private func end(_ event: ActivityEvent) throws {
        try wallet.transaction {
            try wallet.store.set(.session, nil)
            try wallet.note(Activity(.account, .done, at: try wallet.now(), event))
        }
    }
}
