// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Manages the account's devices, second factor and password. Every method needs the hub.
///
/// The wallet stores nothing of this but the session. After a lost answer the user asks again.
struct AccessSaga {
    let context: WalletContext
    let link: HubClient

    func devices() throws -> [Device] { try link.call(Routes.devices, Nothing()).devices }

    /// Ends the session of a device, found by the first characters of its id or by its name.
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

    /// Ends the session locally. The hub has ended it already, so it gets no further call.
    private func end(_ event: ActivityEvent) throws {
        try context.transaction {
            try context.store.set(.session, nil)
            try context.note(Activity(.account, .done, at: try context.now(), event))
        }
    }
}
