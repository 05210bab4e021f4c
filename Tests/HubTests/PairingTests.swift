// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import HubLedger
import HubStorage
import NearbyProtocol
import Testing
import Tokens

/// A new device that joins an account by one code.
@Suite struct PairingTests {
    /// A device that has read a code.
    private struct NewDevice {
        let hub: TestHub
        let token: [UInt8]
        let secret: [UInt8]
        let name: String

        init(_ hub: TestHub, _ token: [UInt8], _ name: String = "phone", secret: UInt8 = 7) {
            (self.hub, self.token, self.name) = (hub, token, name)
            self.secret = [UInt8](repeating: secret, count: PairingProof.secretCount)
        }

        private var hash: [UInt8] { SHA256.hash(secret).bytes }

        /// - Returns: the six digits.
        @discardableResult
        func claim() throws -> String {
            let answer = try hub.caller.call(
                Routes.claimPairing,
                PairingClaim(token: Blob(token), secret: HashedSecret(hash: Blob(hash), name: name)))
            return SessionDigits(
                pairing: SHA256.hash(token).bytes, nonce: answer.nonce.bytes, rootKey: hub.hub.rootKey.compressed,
                secret: hash
            ).text
        }

        func collect() throws -> TestAccount? {
            let outcome = try hub.caller.call(Routes.collectPairing, PairingProof(secret: Blob(secret)))
            return outcome.session.map { TestAccount(hub: hub, session: $0) }
        }
    }

    private let token = [UInt8](repeating: 3, count: PairingCode.tokenCount)

    @discardableResult
    private func makeCode(_ account: TestAccount, _ token: [UInt8]? = nil) throws -> Pairing {
        try account.call(Routes.newPairing, PairingOrder(hash: Blob(SHA256.hash(token ?? self.token).bytes)))
    }

    @discardableResult
    private func decide(_ account: TestAccount, _ digits: String?, about token: [UInt8]? = nil) throws -> Pairing {
        let hash = Blob(SHA256.hash(token ?? self.token).bytes)
        return try account.call(Routes.decidePairing, PairingDecision(hash: hash, digits: digits))
    }

    private func state(_ account: TestAccount) throws -> PairingState {
        try account.call(Routes.pairing, Nothing()).state
    }

    /// The state that a refusal names.
    private func end(_ body: () throws -> Void) -> PairingState? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HubProblem)?.details["state"].flatMap(PairingState.init(rawValue:))
        }
    }

    private func scene() throws -> (hub: TestHub, alice: TestAccount, phone: NewDevice) {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 500)
        return (hub, alice, NewDevice(hub, token))
    }

    @Test func aConfirmedDeviceGetsASessionForFilesAndIsInTheList() throws {
        let (_, alice, phone) = try scene()
        #expect(try makeCode(alice).state == .waiting)
        #expect(refusal { _ = try phone.collect() } == .notFound)
        let digits = try phone.claim()
        #expect(try state(alice) == .claimed && phone.collect() == nil)
        #expect(try decide(alice, digits.prefix(3) + " " + digits.suffix(3)).device == "phone")
        let session = try #require(try phone.collect())
        #expect(session.session.username == "alice" && session.session.scope == .files)
        #expect(refusal { _ = try session.balance() } == .forbidden)
        _ = try session.call(Routes.spaces, Nothing())
        #expect(try state(alice) == .paired)
        let listed = try #require(try alice.devices().first { $0.name == "phone" })
        _ = try alice.call(Routes.revokeDevice, DeviceName(id: listed.id))
        #expect(refusal { _ = try session.call(Routes.spaces, Nothing()) } == .unauthorized)
        // Whom the owner has revoked gets no other session by its secret.
        #expect(refusal { _ = try phone.collect() } == .sessionEnded)
    }

    @Test func eachStepDoneAgainGivesTheSameAnswer() throws {
        let (hub, alice, phone) = try scene()
        let made = try makeCode(alice)
        hub.clock.advance(seconds: 1)
        #expect(try makeCode(alice) == made)
        let digits = try phone.claim()
        #expect(try phone.claim() == digits)
        let confirmed = try decide(alice, digits)
        #expect(try decide(alice, digits) == confirmed)
        #expect(try phone.claim() == digits)
        // An answer with a session is lost: the next one takes its place.
        let lost = try #require(try phone.collect())
        let session = try #require(try phone.collect())
        #expect(refusal { _ = try lost.call(Routes.spaces, Nothing()) } == .unauthorized)
        #expect(try alice.devices().count { $0.name == "phone" } == 1)
        #expect(try decide(alice, digits).state == .paired)
        // Once its tokens are in use there is nothing to fetch again.
        try session.refresh()
        #expect(refusal { _ = try phone.collect() } == .idempotencyConflict)
        _ = try session.call(Routes.spaces, Nothing())
    }

    @Test func aSecondDeviceEndsThePairingForBoth() throws {
        let (hub, alice, phone) = try scene()
        let stranger = NewDevice(hub, token, "stranger", secret: 8)
        try makeCode(alice)
        let digits = try stranger.claim()
        #expect(end { try phone.claim() } == .contested)
        #expect(end { try stranger.claim() } == .contested)
        #expect(end { _ = try stranger.collect() } == .contested)
        #expect(end { try decide(alice, digits) } == .contested)
        // The copy of an earlier decision says nothing about the next code.
        let other = [UInt8](repeating: 4, count: PairingCode.tokenCount)
        try makeCode(alice, other)
        #expect(end { try decide(alice, nil) } == nil && refusal { try decide(alice, digits) } == .tooLate)
        #expect(try state(alice) == .waiting)
        #expect(try hub.hub.auditLog(AuditLogQuery()).items.contains { $0.event == "pairing.ended" })
    }

    @Test func afterTheConfirmationASecondDeviceChangesNothing() throws {
        let (hub, alice, phone) = try scene()
        try makeCode(alice)
        try decide(alice, phone.claim())
        let stranger = NewDevice(hub, token, "stranger", secret: 8)
        #expect(refusal { try stranger.claim() } == .idempotencyConflict)
        #expect(refusal { _ = try stranger.collect() } == .notFound)
        #expect(try phone.collect() != nil)
        #expect(refusal { try stranger.claim() } == .idempotencyConflict)
    }

    @Test func wrongDigitsEndThePairingAtTheThirdTry() throws {
        let (_, alice, phone) = try scene()
        try makeCode(alice)
        #expect(refusal { try decide(alice, "000000") } == .notFound)
        let digits = try phone.claim()
        let wrong = digits == "000000" ? "000001" : "000000"
        for _ in 0..<2 { #expect(refusal { try decide(alice, wrong) } == .wrongCode) }
        #expect(end { try decide(alice, wrong) } == .mistyped)
        #expect(end { try decide(alice, digits) } == .mistyped)
        #expect(end { _ = try phone.collect() } == .mistyped)
    }

    @Test func aRefusedDeviceIsNotLetIn() throws {
        let (_, alice, phone) = try scene()
        #expect(refusal { try decide(alice, nil) } == .notFound)
        try makeCode(alice)
        let digits = try phone.claim()
        #expect(try decide(alice, nil).state == .refused)
        #expect(try decide(alice, nil).state == .refused)
        #expect(end { try decide(alice, digits) } == .refused)
        #expect(end { _ = try phone.collect() } == .refused)
        // Confirmed and not fetched yet is not too late.
        let other = [UInt8](repeating: 4, count: PairingCode.tokenCount)
        let tablet = NewDevice(phone.hub, other, "tablet", secret: 9)
        try makeCode(alice, other)
        try decide(alice, tablet.claim(), about: other)
        #expect(try decide(alice, nil, about: other).state == .refused)
        #expect(end { _ = try tablet.collect() } == .refused)
    }

    @Test func anotherCodeTakesThePlaceOfTheOneBefore() throws {
        let (hub, alice, phone) = try scene()
        try makeCode(alice)
        try phone.claim()
        let other = [UInt8](repeating: 4, count: PairingCode.tokenCount)
        try makeCode(alice, other)
        #expect(end { _ = try phone.collect() } == .replaced)
        let tablet = NewDevice(hub, other, "tablet", secret: 9)
        try decide(alice, tablet.claim(), about: other)
        #expect(try tablet.collect() != nil)
        let bob = try hub.account("bob")
        #expect(refusal { try makeCode(bob) } == .idempotencyConflict)
        #expect(refusal { try decide(bob, "123456") } == .notFound)
    }

    /// Also a clock that jumps: forward the code is over, backward it does not live longer.
    @Test func theTimeOfACodeEnds() throws {
        for (before, after) in [(599, 1), (0, 600), (0, 90 * 86_400)] as [(UInt64, UInt64)] {
            let (hub, alice, phone) = try scene()
            try makeCode(alice)
            hub.clock.advance(seconds: before)
            let digits = try phone.claim()
            hub.clock.advance(seconds: after)
            #expect(end { try phone.claim() } == .expired)
            #expect(end { _ = try phone.collect() } == .expired)
            // The session of the owner is over too, after an hour.
            if after <= 3_600 { #expect(end { try decide(alice, digits) } == .expired) }
        }
        let (hub, alice, phone) = try scene()
        hub.clock.advance(seconds: 500)
        try makeCode(alice)
        hub.clock.set(hub.clock.now.subtracting(seconds: 300))
        #expect(end { try phone.claim() } == .expired)
    }

    @Test func aConfirmedDeviceHasTenMinutesToFetchItsSession() throws {
        let (hub, alice, phone) = try scene()
        try makeCode(alice)
        hub.clock.advance(seconds: 590)
        try decide(alice, phone.claim())
        hub.clock.advance(seconds: 590)
        #expect(try phone.collect() != nil)
        hub.clock.advance(seconds: 10)
        #expect(refusal { _ = try phone.collect() } == .idempotencyConflict)
    }

    /// An owner who ends all sessions also ends what a thief of one of them has begun.
    @Test(arguments: [false, true]) func thePairingEndsWithTheSessionThatMadeIt(isConfirmed: Bool) throws {
        let (hub, alice, phone) = try scene()
        let thief = try hub.logIn("alice", device: "thief")
        try makeCode(thief)
        let digits = try phone.claim()
        if isConfirmed { try decide(thief, digits) }
        _ = try alice.call(
            Routes.changePassword,
            PasswordChange(password: "correct horse ecila", replacement: "battery staple orbit"))
        #expect(end { _ = try phone.collect() } == .expired)
        #expect(try state(alice) == .expired)
    }

    @Test func unknownCodesAreRefusedAndSoonSlowedDown() throws {
        let (_, alice, phone) = try scene()
        #expect(refusal { try phone.claim() } == .notFound)
        for wrong in [[], [UInt8](repeating: 1, count: 15)] as [[UInt8]] {
            #expect(refusal { try NewDevice(phone.hub, wrong).claim() } == .badRequest)
        }
        #expect(refusal { try NewDevice(phone.hub, token, "a\nb").claim() } == .badRequest)
        #expect(
            refusal { _ = try alice.call(Routes.newPairing, PairingOrder(hash: Blob([1]))) } == .badRequest)
    }

    @Test func theBooksHoldNeitherTokenNorSecret() throws {
        let hub = try TestHub(in: .memory())
        let (alice, phone) = (try hub.account("alice"), NewDevice(hub, token))
        try makeCode(alice)
        try decide(alice, phone.claim())
        _ = try phone.collect()
        let database = try hub.hub.image().database
        for secret in [token, phone.secret] {
            #expect(!database.contains(secret))
        }
    }

    @Test func theCodeIsReadAsItWasWrittenAndNothingElseIs() throws {
        let hub = try TestHub()
        let description = HubDescription(
            url: "https://home.example", rootKey: hub.hub.rootKey, isProvedByRoot: true)
        let code = PairingCode(hub: description, token: token)
        #expect(try PairingCode(code.text) == code && code.text.utf8.count <= 250)
        #expect("\(code)" == "PairingCode(‹redacted›)")
        for wrong in [
            description.link, code.text + "&token=AAAA", String(code.text.dropLast()), code.text + "A",
            code.text.replacing("satchel://pair?", with: "satchel://join?"), "satchel://pair?", "",
            code.text + "&more=" + String(repeating: "a", count: 500),
        ] { #expect(refusal { _ = try PairingCode(wrong) } == .badRequest, "\(wrong)") }
    }
}
