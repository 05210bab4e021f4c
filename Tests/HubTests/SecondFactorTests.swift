// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Synchronization
import Testing
import Tokens

/// What an authenticator app does with the link that it was shown.
struct Authenticator {
    let codes: TimeCodes
    let hub: TestHub

    init(_ enrolment: SecondFactorEnrolment, hub: TestHub) throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits: [UInt8] = []
        for character in enrolment.secret {
            let value = try #require(alphabet.firstIndex(of: character))
            bits += (0..<5).map { UInt8(value >> (4 - $0) & 1) }
        }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { bits[$0..<($0 + 8)].reduce(0) { $0 << 1 | $1 } }
        codes = TimeCodes(secret: SecretBytes(bytes))
        self.hub = hub
    }

    /// The next code that was not shown yet.
    func fresh() -> String {
        hub.clock.advance(seconds: TimeCodes.period)
        return shown()
    }

    func shown() -> String { codes.code(step: TimeCodes.step(at: hub.clock.now.seconds)) }
}

extension TestAccount {
    private var password: String { "correct horse " + String(session.username.reversed()) }

    func enrol() throws -> Authenticator {
        try Authenticator(try call(Routes.enrolSecondFactor, PasswordProof(password: password)), hub: hub)
    }

    /// Turns the second factor on.
    func secure() throws -> (app: Authenticator, recovery: [String]) {
        let app = try enrol()
        return (app, try call(Routes.confirmSecondFactor, OneTimeCode(code: app.shown())).codes)
    }
}

extension TestHub {
    /// The challenge that a right password gets.
    func challenge(_ name: String) throws -> String {
        do {
            _ = try logIn(name)
        } catch let problem as HubProblem where problem.code == .secondFactorNeeded {
            return try #require(problem.details["challenge"])
        }
        throw HubProblem(.internalError, "no code was asked for")
    }

    func answer(_ challenge: String, _ code: String) throws -> TestAccount {
        TestAccount(
            hub: self,
            session: try caller.call(Routes.answerChallenge, ChallengeAnswer(challenge: challenge, code: code)))
    }
}

@Suite struct SecondFactorTests {
    @Test func aLogInAsksForACodeOnceItIsOn() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let (app, recovery) = try alice.secure()
        #expect(Set(recovery).count == 10)
        let again = try hub.answer(try hub.challenge("alice"), app.fresh())
        #expect(try again.balance().balance == dollars(0))
        #expect(try again.devices().first { $0.isPresent }?.hasSecondFactor == true)
        #expect(try again.call(Routes.secondFactor, Nothing()) == SecondFactorState(isOn: true, recoveryCodesLeft: 10))
    }

    @Test func nothingIsAskedForBeforeACodeWasConfirmed() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        _ = try alice.enrol()
        #expect(try hub.logIn("alice").call(Routes.secondFactor, Nothing()).isOn == false)
        #expect(refusal { _ = try alice.call(Routes.confirmSecondFactor, OneTimeCode(code: "000000")) } == .wrongCode)
        #expect(try hub.logIn("alice").session.username == "alice")
    }

    @Test func enrollingAsksForThePassword() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let wrong = PasswordProof(password: "wrong horse")
        #expect(refusal { _ = try alice.call(Routes.enrolSecondFactor, wrong) } == .wrongCredentials)
    }

    @Test func aLogInThatBeganWithAnOldPasswordEndsThere() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let (app, _) = try alice.secure()
        let begun = try hub.challenge("alice")
        let change = PasswordChange(password: "correct horse ecila", replacement: "battery staple")
        _ = try alice.call(Routes.changePassword, change)
        #expect(refusal { _ = try hub.answer(begun, app.fresh()) } == .wrongCredentials)
        let unknown = String(begun.reversed())
        #expect(refusal { _ = try hub.answer(unknown, app.fresh()) } == .wrongCredentials)
        #expect(refusal { _ = try hub.answer("?", app.fresh()) } == .wrongCredentials)
    }

    @Test func manyLogInsThatWaitForACodeTakeOneAnothersPlace() throws {
        let hub = try TestHub()
        let (app, _) = try hub.account("alice").secure()
        let begun = try (0..<9).map { _ in
            hub.clock.advance(seconds: 1)
            return try hub.challenge("alice")
        }
        #expect(refusal { _ = try hub.answer(begun[0], app.fresh()) } == .wrongCredentials)
        #expect(try hub.answer(begun[1], app.fresh()).session.username == "alice")
    }

    @Test func whatWaitsIsTidiedOnceAMinuteAndByAccount() throws {
        let hub = try TestHub()
        for name in ["alice", "bob"] { _ = try hub.account(name).secure() }
        func reason(_ challenge: String) -> String? {
            #expect(throws: HubProblem.self) { try hub.answer(challenge, "000000") }?.message
        }
        let first = try hub.challenge("alice")
        hub.clock.advance(seconds: 290)
        let second = try hub.challenge("bob")
        hub.clock.advance(seconds: 11)
        // Over, and nobody has looked at it when another account's log-in came.
        _ = try hub.challenge("bob")
        #expect(reason(first)?.contains("waited too long") == true)
        let bobs = try (0..<8).map { _ in try hub.challenge("bob") }
        #expect(reason(second)?.contains("did not start this log-in") == true)
        #expect(bobs.allSatisfy { reason($0)?.contains("did not start") == false })
        hub.clock.advance(seconds: 49)
        _ = try hub.challenge("bob")
        #expect(reason(first)?.contains("did not start this log-in") == true)
    }

    @Test func aCodeIsGoodOnce() throws {
        let hub = try TestHub()
        let (app, _) = try hub.account("alice").secure()
        let code = app.fresh()
        _ = try hub.answer(try hub.challenge("alice"), code)
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), code) } == .wrongCode)
        #expect(try hub.answer(try hub.challenge("alice"), app.fresh()).session.username == "alice")
    }

    @Test func theCodeOfTheConfirmationOpensNothing() throws {
        let hub = try TestHub()
        let (app, _) = try hub.account("alice").secure()
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), app.shown()) } == .wrongCode)
    }

    @Test func aRecoveryCodeIsGoodOnceHoweverItIsWritten() throws {
        let hub = try TestHub()
        let (_, recovery) = try hub.account("alice").secure()
        let alice = try hub.answer(try hub.challenge("alice"), recovery[3].uppercased())
        #expect(try alice.call(Routes.secondFactor, Nothing()).recoveryCodesLeft == 9)
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), recovery[3]) } == .wrongCode)
        let plain = recovery[4].filter { $0 != "-" }
        #expect(try hub.answer(try hub.challenge("alice"), plain).session.username == "alice")
    }

    @Test func freshRecoveryCodesVoidTheOldOnes() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let (app, old) = try alice.secure()
        let new = try alice.call(Routes.recoveryCodes, OneTimeCode(code: app.fresh())).codes
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), old[0]) } == .wrongCode)
        #expect(try hub.answer(try hub.challenge("alice"), new[0]).session.username == "alice")
    }

    @Test func turningItOffNeedsACode() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let (app, _) = try alice.secure()
        #expect(refusal { _ = try alice.call(Routes.disableSecondFactor, OneTimeCode(code: "000000")) } == .wrongCode)
        _ = try alice.call(Routes.disableSecondFactor, OneTimeCode(code: app.fresh()))
        #expect(try hub.logIn("alice").session.username == "alice")
        #expect(
            refusal { _ = try alice.call(Routes.disableSecondFactor, OneTimeCode(code: app.fresh())) }
                == .secondFactorOff)
    }

    @Test func anotherSecretCannotReplaceOneThatIsOn() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        _ = try alice.secure()
        #expect(refusal { _ = try alice.enrol() } == .secondFactorOn)
    }

    @Test func guessingCodesIsSlowedDownForTheAccountAndNotForOthers() throws {
        let hub = try TestHub()
        let (app, _) = try hub.account("alice").secure()
        let challenge = try hub.challenge("alice")
        for _ in 0..<5 { #expect(refusal { _ = try hub.answer(challenge, "000000") } == .wrongCode) }
        #expect(refusal { _ = try hub.answer(challenge, app.shown()) } == .tooManyRequests)
        hub.clock.advance(seconds: 31)
        #expect(try hub.answer(challenge, app.shown()).session.username == "alice")
    }

    @Test func aChallengeEndsAfterFiveMinutesAndCannotBeMadeUp() throws {
        let hub = try TestHub()
        let (app, _) = try hub.account("alice").secure()
        let challenge = try hub.challenge("alice")
        var bytes = try Base64URL.decode(challenge)
        bytes[1] ^= 1
        for text in ["", "AAAA", Base64URL.encode(bytes), String(repeating: "A", count: 400)] {
            #expect(refusal { _ = try hub.answer(text, app.shown()) } == .wrongCredentials)
        }
        hub.clock.advance(seconds: 301)
        #expect(refusal { _ = try hub.answer(challenge, app.fresh()) } == .wrongCredentials)
    }

    @Test func aWrongPasswordDoesNotTellWhetherThereIsASecondFactor() throws {
        let hub = try TestHub()
        _ = try hub.account("alice").secure()
        #expect(refusal { _ = try hub.logIn("alice", password: "wrong horse") } == .wrongCredentials)
    }

    @Test func theDatabaseHoldsNeitherSecretNorRecoveryCode() throws {
        let hub = try TestHub(in: .memory())
        let alice = try hub.account("alice")
        let enrolment = try alice.call(
            Routes.enrolSecondFactor, PasswordProof(password: "correct horse ecila"))
        let app = try Authenticator(enrolment, hub: hub)
        let codes = try alice.call(Routes.confirmSecondFactor, OneTimeCode(code: app.shown())).codes
        let content = String(decoding: try hub.hub.image().database, as: UTF8.self)
        #expect(!content.contains(enrolment.secret))
        for code in codes { #expect(!content.contains(code) && !content.contains(code.filter { $0 != "-" })) }
        #expect("\(enrolment)" == "SecondFactorEnrolment(‹redacted›)")
    }

    // MARK: - Passwords

    @Test func aChangedPasswordEndsTheOtherSessionsOnly() throws {
        let hub = try TestHub()
        let (here, there) = (try hub.account("alice"), try hub.logIn("alice"))
        let change = PasswordChange(password: "correct horse ecila", replacement: "battery staple")
        _ = try here.call(Routes.changePassword, change)
        #expect(try here.balance().balance == dollars(0))
        #expect(there.end()?.details["reason"] == "passwordChanged")
        #expect(refusal { _ = try hub.logIn("alice") } == .wrongCredentials)
        #expect(try hub.logIn("alice", password: "battery staple").session.username == "alice")
    }

    @Test func strangersWhoFailToLogInDoNotKeepTheOwnerFromChangingThePassword() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        for _ in 0..<5 {
            #expect(refusal { _ = try hub.logIn("alice", password: "wrong horse!") } == .wrongCredentials)
        }
        #expect(refusal { _ = try hub.logIn("alice") } == .tooManyRequests)
        let change = PasswordChange(password: "correct horse ecila", replacement: "battery staple")
        _ = try alice.call(Routes.changePassword, change)
        // Who has the session and guesses is slowed down as at the log-in, and keeps nobody from logging in.
        hub.clock.advance(seconds: 2)
        let guess = PasswordChange(password: "wrong horse!", replacement: "staple battery")
        for _ in 0..<5 {
            #expect(refusal { _ = try alice.call(Routes.changePassword, guess) } == .wrongCredentials)
        }
        #expect(refusal { _ = try alice.call(Routes.changePassword, guess) } == .tooManyRequests)
        let proof = PasswordProof(password: "battery staple")
        #expect(refusal { _ = try alice.call(Routes.enrolSecondFactor, proof) } == .tooManyRequests)
        #expect(try hub.logIn("alice", password: "battery staple").session.username == "alice")
        hub.clock.advance(seconds: 2)
        _ = try alice.call(Routes.enrolSecondFactor, proof)
    }

    /// The check of a password takes long, and the owner may be quicker.
    @Test(arguments: [Routes.login.path, Routes.changePassword.path])
    func whatIsUnderWayWithAnOldPasswordEndsWithIt(path: String) throws {
        let disk = try HubOnDisk()
        let gate = Gate()
        let hub = try disk.open { $0.onPasswordWork = { _ in gate.pass() } }
        defer { hub.hub.close() }
        let alice = try hub.account("alice")
        var request = Request(method: .post, path: path)
        if path == Routes.login.path {
            request.body = try Wire.encode(Credentials(username: "alice", password: "correct horse ecila"))
        } else {
            request.body = try Wire.encode(
                PasswordChange(password: "correct horse ecila", replacement: "battery staple"))
            alice.proof.prove(&request, for: Routes.changePassword.access)
        }
        let answer = Mutex<Response?>(nil)
        gate.holdNext()
        hub.hub.handle(request) { response in answer.withLock { $0 = response } }
        try #require(gate.isHeld(within: 30))
        let password = try hub.hub.resetPassword(of: "alice")
        gate.open()
        while answer.withLock({ $0 }) == nil { usleep(1_000) }
        #expect(answer.withLock { $0?.status } == 401)
        #expect(try hub.logIn("alice", password: password).devices().count == 1)
        #expect(refusal { _ = try hub.logIn("alice", password: "battery staple") } == .wrongCredentials)
    }

    /// Holds one password's work until it is let go.
    private final class Gate: Sendable {
        private enum State { case open, holdsNext, holding }
        private let state = Mutex(State.open)

        func holdNext() { state.withLock { $0 = .holdsNext } }
        func open() { state.withLock { $0 = .open } }
        func isHeld(within seconds: Int) -> Bool {
            for _ in 0..<seconds * 1_000 where state.withLock({ $0 }) != .holding { usleep(1_000) }
            return state.withLock { $0 } == .holding
        }

        func pass() {
            let isHeld = state.withLock { state in
                guard state == .holdsNext else { return false }
                state = .holding
                return true
            }
            while isHeld, state.withLock({ $0 }) == .holding { usleep(1_000) }
        }
    }

    @Test(arguments: [
        ("wrong horse!", "battery staple", HubProblem.Code.wrongCredentials),
        ("correct horse ecila", "short", .weakPassword),
        ("correct horse ecila", "correct horse ecila", .weakPassword),
    ])
    func aChangeThatCannotBeMadeChangesNothing(password: String, replacement: String, code: HubProblem.Code) throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let change = PasswordChange(password: password, replacement: replacement)
        #expect(refusal { _ = try alice.call(Routes.changePassword, change) } == code)
        #expect(try hub.logIn("alice").session.username == "alice")
    }

    @Test func thePriceOfAGuessFollowsTheConfigurationAtTheNextLogIn() throws {
        let hub = try TestHub(in: .memory())
        _ = try hub.account("alice")
        let image = try hub.hub.image()
        let work = WorkCount()
        var configuration = HubConfiguration()
        configuration.passwordCost = try Argon2id.Cost(memoryBytes: 64 << 10, operations: 1)
        configuration.onPasswordWork = { work.add($0) }
        let later = TestHub(
            hub: try Hub.inMemory(
                from: image, configuration: configuration, clock: hub.clock.clock, random: hub.random),
            clock: hub.clock, random: hub.random)
        _ = try later.logIn("alice")
        _ = try later.logIn("alice")
        #expect(work.costs.map(\.memoryBytes) == [Argon2id.Cost.minimum.memoryBytes, 64 << 10, 64 << 10])
    }
}
