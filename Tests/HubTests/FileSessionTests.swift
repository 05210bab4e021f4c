// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import Testing

/// A session for files neither sees nor moves money.
@Suite struct FileSessionTests {
    private func filesSession(_ name: String, in hub: TestHub) throws -> TestAccount {
        let credentials = Credentials(
            username: name, password: "correct horse " + String(name.reversed()), scope: .files)
        return TestAccount(hub: hub, session: try hub.caller.call(Routes.login, credentials))
    }

    /// A password for another program opens the files and nothing else, and the tunnel leads to the hub and moves no money.
    private static let areForFiles = ["/v1/files/", "/v1/devices/app-passwords", "/v1/devices/tunnel"]

    /// Every route of the hub that needs an account and is not about files, as its OpenAPI document names it.
    @Test func everyOtherRouteIsForbidden() throws {
        let hub = try TestHub()
        _ = try hub.account("alice", cents: 1_000)
        let alice = try filesSession("alice", in: hub)
        #expect(alice.session.scope == .files)
        var asked = 0
        for route in hub.hub.routes where route.access != .open {
            if Self.areForFiles.contains(where: route.path.hasPrefix) { continue }
            var request = Request(
                method: route.method, path: route.path, headers: ["Content-Type": "application/json"], body: [])
            alice.proof.prove(&request, for: route.access)
            let response = hub.hub.answer(request)
            #expect(response.status == 403, "\(route.method.rawValue) \(route.path): \(response.status)")
            asked += 1
        }
        #expect(asked > 50)
    }

    @Test func theScopeStaysWhenTheSessionIsRefreshed() throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        let alice = try filesSession("alice", in: hub)
        try alice.refresh()
        #expect(alice.session.scope == .files)
        #expect(refusal { _ = try alice.call(Routes.balance, Nothing()) } == .forbidden)
    }

    @Test func aSessionWithoutAScopeIsAsItWas() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        #expect(alice.session.scope == nil)
        _ = try alice.call(Routes.balance, Nothing())
    }
}
