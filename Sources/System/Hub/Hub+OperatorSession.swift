// SPDX-License-Identifier: MIT
import HubAPI
import SQL
import Tokens

/// Operators who log in where the hub itself runs, such as at the console.
extension Hub {
    /// Somebody who was an operator with a second factor when this was made.
    package struct OperatorSession: Sendable {
        package var username: String { caller.username }
        let caller: Caller
        fileprivate let refreshToken: String
    }

    /// Logs an operator in, as over the network: slowed down, and written down, by the same rules.
    ///
    /// - Parameter device: what the list of the account's devices calls it.
    /// - Throws: `HubProblem` as a log-in does, and with `.forbidden` for accounts that are no operators', or have no
    ///   second factor; nothing of their log-in stays.
    package func logInOperator(
        _ username: String, password: String, code: String, device: String
    ) throws -> OperatorSession {
        let hub = HubCaller(pipe)
        let session = try hub.call(
            Routes.answerChallenge,
            ChallengeAnswer(
                challenge: try challenge(username, password: password, device: device, hub), code: code, device: device)
        )
        let claims = try parts.access.read(
            session.accessToken, at: parts.clock.now(), life: parts.configuration.accessTokenLife)
        let person = OperatorSession(
            caller: try parts.caller(claiming: claims), refreshToken: session.refreshToken)
        do {
            try requireStillOperator(person)
        } catch {
            try logOut(person)
            throw error
        }
        return person
    }

    /// - Throws: `HubProblem` with `.forbidden` for whoever was locked, has another role or was logged out since.
    package func requireStillOperator(_ person: OperatorSession) throws {
        try parts.store.read { database in
            let row = try database.row("SELECT ended FROM session WHERE id = ?", [.integer(person.caller.session)])
            guard let row, try row.optionalInt(0) == nil else {
                throw HubProblem(.forbidden, "This session has ended. Log in again.")
            }
            try Roles.requireOperator(person.caller, in: database)
        }
    }

    /// Ends the session; one that has ended stays so.
    package func logOut(_ person: OperatorSession) throws {
        _ = try HubCaller(pipe).call(Routes.logout, RefreshToken(refreshToken: person.refreshToken))
    }

    /// What a right password gets.
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
