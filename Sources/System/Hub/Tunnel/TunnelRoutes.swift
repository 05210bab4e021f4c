// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import WireGuard

/// The route by which a device becomes a peer of the hub's tunnel.
struct TunnelRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.joinTunnel) { call, caller in
            let key: TunnelPublicKey
            do {
                key = try TunnelPublicKey(call.input.key.bytes)
            } catch {
                throw HubProblem(
                    .badRequest, "\"key\" is a public key of X25519: 32 bytes that are not all zero.",
                    details: ["field": "key"])
            }
            let request = try Operations.fingerprint(Routes.joinTunnel.path, call.input)
            context.store.write { store in
                try Operations.once(account: caller.id, id: call.input.id, request: request, in: store) {
                    (try join(key, caller, from: call.address, in: store), nil)
                }
            } reply: {
                call.finish($0)
            }
        }
    }

    private func join(
        _ key: TunnelPublicKey, _ caller: Caller, from address: String, in store: StoreChange
    ) throws -> TunnelPlace {
        let table = context.tunnel(store.database)
        guard let server = try table.server() else {
            throw HubProblem(.notFound, "This hub has no tunnel. Ask the operator to turn it on.")
        }
        guard key != server.key else {
            throw HubProblem(.badRequest, "This key is the hub's own. Make another one.", details: ["field": "key"])
        }
        let number = try table.join(key, of: caller, in: server.network, at: store.now)
        let place = server.network.device(number)
        try store.log(
            .tunnelJoined, of: caller.id, by: caller.username, from: address,
            "device \(context.devices.name(of: caller.session)) at \(place.addressText)")
        return TunnelPlace(
            address: place.addressText, hubAddress: server.network.server.addressText, hubKey: Blob(server.key.bytes),
            endpoint: server.endpoint.description)
    }
}

extension HubContext {
    func tunnel(_ database: any SQLConnection) -> TunnelTable {
        TunnelTable(database: database, sessionLife: configuration.refreshTokenLife)
    }
}
