// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// The routes by which a new device joins an account. Documentation/Protocols/Pairing.md
struct PairingRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.newPairing) { call, caller in
            try Self.requireHash(call.input.hash, "hash")
            context.store.write { store in
                try context.pairings(store).begin(call.input.hash.bytes, by: caller, from: call.address)
            } reply: {
                call.finish($0)
            }
        }
        router.account(Routes.pairing) { call, caller in
            call.answer(
                try context.store.read { try PairingTable.latest(of: caller, at: context.clock.now(), in: $0) })
        }
        router.account(Routes.decidePairing) { call, caller in
            try Self.requireHash(call.input.hash, "hash")
            let code = call.input.hash.bytes
            context.store.write { store -> Result<Pairing, HubProblem> in
                let table = context.pairings(store)
                guard let digits = call.input.digits else {
                    return .success(try table.refuse(code, by: caller, from: call.address))
                }
                return try table.confirm(code, digits, by: caller, from: call.address)
            } reply: { result in
                call.finish(result.flatMap { $0.mapError { $0 } })
            }
        }
        router.open(Routes.claimPairing) { try claim($0) }
        router.open(Routes.collectPairing) { try collect($0) }
    }

    private func claim(_ call: Call<PairingClaim, PairingNonce>) throws {
        let claim = call.input
        guard claim.token.bytes.count == PairingCode.tokenCount else {
            throw HubProblem(
                .badRequest, "\"token\" has \(PairingCode.tokenCount) bytes.", details: ["field": "token"])
        }
        try Self.requireHash(claim.secret.hash, "secret")
        let origin = try Origin(device: claim.secret.name, address: call.address, scope: .files)
        let keys = context.addressKeys(call.address)
        try context.throttle.check(keys, at: context.clock.now())
        context.store.write { store in
            try context.pairings(store).claim(claim.token.bytes, by: claim.secret.hash.bytes, on: origin)
        } reply: { result in
            // A token has 128 bits: these are tries, not typing errors.
            if case .success(.failure(let problem)) = result, problem.code == .notFound {
                context.throttle.failed(keys, at: context.clock.now())
            }
            call.finish(result.flatMap { $0.mapError { $0 } })
        }
    }

    private func collect(_ call: Call<PairingProof, PairingOutcome>) throws {
        let secret = call.input.secret.bytes
        guard secret.count == PairingProof.secretCount else {
            throw HubProblem(
                .badRequest, "\"secret\" has \(PairingProof.secretCount) bytes.", details: ["field": "secret"])
        }
        // A device asks every few seconds, so the writer is not asked.
        let isWaiting = try context.store.read {
            try PairingTable.isWaiting(secret, at: context.clock.now(), in: $0)
        }
        guard !isWaiting else { return call.answer(PairingOutcome(session: nil)) }
        context.store.write { store in
            PairingOutcome(session: try context.pairings(store).collect(secret, from: call.address))
        } reply: {
            call.finish($0)
        }
    }

    private static func requireHash(_ hash: Blob, _ field: String) throws {
        guard hash.bytes.count == HashedSecret.hashCount else {
            throw HubProblem(
                .badRequest, "\"\(field)\" needs a SHA-256: \(HashedSecret.hashCount) bytes.", details: ["field": field]
            )
        }
    }
}

extension HubContext {
    func pairings(_ store: StoreChange) -> PairingTable {
        PairingTable(store: store, sessions: sessions, rootKey: keys.announced.rootKey)
    }
}
