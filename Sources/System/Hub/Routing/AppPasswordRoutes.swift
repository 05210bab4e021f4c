// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage

/// Passwords for programs that are not ours. Documentation/Protocols/WebDAV.md
struct AppPasswordRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.newAppPassword) { call, caller in
            try context.keepSecret(of: call, for: .files, by: caller)
        }
    }
}

extension HubContext {
    /// Keeps a secret that the client has made, as a session of a scope, and answers with that.
    func keepSecret(of call: Call<HashedSecret, DeviceName>, for scope: SessionScope, by caller: Caller) throws {
        let secret = call.input
        guard secret.hash.bytes.count == HashedSecret.hashCount else {
            throw HubProblem(
                .badRequest, "\"hash\" is a SHA-256: \(HashedSecret.hashCount) bytes.", details: ["field": "hash"])
        }
        guard secret.name.utf8.count <= HashedSecret.maximumName else {
            throw HubProblem(
                .badRequest, "\"name\" has at most \(HashedSecret.maximumName) bytes.", details: ["field": "name"])
        }
        try PaymentText.check(line: secret.name, called: "name")
        store.write { store in
            let session = try AppPasswords(database: store.database)
                .add(secret.hash.bytes, named: secret.name, for: scope, of: caller, from: call.address, in: store)
            return DeviceName(id: self.devices.name(of: session))
        } reply: {
            call.finish($0)
        }
    }
}
