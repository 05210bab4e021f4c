// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import HubLedger
import HubStorage
import SQLite
import Testing
import Tokens

@Suite struct AuditLogTests {
    private func events(_ hub: TestHub, of account: String? = nil) throws -> [String] {
        var query = AuditLogQuery()
        query.account = account
        query.limit = 100
        return try hub.hub.auditLog(query).items.map(\.event).reversed()
    }

    @Test func aLifeOfAnAccountIsWrittenDown() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 500)
        #expect(refusal { _ = try hub.logIn("alice", password: "wrong horse") } == .wrongCredentials)
        let phone = try hub.logIn("alice", device: "phone")
        let id = try #require(try alice.devices().first { $0.name == "phone" }?.id)
        _ = try alice.call(Routes.revokeDevice, DeviceName(id: id))
        let (app, recovery) = try alice.secure()
        _ = try hub.answer(try hub.challenge("alice"), recovery[0])
        _ = try alice.call(Routes.disableSecondFactor, OneTimeCode(code: app.fresh()))
        try hub.hub.lock("alice", reason: "asked for it")
        try hub.hub.unlock("alice")
        try hub.hub.setRole(of: "alice", to: .merchant)
        _ = try alice.call(
            Routes.changePassword, PasswordChange(password: "correct horse ecila", replacement: "battery staple"))
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(phone.end() != nil)
        #expect(
            try events(hub, of: "alice") == [
                "account.registered", "money.topped-up", "login.failed", "login.done", "device.revoked",
                "second-factor.on", "second-factor.recovery-code-used", "login.done", "second-factor.off",
                "account.locked", "account.unlocked", "role.changed", "password.changed", "logout.done",
            ])
        let state = try hub.hub.checkAuditLog()
        #expect(state.finding == nil && state.rows == 14)
    }

    @Test func noSecretIsWrittenDown() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        #expect(refusal { _ = try hub.logIn("my-password-typed-as-name", password: "wrong horse") } != nil)
        let (_, recovery) = try alice.secure()
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), "123456") } == .wrongCode)
        var query = AuditLogQuery()
        query.limit = 100
        let text = "\(try hub.hub.auditLog(query).items)"
        for secret in ["horse", "my-password", "123456", alice.token, alice.session.refreshToken] + recovery {
            #expect(!text.contains(secret))
        }
    }

    @Test func theAddressOfAFailureIsKnown() throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        #expect(try hub.status(of: "alice", from: "192.0.2.7") == 401)
        var query = AuditLogQuery()
        query.event = .loginFailed
        let line = try #require(try hub.hub.auditLog(query).items.first)
        #expect(line.address == "192.0.2.7" && line.account == "alice" && line.actor == "alice")
    }

    @Test func operatorsReadItByPagesAndFilters() throws {
        let hub = try TestHub()
        for name in ["alice", "bob"] { _ = try hub.account(name, cents: 1) }
        let olga = try hub.operatorAccount()
        let page = try olga.call(Routes.adminLog, Nothing(), query: [("limit", "2"), ("event", "money.topped-up")])
        #expect(page.items.map(\.account) == ["bob", "alice"] && page.next == nil)
        let first = try olga.call(Routes.adminLog, Nothing(), query: [("limit", "1")])
        let next = try #require(first.next)
        let second = try olga.call(Routes.adminLog, Nothing(), query: [("limit", "1"), ("before", "\(next)")])
        #expect(second.items[0].number == first.items[0].number - 1)
        #expect(refusal { _ = try olga.call(Routes.adminLog, Nothing(), query: [("event", "x")]) } == .badRequest)
        #expect(refusal { _ = try olga.call(Routes.adminLog, Nothing(), query: [("before", "-1")]) } == .badRequest)
    }

    /// A row changed, taken out, put in, and a chain forged from some row on by whoever can write the file.
    @Test(arguments: [
        "UPDATE audit_log SET actor = 'eve' WHERE number = 2", "UPDATE audit_log SET time = time + 1 WHERE number = 3",
        "DELETE FROM audit_log WHERE number = 2", "UPDATE audit_log SET account = NULL WHERE number = 2",
        "UPDATE audit_log SET number = 9 WHERE number = 3",
    ])
    func aChangedLogIsFound(change: String) throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.execution = .caller }
        for name in ["alice", "bob", "carol"] { _ = try hub.account(name) }
        #expect(try hub.hub.checkAuditLog().finding == nil)
        hub.hub.close()
        try Database(path: disk.directory.database).execute(change)
        let again = try disk.open { $0.execution = .caller }
        #expect(try again.hub.checkAuditLog().finding != nil)
        again.hub.close()
    }

    @Test func aLogThatLostItsEndDoesNotHoldTheHeadThatWasNoted() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.execution = .caller }
        for name in ["alice", "bob"] { _ = try hub.account(name) }
        let head = try hub.hub.checkAuditLog().head
        _ = try hub.account("carol")
        #expect(try hub.hub.checkAuditLog(expecting: head).holdsExpectedHead == true)
        hub.hub.close()
        try Database(path: disk.directory.database).execute("DELETE FROM audit_log WHERE number >= 2")
        let again = try disk.open { $0.execution = .caller }
        let state = try again.hub.checkAuditLog(expecting: head)
        #expect(state.finding == nil && state.holdsExpectedHead == false)
        #expect(throws: HubError.self) { try again.hub.checkAuditLog(expecting: "abc") }
        again.hub.close()
    }

    @Test func whatIsRefusedLeavesNoTraceOfHavingBeenDone() throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        let rows = try hub.hub.checkAuditLog().rows
        #expect(throws: (any Error).self) { try hub.hub.lock("nobody", reason: "x") }
        #expect(throws: (any Error).self) { try hub.hub.lock("alice", reason: "") }
        #expect(throws: (any Error).self) { try hub.hub.topUp(.account("nobody"), dollars(1)) }
        #expect(try hub.hub.checkAuditLog().rows == rows)
    }

    @Test func aConfigurationIsNotedWhenItHasChanged() throws {
        let hub = try TestHub()
        for settings in ["port = 1", "port = 1", "port = 2"] { try hub.hub.noteConfiguration(settings) }
        #expect(try events(hub) == ["configuration.changed", "configuration.changed"])
    }
}
