// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// Sessions of operators who log in on the hub's own machine, such as at the console.
extension Hub {
    /// The session of a person who was an operator with a second factor when it was created.
    package struct OperatorSession: Sendable {
        package var username: String { caller.username }
        let caller: Caller
        fileprivate let refreshToken: String
    }

    /// Logs an operator in, with the same throttling and audit log as over the network.
    ///
    /// - Parameter device: the name in the account's list of devices.
    /// - Throws: `HubProblem` as a log-in does, and with `.forbidden` for an account that is not an operator's or has
    ///   no second factor. In this case the session is ended.
    package func logInOperator(
        _ username: String, password: String, code: String, device: String
    ) throws -> OperatorSession {
        let hub = HubCaller(pipe)
        let session = try hub.call(
            Routes.answerChallenge,
            ChallengeAnswer(
                challenge: try challenge(username, password: password, device: device, hub), code: code, device: device)
        )
        let claims = try context.access.read(
            session.accessToken, at: context.clock.now(), life: context.configuration.accessTokenLife)
        let person = OperatorSession(
            caller: try context.caller(claiming: claims), refreshToken: session.refreshToken)
        do {
            try requireStillOperator(person)
        } catch {
            try logOut(person)
            throw error
        }
        return person
    }

    /// - Throws: `HubProblem` with `.forbidden` if the person has since been locked, logged out or given another role.
    package func requireStillOperator(_ person: OperatorSession) throws {
        try context.store.read { database in
            let row = try database.row("SELECT ended FROM session WHERE id = ?", [.integer(person.caller.session)])
            guard let row, try row.optionalInt(0) == nil else {
                throw HubProblem(.forbidden, "This session has ended. Log in again.")
            }
            try Roles.requireOperator(person.caller, in: database)
        }
    }

    /// Ends the session. A session that has already ended stays unchanged.
    package func logOut(_ person: OperatorSession) throws {
        _ = try HubCaller(pipe).call(Routes.logout, RefreshToken(refreshToken: person.refreshToken))
    }

    /// The challenge for the second factor that a correct password returns.
    private func challenge(
        _ username: String, password: String, device: String, _ hub: HubCaller
    ) throws -> String {
        do {
            let session = try hub.call(
                Routes.login, Credentials(username: username, password: password, device: device))
            _ = try hub.call(Routes.logout, RefreshToken(refreshToken: session.refreshToken))
        } catch let problem as HubProblem where problem.code == .secondFactorNeeded {
            guard let challenge = problem.details["challenge"] else { throw problem }
            return challenge
        }
        throw HubProblem(
            .forbidden, "This is for operators with a second factor. Turn it on in the wallet, then log in here.")
    }
}
