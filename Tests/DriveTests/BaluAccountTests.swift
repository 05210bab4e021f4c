// SPDX-License-Identifier: MIT
import Crypto
import Drive
import FileModel
import Glibc
import HTTP
import HubAPI
import PeerSupport
import TestSupport
import Testing

/// Getting in, staying in and leaving.
@Suite(.serialized, .needsPeers) struct BaluAccountTests {
    private func code(_ body: () throws -> Void) -> HubProblem.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HubProblem)?.code
        }
    }

    @Test func aPasswordPairsTheDevice() throws {
        let home = try BaluHome()
        let device = try home.fresh("phone")
        let account = try BaluHome.account(of: device)
        #expect(
            code {
                try account.logIn(to: home.host.address, username: "alice", password: "wrong", device: "phone") { "" }
            } == .wrongCredentials)
        #expect(!account.isLoggedIn)
        let (bob, password) = (LocalBaluHost.cautious, LocalBaluHost.cautiousPassword)
        #expect(
            code {
                try account.logIn(to: home.host.address, username: bob, password: password, device: "phone") { "1" }
            } == .wrongCode)
        try account.logIn(to: home.host.address + "/", username: bob, password: password, device: "phone") {
            LocalBaluHost.cautiousCode
        }
        #expect(account.isLoggedIn)
        var status = stat()
        #expect(stat("\(device.folder)/baluhost-session", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try BaluHome.server(of: device).spaces().map(\.owner) == [bob])
    }

    @Test func aPairingCodeIsGoodOnce() throws {
        let home = try BaluHome()
        let text = try home.host.pairingCode()
        let code = try #require(BaluPairingCode(text))
        #expect(code.address == home.host.address && code.days == 90 && code.tunnel == nil)
        let device = try home.fresh("phone")
        try BaluHome.account(of: device).pair(with: code, device: "phone")
        #expect(try BaluHome.server(of: device).spaces().map(\.owner) == ["alice"])
        let late = try home.fresh("late")
        #expect(self.code { try BaluHome.account(of: late).pair(with: code, device: "late") } == .wrongCode)
        var old = code
        old.expires = 0
        #expect(self.code { try BaluHome.account(of: late).pair(with: old, device: "late") } == .wrongCode)
        #expect(try !BaluHome.account(of: late).isLoggedIn)
    }

    @Test func aDriveStaysWithItsAccount() throws {
        let home = try BaluHome()
        let account = try BaluHome.account(of: home.device)
        #expect(throws: DriveError.self) {
            try account.logIn(
                to: home.host.address, username: LocalBaluHost.cautious, password: LocalBaluHost.cautiousPassword,
                device: "laptop"
            ) { LocalBaluHost.cautiousCode }
        }
        #expect(try account.username == "alice")
    }

    @Test func anOldTokenIsRenewedWithoutAWord() throws {
        let home = try BaluHome()
        let server = try BaluHome.server(of: home.device)
        _ = try server.spaces()
        try home.host.expireTokens()
        #expect(try server.spaces().count == 1)
    }

    @Test func leavingEndsThisDeviceAlone() throws {
        let home = try BaluHome()
        let phone = try home.fresh("phone")
        let code = try #require(BaluPairingCode(home.host.pairingCode()))
        try BaluHome.account(of: phone).pair(with: code, device: "phone")
        let account = try BaluHome.account(of: home.device)
        #expect(try account.logOut())
        #expect(!account.isLoggedIn)
        #expect(throws: DriveError.self) { try BaluHome.server(of: home.device).spaces() }
        #expect(try BaluHome.server(of: phone).spaces().count == 1)
    }

    /// No authority vouches for the certificate: the key that was shown first is the only one that is trusted.
    @Test func anUnknownServerIsAskedAboutOnceAndPinned() throws {
        let authority = try TestAuthority()
        let credentials = try authority.issue("home")
        let host = try LocalBaluHost(credentials: credentials)
        let pin = try ServerCredentials(
            certificates: File.read(credentials.certificate), privateKey: File.read(credentials.key)
        ).pin
        let device = try BaluHome().fresh("phone")
        func logIn(_ account: BaluAccount) throws {
            try account.logIn(
                to: host.address, username: LocalBaluHost.username, password: LocalBaluHost.password, device: "phone"
            ) { "" }
        }
        func insecure(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return false
            } catch {
                return (error as? DriveError)?.reason == .insecure
            }
        }
        #expect(insecure { try logIn(BaluHome.account(of: device)) })
        let refusing = try BaluHome.account(of: device)
        #expect(throws: UnexpectedResult.self) {
            try refusing.meet(host.address) { _ in throw UnexpectedResult("This is not its key.") }
        }
        #expect(insecure { try logIn(refusing) })
        #expect(try host.requests() == 0, "nothing was told to a server that is not trusted")
        let account = try BaluHome.account(of: device)
        var shown: [String] = []
        try account.meet(host.address) { shown.append($0) }
        #expect(shown == [pin])
        try logIn(account)
        let server = try BaluHome.server(of: device)
        let space = try #require(try server.spaces().first).id
        let bytes = Array("over TLS".utf8)
        try server.store(bytes, in: space)
        // Another process knows the key too, and asks no more.
        try BaluHome.account(of: device).meet(host.address) { _ in throw UnexpectedResult("It is known.") }
        #expect(try BaluHome.server(of: device).have(ContentHash(SHA256.hash(bytes))) == .uploaded)
        // Another key stands for another server.
        let other = try BaluHome.account(of: device)
        try other.meet(host.address, key: "sha256//" + String(repeating: "A", count: 43) + "=") { _ in }
        #expect(insecure { try logIn(other) })
        #expect(throws: DriveError.self) { try other.meet(host.address, key: "sha256//AAAA") { _ in } }
        withExtendedLifetime(authority) {}
    }

    @Test func plainHTTPStaysOnThisMachine() throws {
        let device = try BaluHome().fresh("phone")
        #expect {
            try BaluHome.account(of: device).logIn(
                to: "http://192.168.1.100:8000", username: "alice", password: "secret", device: "phone"
            ) { "" }
        } throws: { ($0 as? DriveError)?.reason == .insecure }
    }
}

@Suite struct BaluFormTests {
    @Test func allFormsOfATimeAreTheSame() {
        let expected: Int64 = 1_795_180_271_000
        for (text, part) in [
            ("2026-11-20T13:11:11", 0), ("2026-11-20T13:11:11.156250", 156), ("2026-11-20T13:11:11.171Z", 171),
            ("2026-11-20T13:11:11.320218+00:00", 320), ("2026-11-20T15:11:11+02:00", 0), ("2026-11-20T13:11:11Z", 0),
        ] as [(String, Int64)] {
            #expect(BaluDate.milliseconds(text) == expected + part, "\(text)")
        }
        for text in [
            "", "2026-11-20", "2026-13-20T13:11:11", "2026-11-20T13:11:11.Z", "2026-11-20T13:11:11+2",
            "yesterday at noon",
        ] {
            #expect(BaluDate.milliseconds(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        "", "{}", "satchel://join?hub=x", #"{"token":"reg_a","server":"ftp://x","expires_at":"2026-11-20T13:11:11"}"#,
        #"{"token":"a","server":"https://x","expires_at":"2026-11-20T13:11:11"}"#,
        #"{"token":"reg_a\n","server":"https://x","expires_at":"2026-11-20T13:11:11"}"#,
        #"{"token":"reg_a","server":"https://x","expires_at":"soon"}"#,
    ]) func anotherCodeIsNone(text: String) {
        #expect(BaluPairingCode(text) == nil)
    }
}
