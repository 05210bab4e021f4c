// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import Hub
import HubAPI
import HubLedger
import HubStorage
import Testing
import TestSupport
import WireGuard

/// The devices that the hub lets into its tunnel.
@Suite struct TunnelPeerTests {
    private let key = TunnelPrivateKey(random: .system).publicKey

    private func server(
        _ network: String = "10.77.0.0/24", endpoint: String = "home.example:51820", key: TunnelPublicKey? = nil
    ) throws -> Hub.TunnelServer {
        Hub.TunnelServer(
            key: key ?? self.key, network: try TunnelNetwork(network), endpoint: try TunnelEndpoint(endpoint),
            listenPort: 51_820)
    }

    private func hub(_ network: String = "10.77.0.0/24") throws -> TestHub {
        let hub = try TestHub()
        _ = try hub.hub.setTunnel(server(network))
        return hub
    }

    private func freshKey() -> Blob { Blob(TunnelPrivateKey(random: .system).publicKey.bytes) }

    @discardableResult
    private func join(_ account: TestAccount, _ key: Blob? = nil, id: OperationID? = nil) throws -> TunnelPlace {
        try account.call(Routes.joinTunnel, TunnelOrder(id: id ?? account.operation(), key: key ?? freshKey()))
    }

    private func addresses(_ hub: TestHub) throws -> [String] {
        try hub.hub.tunnelDevices().map(\.address.addressText)
    }

    @Test func aDeviceGetsItsPlaceAndIsInTheListThatTheUnitTakes() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        let key = freshKey()
        let place = try join(alice, key)
        #expect(
            place
                == TunnelPlace(
                    address: "10.77.0.2", hubAddress: "10.77.0.1", hubKey: Blob(self.key.bytes),
                    endpoint: "home.example:51820"))
        #expect(try join(alice, key) == place)
        let list = try #require(try hub.hub.peerList())
        #expect(
            list.written == """
                # Written by satchel-hub. Changes here are overwritten.
                # Key = \(self.key)
                # Address = 10.77.0.1/24
                [Interface]
                ListenPort = 51820

                [Peer]
                PublicKey = \(try TunnelPublicKey(key.bytes))
                AllowedIPs = 10.77.0.2/32

                """)
        let device = try #require(try hub.hub.tunnelDevices().first)
        #expect(try device.username == "alice" && device.id == alice.devices().first?.id)
    }

    /// Each way in which a session ends, from the commit on.
    @Test(arguments: ["revoked", "logged out", "everywhere", "new password", "reset", "reused"])
    func whatEndsTheSessionRemovesThePeer(how: String) throws {
        let hub = try hub()
        _ = try hub.account("alice")
        let (phone, laptop) = (try hub.logIn("alice", device: "phone"), try hub.logIn("alice", device: "laptop"))
        let bob = try hub.account("bob")
        try join(phone)
        try join(bob)
        let id = try #require(try hub.hub.tunnelDevices().first).id
        switch how {
        case "revoked": _ = try laptop.call(Routes.revokeDevice, DeviceName(id: id))
        case "logged out":
            _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: phone.session.refreshToken))
        case "everywhere": _ = try laptop.call(Routes.logoutEverywhere, Nothing())
        case "new password":
            _ = try laptop.call(
                Routes.changePassword,
                PasswordChange(password: "correct horse ecila", replacement: "battery staple orbit"))
        case "reset": _ = try hub.hub.resetPassword(of: "alice")
        default:
            let old = phone.session.refreshToken
            try phone.refresh()
            hub.clock.advance(seconds: 3_600)
            #expect(refusal { _ = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: old)) } != nil)
        }
        #expect(try hub.hub.tunnelDevices().map(\.username) == ["bob"])
        #expect(try hub.hub.peerList()?.peers.count == 1)
        // Whose session has ended joins no more, and its address is another device's.
        #expect(refusal { try self.join(phone) } != nil)
        #expect(try join(bob.hub.logIn("bob")).address == "10.77.0.2")
    }

    /// What has not been used for as long as a session lives is in no list of devices, so its owner could not revoke it.
    @Test func aDeviceThatStaysAwayIsShutOutAndKeepsItsAddressForAWhile() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        try join(alice)
        hub.clock.advance(days: 91)
        #expect(try addresses(hub) == [])
        let bob = try hub.account("bob")
        #expect(try join(bob).address == "10.77.0.3")
        hub.clock.advance(days: 91)
        #expect(try join(hub.logIn("bob")).address == "10.77.0.2")
    }

    @Test func anotherKeyTakesThePlaceOfTheOneBefore() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        let (first, second) = (freshKey(), freshKey())
        let order = TunnelOrder(id: alice.operation(), key: first)
        let place = try alice.call(Routes.joinTunnel, order)
        #expect(try join(alice, second) == place)
        // A copy of the earlier request brings nothing back.
        #expect(try alice.call(Routes.joinTunnel, order) == place)
        #expect(try hub.hub.tunnelDevices().map(\.key.bytes) == [second.bytes])
        #expect(
            refusal { _ = try alice.call(Routes.joinTunnel, TunnelOrder(id: order.id, key: second)) }
                == .idempotencyConflict)
    }

    @Test func aKeyThatADeviceHasKeptMovesWithItAndIsNotAnothers() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        let key = freshKey()
        try join(alice, key)
        let bob = try hub.account("bob")
        #expect(refusal { try self.join(bob, key) } == .keyOfAnotherAccount)
        let again = try hub.logIn("alice")
        try join(again)
        #expect(try addresses(hub) == ["10.77.0.2", "10.77.0.3"])
        #expect(try join(again, key).address == "10.77.0.2")
        #expect(try addresses(hub) == ["10.77.0.2"])
        // Once its session has ended it is a key like any other.
        _ = try again.call(Routes.logoutEverywhere, Nothing())
        #expect(try join(bob, key).address == "10.77.0.2")
    }

    @Test func whatIsNoKeyOfADeviceIsRefused() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        for wrong in [[], [UInt8](repeating: 0, count: 32), [1], [UInt8](repeating: 7, count: 33), key.bytes] {
            #expect(refusal { try self.join(alice, Blob(wrong)) } == .badRequest, "\(wrong)")
        }
        #expect(try addresses(hub) == [])
        let other = try TestHub()
        #expect(refusal { try self.join(other.account("alice")) } == .notFound)
    }

    @Test func aSessionForFilesMayJoin() throws {
        let hub = try hub()
        _ = try hub.account("alice")
        let credentials = Credentials(username: "alice", password: "correct horse ecila", scope: .files)
        let drive = TestAccount(hub: hub, session: try hub.caller.call(Routes.login, credentials))
        #expect(try join(drive).address == "10.77.0.2")
    }

    @Test func theNetworkAndTheAccountHaveAnEnd() throws {
        let small = try hub("192.168.77.8/29")
        let alice = try small.account("alice")
        for number in 10...14 { #expect(try join(small.logIn("alice")).address == "192.168.77.\(number)") }
        #expect(refusal { try self.join(alice) } == .overLimit)
        let last = try #require(try small.hub.tunnelDevices().last)
        _ = try alice.call(Routes.revokeDevice, DeviceName(id: last.id))
        #expect(try join(alice).address == "192.168.77.14")

        let large = try hub()
        let bob = try large.account("bob")
        for _ in 0..<32 { try join(large.logIn("bob")) }
        #expect(refusal { try self.join(bob) } == .overLimit)
        #expect(try join(large.account("carol")).address == "10.77.0.34")
    }

    @Test func whatTheOperatorChangesIsToldToTheDevicesAgain() throws {
        let hub = try hub()
        try join(hub.account("alice"))
        #expect(try hub.hub.setTunnel(server()) == 0)
        #expect(try hub.hub.setTunnel(server(endpoint: "192.0.2.1:443")) == 1)
        #expect(try addresses(hub) == ["10.77.0.2"])
        #expect(try hub.hub.setTunnel(server("172.20.0.0/20", endpoint: "192.0.2.1:443")) == 1)
        #expect(try addresses(hub) == [])
        #expect(try join(hub.logIn("alice")).address == "172.20.0.2")
        try hub.hub.endTunnel()
        try hub.hub.endTunnel()
        #expect(try hub.hub.tunnel() == nil && hub.hub.peerList() == nil)
        _ = try hub.hub.setTunnel(server())
        #expect(try addresses(hub) == [])
        let events = try hub.hub.auditLog(AuditLogQuery()).items.map(\.event)
        #expect(events.filter { $0.hasPrefix("tunnel.") }.count == 8)
    }

    /// The serving process writes the list when it has changed, and writes it again when it is lost.
    @Test func theListIsWrittenWhenItChanges() throws {
        let disk = try HubOnDisk()
        let serving = try disk.open()
        defer { serving.hub.close() }
        let path = disk.directory.peerList
        #expect(try !serving.hub.writePeerList() && access(path, F_OK) != 0)
        _ = try serving.hub.setTunnel(server())
        #expect(try serving.hub.writePeerList())
        #expect(try !serving.hub.writePeerList())
        let alice = try serving.account("alice")
        try join(alice)
        #expect(try serving.hub.writePeerList())
        let whole = try File.read(path)
        #expect(try Array(#require(try serving.hub.peerList()).written.utf8) == whole)
        for damage in [{ _ = unlink(path) }, { _ = truncate(path, 10) }] {
            damage()
            #expect(try serving.hub.writePeerList() && File.read(path) == whole)
        }
        _ = try alice.call(Routes.logoutEverywhere, Nothing())
        #expect(try serving.hub.writePeerList() && File.read(path) != whole)
        try serving.hub.endTunnel()
        #expect(try serving.hub.writePeerList() && File.read(path) == Array(PeerList.off.utf8))
        #expect(try !serving.hub.writePeerList())
    }
}
