// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import HubLedger
import HubStorage
import Tokens

/// The routes for turning a second factor on and off, for its codes at log-in, and for changing the password.
struct SecondFactorRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.open(Routes.answerChallenge) { try answerChallenge($0) }
        router.account(Routes.secondFactor) { call, caller in
            call.answer(try context.store.read { try SecondFactors.state(of: caller.id, in: $0) })
        }
        router.account(Routes.enrolSecondFactor) { call, caller in
            try checking(call.input.password, of: caller, call) { requireStill in
                context.store.write { store in
                    try requireStill(store)
                    return try context.secondFactors.enrol(caller, issuer: context.configuration.issuer, in: store)
                } reply: {
                    call.finish($0)
                }
            }
        }
        router.account(Routes.confirmSecondFactor) { call, caller in
            try withCode(call, of: caller) { store in
                do {
                    let codes = try context.secondFactors.confirm(call.input.code, of: caller.id, in: store)
                    try store.log(.secondFactorOn, of: caller.id, by: caller.username, from: call.address)
                    return .success(codes)
                } catch let problem as HubProblem where problem.code == .wrongCode {
                    return .failure(problem)
                }
            }
        }
        router.account(Routes.disableSecondFactor) { call, caller in
            try withCode(call, of: caller) { store in
                guard try SecondFactors.isOn(caller.id, in: store.database) else { throw Self.off }
                guard try context.secondFactors.spend(call.input.code, of: caller.id, in: store) != nil else {
                    return .failure(SecondFactors.wrongCode)
                }
                try SecondFactors.remove(from: caller.id, in: store)
                try store.log(.secondFactorOff, of: caller.id, by: caller.username, from: call.address)
                return .success(Nothing())
            }
        }
        router.account(Routes.recoveryCodes) { call, caller in
            try withCode(call, of: caller) { store in
                guard try SecondFactors.isOn(caller.id, in: store.database) else { throw Self.off }
                guard try context.secondFactors.spend(call.input.code, of: caller.id, in: store) != nil else {
                    return .failure(SecondFactors.wrongCode)
                }
                let codes = try context.secondFactors.makeRecoveryCodes(of: caller.id, in: store)
                try store.log(.recoveryCodesMade, of: caller.id, by: caller.username, from: call.address)
                return .success(codes)
            }
        }
        router.account(Routes.changePassword) { try changePassword($0, $1) }
    }

    // MARK: - Log-in

    private func answerChallenge(_ call: Call<ChallengeAnswer, Session>) throws {
        let now = context.clock.now()
        let (id, check) = try context.challenges.find(call.input.challenge, at: now)
        var origin = try Origin(device: call.input.device, address: call.address, scope: call.input.scope)
        origin.hasSecondFactor = true
        let keys = [LoginThrottle.Key.codes(id)] + context.addressKeys(call.address)
        let (code, proven) = (call.input.code, origin)
        context.store.write { store -> Result<Session, HubProblem> in
            // Checked in the writer, where attempts run one after another, so that simultaneous guesses cannot avoid
            // the limit.
            try context.throttle.check(keys, at: store.now)
            let owner = try Accounts.owner(id, in: store.database)
            guard try Accounts.isStill(check, of: owner.username, in: store.database) else { throw Self.changed }
            guard let proof = try context.secondFactors.spend(code, of: id, in: store) else {
                context.throttle.failed(keys, at: store.now)
                try store.log(.codeFailed, of: id, by: owner.username, from: proven.address)
                return .failure(SecondFactors.wrongCode)
            }
            if proof == .recoveryCode {
                let left = try SecondFactors.state(of: id, in: store.database).recoveryCodesLeft
                try store.log(
                    .recoveryCodeUsed, of: id, by: owner.username, from: proven.address, "\(left) are left")
            }
            try store.log(
                .loggedIn, of: id, by: owner.username, from: proven.address, "with a second factor")
            return .success(try context.sessions.begin(for: owner, on: proven, in: store))
        } reply: { result in
            finish(call, result, keys)
        }
    }

    private static let changed = HubProblem(
        .wrongCredentials, "The password was changed meanwhile. Begin again with the new one.")

    // MARK: - Codes

    private static let off = HubProblem(.secondFactorOff, "This account has no second factor.")

    /// Makes a change that requires a code. A wrong code counts as a failure, and its record in the log is kept.
    private func withCode<Output>(
        _ call: Call<OneTimeCode, Output>, of caller: Caller,
        _ change: @escaping @Sendable (StoreChange) throws -> Result<Output, HubProblem>
    ) throws {
        let keys = [LoginThrottle.Key.codes(caller.id)]
        context.store.write { store in
            try context.throttle.check(keys, at: store.now)
            let result = try change(store)
            if case .failure = result {
                context.throttle.failed(keys, at: store.now)
                try store.log(.codeFailed, of: caller.id, by: caller.username, from: call.address)
            }
            return result
        } reply: { result in
            finish(call, result, keys)
        }
    }

    private func finish<Input, Output>(
        _ call: Call<Input, Output>, _ result: Result<Result<Output, HubProblem>, any Error>,
        _ keys: [LoginThrottle.Key]
    ) {
        if case .success(.success) = result { context.throttle.succeeded(keys[0], at: context.clock.now()) }
        call.finish(result.flatMap { $0.mapError { $0 } })
    }

    // MARK: - Passwords

    /// Runs a body after the caller has proved knowledge of the password again.
    ///
    /// - Parameter body: gets a function to call in its change, which checks that the password is unchanged and the
    ///   session has not ended.
    private func checking<Input, Output>(
        _ password: String, of caller: Caller, _ call: Call<Input, Output>,
        _ body: @escaping @Sendable (_ requireStill: @escaping @Sendable (StoreChange) throws -> Void) throws -> Void
    ) throws {
        // A separate key from log-ins: anyone who knows the name can cause failures there, but only the owner here.
        let keys = [LoginThrottle.Key.password(caller.id)]
        try context.throttle.check(keys, at: context.clock.now())
        guard password.utf8.count <= CredentialRules.longestPassword,
            let login = try context.store.read({ try Accounts.login(caller.username, in: $0) })
        else { throw Self.wrongPassword }
        let secret = SecretBytes(Array(password.utf8))
        try context.workers.run {
            do {
                let outcome = try context.throttle.attempt(keys, by: context.clock) {
                    try context.passes(secret, login.check)
                }
                guard outcome == .passed else {
                    context.note(.loginFailed, of: caller.id, by: caller.username, from: call.address, "asked again")
                    throw Self.wrongPassword
                }
                try body { store in
                    guard try Accounts.isStill(login.check, of: caller.username, in: store.database) else {
                        throw Self.changed
                    }
                    try context.requireGoingOn(caller.session, in: store.database)
                }
            } catch {
                call.refuse(error)
            }
        }
    }

    private static let wrongPassword = HubProblem(.wrongCredentials, "The password is wrong. Nothing was changed.")

    private func changePassword(_ call: Call<PasswordChange, Nothing>, _ caller: Caller) throws {
        let replacement = call.input.replacement
        try CredentialRules.check(password: replacement, of: caller.username)
        guard replacement != call.input.password else {
            throw HubProblem(.weakPassword, "The new password is the present one. Choose another.")
        }
        try checking(call.input.password, of: caller, call) { requireStill in
            let check = try context.makeCheck(SecretBytes(Array(replacement.utf8)))
            context.store.write { store in
                try requireStill(store)
                try Accounts.setPassword(check, of: caller.id, in: store.database)
                try context.sessions.endAll(of: caller.id, but: caller.session, .passwordChanged, in: store)
                try store.log(.passwordChanged, of: caller.id, by: caller.username, from: call.address)
                return Nothing()
            } reply: {
                call.finish($0)
            }
        }
    }
}
