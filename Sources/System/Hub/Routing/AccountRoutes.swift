// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import HubLedger
import HubStorage
import Tokens

/// Registration, log-in, refresh, log-out.
struct AccountRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.open(Routes.register) { try register($0) }
        router.open(Routes.login) { try logIn($0) }
        router.open(Routes.refresh) { call in
            context.store.write {
                try context.sessions.refresh(call.input.refreshToken, from: call.address, in: $0)
            } reply: { result in
                call.finish(result.flatMap { $0.mapError { $0 } })
            }
        }
        router.open(Routes.logout) { call in
            context.store.write { store in
                try context.sessions.logout(call.input.refreshToken, from: call.address, in: store)
                return Nothing()
            } reply: {
                call.finish($0)
            }
        }
    }

    private func register(_ call: Call<Credentials, Session>) throws {
        let username = call.input.username
        let origin = try Origin(device: call.input.device, address: call.address, scope: call.input.scope)
        try CredentialRules.check(username: username)
        try CredentialRules.check(password: call.input.password, of: username)
        // A taken name is refused before the expensive work; the writer checks again.
        try context.store.read { try Accounts.requireFree(username, in: $0) }
        let password = SecretBytes(Array(call.input.password.utf8))
        try context.workers.run {
            do {
                let check = try context.makeCheck(password)
                context.store.write { store in
                    let owner = try Accounts.open(username, check: check, ledger: context.ledger(store))
                    try store.log(.registered, of: owner.id, by: username, from: origin.address)
                    return try context.sessions.begin(for: owner, on: origin, in: store)
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
        guard username.utf8.count <= 64, call.input.password.utf8.count <= CredentialRules.longestPassword else {
            throw Self.wrong
        }
        let origin = try Origin(device: call.input.device, address: call.address, scope: call.input.scope)
        let keys = [LoginThrottle.Key.name(username)] + context.addressKeys(call.address)
        try context.throttle.check(keys, at: context.clock.now())
        let login = try context.store.read { try Accounts.login(username, in: $0) }
        let check = login?.check ?? .impossible(cost: context.configuration.passwordCost)
        let password = SecretBytes(Array(call.input.password.utf8))
        try context.workers.run {
            do {
                let outcome = try context.throttle.attempt(keys, by: context.clock) {
                    try context.passes(password, check) && login != nil
                }
                guard outcome == .passed, let login else {
                    note(outcome, of: login?.owner, from: origin)
                    throw Self.wrong
                }
                let owner = login.owner
                let fresh =
                    login.check.cost == context.configuration.passwordCost ? nil : try context.makeCheck(password)
                context.store.write { store -> Result<Session, HubProblem> in
                    // Meanwhile an owner who recovers the account may have set another password.
                    guard try Accounts.isStill(check, of: username, in: store.database) else { throw Self.wrong }
                    // The cost of a password check is updated to the configuration when an account logs in.
                    if let fresh { try Accounts.setPassword(fresh, of: owner.id, in: store.database) }
                    if try SecondFactors.isOn(owner.id, in: store.database) {
                        return .failure(context.challenges.issue(for: owner.id, fresh ?? check, at: store.now))
                    }
                    try store.log(.loggedIn, of: owner.id, by: username, from: origin.address)
                    return .success(try context.sessions.begin(for: owner, on: origin, in: store))
                } reply: { result in
                    call.finish(result.flatMap { $0.mapError { $0 } })
                }
            } catch {
                call.refuse(error)
            }
        }
    }

    /// Records a failure. An unknown name is not repeated in the log, because it may be a password.
    private func note(_ outcome: LoginThrottle.Outcome, of owner: Sessions.Owner?, from origin: Origin) {
        context.note(
            outcome == .failed(isNew: true) ? .loginThrottled : .loginFailed, of: owner?.id,
            by: owner?.username ?? "nobody", from: origin.address, owner == nil ? "a name that is not in use" : "")
    }

    private static let wrong = HubProblem(.wrongCredentials, "The name or the password is wrong.")
}
