// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Testing
import Tokens

extension TestHub {
    func logIn(_ name: String, device: String? = nil, password: String? = nil) throws -> TestAccount {
        let password = password ?? "correct horse " + String(name.reversed())
        let session = try caller.call(
            Routes.login, Credentials(username: name, password: password, device: device))
        return TestAccount(hub: self, session: session)
    }
}

extension TestAccount {
    func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = []
    ) throws -> Output {
        try hub.caller.call(route, input, values: values, query: query, as: proof)
    }

    func devices() throws -> [Device] { try call(Routes.devices, Nothing()).devices }

    func refresh() throws {
        session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: session.refreshToken))
    }

    /// The sentence and reason with which a refresh is refused.
    func end() -> HubProblem? {
        do {
            try refresh()
            return nil
        } catch {
            return error as? HubProblem
        }
    }
}

@Suite struct DeviceTests {
    @Test func everyLogInIsADeviceAndTheAskingOneIsMarked() throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        hub.clock.advance(seconds: 60)
        let phone = try hub.logIn("alice", device: "Alice's phone")
        let devices = try phone.devices()
        #expect(devices.map(\.name) == ["Alice's phone", nil])
        #expect(devices.map(\.isPresent) == [true, false])
        #expect(devices[0].loggedIn == hub.clock.now.seconds)
        #expect(Set(devices.map(\.id)).count == 2)
    }

    @Test func aRefreshMovesTheTimeOfLastUse() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let first = hub.clock.now.seconds
        hub.clock.advance(seconds: 900)
        try alice.refresh()
        #expect(try alice.devices()[0].lastUsed == first + 900)
        #expect(try alice.devices()[0].loggedIn == first)
    }

    @Test func aRevokedDeviceIsRefusedAtOnceAndReadsWhy() throws {
        let hub = try TestHub()
        let laptop = try hub.account("alice")
        let phone = try hub.logIn("alice", device: "phone")
        let id = try #require(try laptop.devices().first { $0.name == "phone" }?.id)
        _ = try laptop.call(Routes.revokeDevice, DeviceName(id: id))
        // Whoever did not hear the answer asks again.
        _ = try laptop.call(Routes.revokeDevice, DeviceName(id: id))
        #expect(refusal { _ = try phone.balance() } == .unauthorized)
        let problem = try #require(phone.end())
        #expect(problem.code == .sessionEnded && problem.details["reason"] == "revoked")
        #expect(problem.message.contains("another of your devices"))
        #expect(try laptop.devices().count == 1)
    }

    @Test func theDeviceOfAnotherAccountIsNotThere() throws {
        let hub = try TestHub()
        let (alice, eve) = (try hub.account("alice"), try hub.account("eve"))
        let id = try alice.devices()[0].id
        #expect(refusal { _ = try eve.call(Routes.revokeDevice, DeviceName(id: id)) } == .notFound)
        #expect(refusal { _ = try eve.call(Routes.revokeDevice, DeviceName(id: "")) } == .notFound)
        #expect(try alice.devices().count == 1)
    }

    @Test func loggingOutEverywhereEndsThePresentSessionToo() throws {
        let hub = try TestHub()
        let (one, other) = (try hub.account("alice"), try hub.logIn("alice"))
        _ = try other.call(Routes.logoutEverywhere, Nothing())
        for account in [one, other] {
            #expect(refusal { _ = try account.balance() } == .unauthorized)
            #expect(account.end()?.details["reason"] == "everywhere")
        }
    }

    @Test func anAccessTokenAloneRevokesNothing() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let found = CallerProof(token: alice.token)
        #expect(refusal { _ = try hub.caller.call(Routes.logoutEverywhere, Nothing(), as: found) } == .unsigned)
        #expect(try alice.devices().count == 1)
    }

    @Test(arguments: ["", String(repeating: "a", count: 65), "a\nb", "a\u{202e}b", "a\u{200b}b", " "])
    func aDeviceNameThatCannotBeShownIsRefused(name: String) throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        #expect(refusal { _ = try hub.logIn("alice", device: name) } == .badRequest)
    }

    @Test func whatAnotherProcessEndedIsKnownOnceItIsTakenIn() throws {
        let disk = try HubOnDisk()
        let serving = try disk.open()
        let alice = try serving.account("alice")
        var beside = HubConfiguration()
        beside.execution = .caller
        beside.passwordCost = .minimum
        let command = try Hub.open(
            directory: disk.directory.path, configuration: beside, clock: serving.clock.clock, random: seeded(9))
        let password = try command.resetPassword(of: "alice")
        try serving.hub.takeEndedSessions()
        #expect(refusal { _ = try alice.balance() } == .unauthorized)
        #expect(alice.end()?.details["reason"] == "passwordReset")
        #expect(try serving.logIn("alice", password: password).balance().balance == dollars(0))
        command.close()
        serving.hub.close()
    }
}
