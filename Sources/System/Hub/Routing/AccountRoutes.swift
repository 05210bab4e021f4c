// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Tokens

/// Registration, log-in, refresh, log-out.
struct AccountRoutes: Sendable {
    let parts: HubParts

    func add(to router: inout Router) {
        router.open(Routes.register) { try register($0) }
        router.open(Routes.login) { try logIn($0) }
        router.open(Routes.refresh) { call in
            parts.store.write {
                try parts.sessions.refresh(call.input.refreshToken, in: $0)
            } reply: { result in
                call.finish(result.flatMap { $0.mapError { $0 } })
            }
        }
        router.open(Routes.logout) { call in
            parts.store.write { store in
                try parts.sessions.logout(call.input.refreshToken, in: store)
                return Nothing()
            } reply: {
                call.finish($0)
            }
        }
    }

    private func register(_ call: Call<Credentials, Session>) throws {
        let username = call.input.username
        try CredentialRules.check(username: username)
        try CredentialRules.check(password: call.input.password, of: username)
        // A taken name is said before the expensive work; the writer looks again.
        try parts.store.read { try Accounts.requireFree(username, in: $0) }
        let password = SecretBytes(Array(call.input.password.utf8))
        try parts.workers.run {
            do {
                let check = try PasswordCheck(
                    password: password, cost: parts.configuration.passwordCost, random: parts.random)
                parts.store.write { store in
                    let owner = try Accounts.open(username, check: check, ledger: parts.ledger(store))
                    return try parts.sessions.begin(for: owner, in: store)
                } reply: {
                    call.finish($0)
                }
            } catch {
                call.refuse(error)
            }
        }
    }

    /// A name that does not exist costs the same work as a wrong password and gets the same answer.
    private func logIn(_ call: Call<Credentials, Session>) throws {
        let username = call.input.username
        guard username.utf8.count <= 64, call.input.password.utf8.count <= 256 else { throw Self.wrong }
        try parts.throttle.check(username, at: parts.clock.now())
        let login = try parts.store.read { try Accounts.login(username, in: $0) }
        let check = login?.check ?? .impossible(cost: parts.configuration.passwordCost)
        let password = SecretBytes(Array(call.input.password.utf8))
        try parts.workers.run {
            do {
                guard try check.passes(password), let owner = login?.owner else {
                    parts.throttle.failed(username, at: parts.clock.now())
                    throw Self.wrong
                }
                parts.throttle.succeeded(username)
                parts.store.write {
                    try parts.sessions.begin(for: owner, in: $0)
                } reply: {
                    call.finish($0)
                }
            } catch {
                call.refuse(error)
            }
        }
    }

    private static let wrong = HubProblem(.wrongCredentials, "The name or the password is wrong.")
}
