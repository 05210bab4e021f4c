// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct AccountTests {
    private func register(_ name: String, _ password: String, at hub: TestHub) throws -> Session {
        try hub.caller.call(Routes.register, Credentials(username: name, password: password))
    }

    private func logIn(_ name: String, _ password: String, at hub: TestHub) throws -> Session {
        try hub.caller.call(Routes.login, Credentials(username: name, password: password))
    }

    private func refresh(_ token: String, at hub: TestHub) throws -> Session {
        try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: token))
    }

    @Test(arguments: [
        ("al", "BAD_USERNAME"), ("Alice", "BAD_USERNAME"), ("alice ", "BAD_USERNAME"), (".alice", "BAD_USERNAME"),
        ("alice-", "BAD_USERNAME"), (String(repeating: "a", count: 33), "BAD_USERNAME"), ("älice", "BAD_USERNAME"),
    ])
    func aNameOutsideTheRulesIsRefusedWithASentence(name: String, code: String) throws {
        let hub = try TestHub()
        #expect(refusal { _ = try register(name, "correct horse", at: hub) } == .badUsername)
    }

    /// M7: a stranger who is called so could ask for money in the hub's name.
    @Test(arguments: [
        "admin", "root", "hub", "operator", "guarantee", "ad.min", "guarantee-fund", "support", "s_a_tchel",
    ])
    func aNameThatSoundsOfficialIsReserved(name: String) throws {
        let hub = try TestHub()
        #expect(refusal { _ = try register(name, "correct horse", at: hub) } == .badUsername)
        _ = try register(name + "1x", "correct horse", at: hub)
    }

    @Test(arguments: ["short", "aaaaaaaaaaaa", "password123", "alice-the-great", String(repeating: "ab1!", count: 65)])
    func aWeakPasswordIsRefusedWithASentence(password: String) throws {
        let hub = try TestHub()
        #expect(refusal { _ = try register("alice", password, at: hub) } == .weakPassword)
    }

    @Test func aNameBelongsToWhoeverTookItFirst() throws {
        let hub = try TestHub()
        _ = try register("alice", "correct horse", at: hub)
        #expect(refusal { _ = try register("alice", "battery staple", at: hub) } == .usernameTaken)
        #expect(try logIn("alice", "correct horse", at: hub).username == "alice")
    }

    @Test func aWrongPasswordAndAnUnknownNameGetTheSameAnswer() throws {
        let hub = try TestHub()
        _ = try register("alice", "correct horse", at: hub)
        #expect(refusal { _ = try logIn("alice", "wrong horse!", at: hub) } == .wrongCredentials)
        #expect(refusal { _ = try logIn("nobody", "wrong horse!", at: hub) } == .wrongCredentials)
    }

    @Test(arguments: ["alice", "nobody"])
    func guessingIsSlowedDownByNameWhetherItExistsOrNot(name: String) throws {
        let hub = try TestHub()
        _ = try register("alice", "correct horse", at: hub)
        for _ in 0..<5 { #expect(refusal { _ = try logIn(name, "wrong horse!", at: hub) } == .wrongCredentials) }
        #expect(refusal { _ = try logIn(name, "correct horse", at: hub) } == .tooManyRequests)
        hub.clock.advance(seconds: 2)
        #expect(refusal { _ = try logIn(name, "wrong horse!", at: hub) } == .wrongCredentials)
        #expect(refusal { _ = try logIn(name, "wrong horse!", at: hub) } == .tooManyRequests)
    }

    @Test func aCorrectLogInEndsTheSlowingDown() throws {
        let hub = try TestHub()
        _ = try register("alice", "correct horse", at: hub)
        for _ in 0..<4 { _ = refusal { _ = try logIn("alice", "wrong horse!", at: hub) } }
        _ = try logIn("alice", "correct horse", at: hub)
        for _ in 0..<4 { #expect(refusal { _ = try logIn("alice", "wrong horse!", at: hub) } == .wrongCredentials) }
    }

    @Test func anAccessTokenEndsAfterFifteenMinutesAndARefreshGivesTheNext() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        hub.clock.advance(seconds: 15 * 60)
        #expect(refusal { _ = try alice.balance() } == .tokenExpired)
        alice.session = try refresh(alice.session.refreshToken, at: hub)
        #expect(try alice.balance().balance == dollars(0))
    }

    @Test(arguments: ["", "x", "AAAA", String(repeating: "A", count: 400)])
    func aMadeUpAccessTokenIsRefused(token: String) throws {
        let hub = try TestHub()
        #expect(
            refusal { _ = try hub.caller.call(Routes.balance, Nothing(), as: CallerProof(token: token)) }
                == .unauthorized)
    }

    @Test func aChangedAccessTokenIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        var bytes = try Base64URL.decode(alice.token)
        for index in bytes.indices {
            bytes[index] ^= 1
            #expect(
                refusal {
                    _ = try hub.caller.call(Routes.balance, Nothing(), as: CallerProof(token: Base64URL.encode(bytes)))
                } == .unauthorized)
            bytes[index] ^= 1
        }
    }

    @Test func aRefreshTokenUsedAgainLaterEndsTheSessionForEverybody() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let stolen = alice.session.refreshToken
        alice.session = try refresh(stolen, at: hub)
        hub.clock.advance(seconds: 61)
        #expect(refusal { _ = try refresh(stolen, at: hub) } == .sessionEnded)
        #expect(refusal { _ = try refresh(alice.session.refreshToken, at: hub) } == .sessionEnded)
        #expect(refusal { _ = try alice.balance() } == .unauthorized)
    }

    @Test func aLostAnswerIsRepeatedWithinAMinute() throws {
        let hub = try TestHub()
        let first = try hub.account("alice").session
        let lost = try refresh(first.refreshToken, at: hub)
        hub.clock.advance(seconds: 30)
        let second = try refresh(first.refreshToken, at: hub)
        #expect(second.refreshToken != lost.refreshToken)
        #expect(try refresh(second.refreshToken, at: hub).username == "alice")
    }

    @Test func anAnswerTakenForLostButUsedEndsTheSession() throws {
        let hub = try TestHub()
        let first = try hub.account("alice").session
        let lost = try refresh(first.refreshToken, at: hub)
        let second = try refresh(first.refreshToken, at: hub)
        #expect(refusal { _ = try refresh(lost.refreshToken, at: hub) } == .sessionEnded)
        #expect(refusal { _ = try refresh(second.refreshToken, at: hub) } == .sessionEnded)
    }

    @Test func aRepeatAfterTheSuccessorWasUsedEndsTheSession() throws {
        let hub = try TestHub()
        let first = try hub.account("alice").session
        let second = try refresh(first.refreshToken, at: hub)
        _ = try refresh(second.refreshToken, at: hub)
        #expect(refusal { _ = try refresh(first.refreshToken, at: hub) } == .sessionEnded)
    }

    @Test func loggingOutEndsTheSessionAndItsAccessTokensAtOnce() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let other = try logIn("alice", "correct horse ecila", at: hub)
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(refusal { _ = try alice.balance() } == .unauthorized)
        #expect(refusal { _ = try refresh(alice.session.refreshToken, at: hub) } == .sessionEnded)
        #expect(
            try hub.caller.call(Routes.balance, Nothing(), as: CallerProof(other, at: hub.clock.now.seconds)).balances
                .count == 1)
        // Logging out twice, or with a token that never was, is no error: there is nothing left to end.
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: alice.session.refreshToken))
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: "AAAA"))
    }

    @Test func aSessionUnusedForNinetyDaysEnds() throws {
        let hub = try TestHub { $0.keyDays = 400 }
        let session = try hub.account("alice").session
        hub.clock.advance(days: 91)
        try hub.hub.sweep(hub.clock.now)
        #expect(refusal { _ = try refresh(session.refreshToken, at: hub) } == .sessionEnded)
    }
}

/// Requests that move money are signed with the session's key.
@Suite struct SigningTests {
    private func answer(_ request: Request, at hub: TestHub) throws -> HubProblem? {
        let response = hub.hub.answer(request)
        return response.status == 200 ? nil : try Wire.decode(HubProblem.self, from: response.body)
    }

    private func order(_ account: TestAccount) throws -> Request {
        let order = SendOrder(id: account.operation(), recipient: "bob", amount: dollars(100), note: nil)
        return Request(method: .post, path: Routes.send.path, body: try Wire.encode(order))
    }

    @Test func anAccessTokenAloneLooksButMovesNothing() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        var request = try order(alice)
        request.headers["Authorization"] = "Bearer \(alice.token)"
        #expect(try answer(request, at: hub)?.code == .unsigned)
        #expect(try alice.balance().balance == dollars(1_000))
        alice.proof.prove(&request, for: .signed)
        #expect(try answer(request, at: hub) == nil)
        #expect(try alice.balance().balance == dollars(900))
    }

    @Test func nothingOfASignedRequestCanBeChanged() throws {
        let hub = try TestHub()
        let (alice, eve) = (try hub.account("alice", cents: 1_000), try hub.account("eve", cents: 1_000))
        _ = try hub.account("bob")
        var genuine = try order(alice)
        alice.proof.prove(&genuine, for: .signed)
        let signature = try #require(genuine.headers[CallerProof.header])
        var changed = genuine
        changed.body = try order(alice).body
        #expect(try answer(changed, at: hub)?.code == .unsigned)
        changed = genuine
        changed.path = Routes.purchase.path
        #expect(try answer(changed, at: hub)?.code == .unsigned)
        changed = genuine
        changed.headers["Authorization"] = "Bearer \(eve.token)"
        #expect(try answer(changed, at: hub)?.code == .unsigned)
        for text in ["", ".", "1", "1.2.3", "x.\(signature)", "9" + signature, signature + "A"] {
            changed = genuine
            changed.headers[CallerProof.header] = text
            #expect(try answer(changed, at: hub)?.code == .unsigned, "\(text)")
        }
        #expect(try alice.balance().balance == dollars(1_000))
        #expect(try eve.balance().balance == dollars(1_000))
    }

    @Test func aSignatureIsGoodForTenMinutesAndTheHubSaysItsTime() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let now = hub.clock.now.seconds
        for (time, isGood) in [(now - 600, true), (now + 600, true), (now - 601, false), (now + 601, false)] {
            var request = try order(alice)
            CallerProof(alice.session, at: time).prove(&request, for: .signed)
            let problem = try answer(request, at: hub)
            #expect((problem == nil) == isGood)
            if !isGood { #expect(problem?.code == .clockOff && problem?.details["time"] == "\(now)") }
        }
    }

    @Test func aRefreshedSessionSignsWithTheSameKeyAndAnotherSessionWithAnother() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let renewed = try hub.caller.call(
            Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        let other = try hub.caller.call(
            Routes.login, Credentials(username: "alice", password: "correct horse ecila"))
        #expect(renewed.signingKey == alice.session.signingKey)
        #expect(other.signingKey != alice.session.signingKey)
    }
}
