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
        #expect(refusal { _ = try hub.caller.call(Routes.balance, Nothing(), token: token) } == .unauthorized)
    }

    @Test func aChangedAccessTokenIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        var bytes = try Base64URL.decode(alice.token)
        for index in bytes.indices {
            bytes[index] ^= 1
            #expect(
                refusal {
                    _ = try hub.caller.call(Routes.balance, Nothing(), token: Base64URL.encode(bytes))
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
        #expect(try hub.caller.call(Routes.balance, Nothing(), token: other.accessToken).balances.count == 1)
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
