// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Tokens

/// The routes of an account's devices.
struct DeviceRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.devices) { call, caller in
            let devices = try context.store.read {
                try context.devices.list(of: caller.id, asking: caller.session, at: context.clock.now(), in: $0)
            }
            call.answer(DeviceList(devices: devices))
        }
        router.account(Routes.revokeDevice) { call, caller in
            context.store.write { store in
                try context.devices.revoke(call.input.id, of: caller, from: call.address, in: store)
                return Nothing()
            } reply: {
                call.finish($0)
            }
        }
        router.account(Routes.logoutEverywhere) { call, caller in
            context.store.write { store in
                try context.sessions.endAll(of: caller.id, .everywhere, in: store)
                try store.log(.loggedOutEverywhere, of: caller.id, by: caller.username, from: call.address)
                return Nothing()
            } reply: {
                call.finish($0)
            }
        }
    }
}
