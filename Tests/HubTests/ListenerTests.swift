// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import Testing

/// A key that hears the events of an account can do nothing else.
@Suite struct ListenerTests {
    /// A key that the hub knows, and its id in the list of devices.
    private func key(_ account: TestAccount, _ name: String = "notifications") throws -> (key: Blob, device: String) {
        let key = Blob(account.hub.random.bytes(ListenerKey.byteCount))
        let order = HashedSecret(hash: Blob(SHA256.hash(key.bytes).bytes), name: name)
        return (key, try account.call(Routes.newListener, order).id)
    }

    /// The access of a key, as if it were a session.
    private func listener(_ key: Blob, of account: TestAccount) throws -> TestAccount {
        let access = try account.hub.caller.call(Routes.listen, ListenerKey(key: key))
        var session = account.session
        (session.accessToken, session.accessExpires) = (access.accessToken, access.accessExpires)
        return TestAccount(hub: account.hub, session: session)
    }

    /// Every route of the hub that needs an account, as its OpenAPI document names it.
    @Test func itIsRefusedWhereverItIsNotForListening() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let listener = try listener(key(alice).key, of: alice)
        var (asked, heard) = (0, 0)
        for route in hub.hub.routes where route.access != .open {
            var request = Request(
                method: route.method, path: route.path, headers: ["Content-Type": "application/json"], body: [])
            if route.path == Routes.eventPoll.path { request.query = [("wait", "0")] }
            listener.proof.prove(&request, for: route.access)
            let status = hub.hub.answer(request).status
            if [Routes.events.path, Routes.eventPoll.path].contains(route.path) {
                #expect(status == 200 || status == 503, "\(route.path): \(status)")
                heard += 1
            } else {
                // Its requests are signed with no key that the hub knows for its session, so most are not even read.
                #expect([401, 403].contains(status), "\(route.method.rawValue) \(route.path): \(status)")
                asked += 1
            }
        }
        #expect(asked > 70 && heard == 2)
        #expect(try alice.balance().balance == dollars(1_000))
    }

    /// Also with a session of this scope, which has a key to sign with.
    @Test func aSignedRequestOfItsScopeIsRefusedToo() throws {
        let hub = try TestHub()
        _ = try hub.account("alice", cents: 1_000)
        let credentials = Credentials(username: "alice", password: "correct horse ecila", scope: .events)
        let alice = TestAccount(hub: hub, session: try hub.caller.call(Routes.login, credentials))
        #expect(alice.session.scope == .events)
        for route in hub.hub.routes where route.access != .open {
            if [Routes.events.path, Routes.eventPoll.path].contains(route.path) { continue }
            var request = Request(
                method: route.method, path: route.path, headers: ["Content-Type": "application/json"], body: [])
            alice.proof.prove(&request, for: route.access)
            #expect(hub.hub.answer(request).status == 403, "\(route.method.rawValue) \(route.path)")
        }
    }

    @Test func itHearsWhatHappensFromThePositionThatItKnows() throws {
        let hub = try TestHub()
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob", cents: 500))
        let (key, _) = try key(alice)
        let start = try listener(key, of: alice).call(Routes.eventPoll, Nothing(), query: [("wait", "0")]).next
        _ = try bob.send(125, to: "alice")
        // The next access token of the same key, after the first one has expired.
        hub.clock.advance(seconds: 86_400)
        let page = try listener(key, of: alice).call(
            Routes.eventPoll, Nothing(), query: [("after", start), ("wait", "0")])
        #expect(page.items.map { $0.transaction?.amount } == [dollars(125)])
    }

    @Test func itIsADeviceAndRevokingItEndsIt() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let (key, device) = try key(alice, "notifications on the desk")
        let listener = try listener(key, of: alice)
        #expect(try alice.devices().map(\.name).contains("notifications on the desk"))
        // It is used rarely and never refreshed, and stays all the same.
        hub.clock.advance(days: 200)
        let later = try hub.logIn("alice")
        #expect(try later.devices().contains { $0.id == device })
        _ = try later.call(Routes.revokeDevice, DeviceName(id: device))
        #expect(refusal { _ = try self.listener(key, of: alice) } == .sessionEnded)
        #expect(refusal { _ = try listener.call(Routes.eventPoll, Nothing(), query: [("wait", "0")]) } != nil)
        #expect(try later.devices().allSatisfy { $0.id != device })
    }

    @Test func theSameKeyAgainIsTheSameDeviceAndARevokedOneIsNoKeyAnyMore() throws {
        let hub = try TestHub()
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob"))
        let (key, device) = try key(alice)
        let order = HashedSecret(hash: Blob(SHA256.hash(key.bytes).bytes), name: "again")
        #expect(try alice.call(Routes.newListener, order).id == device)
        #expect(refusal { _ = try bob.call(Routes.newListener, order) } == .idempotencyConflict)
        _ = try alice.call(Routes.revokeDevice, DeviceName(id: device))
        #expect(refusal { _ = try alice.call(Routes.newListener, order) } == .idempotencyConflict)
    }

    /// A key of one kind is none of the other.
    @Test func anAppPasswordIsNoKeyOfAListener() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let password = Blob([UInt8](repeating: 7, count: 32))
        _ = try alice.call(
            Routes.newAppPassword, HashedSecret(hash: Blob(SHA256.hash(password.bytes).bytes), name: "files"))
        #expect(refusal { _ = try self.listener(password, of: alice) } == .sessionEnded)
    }
}
