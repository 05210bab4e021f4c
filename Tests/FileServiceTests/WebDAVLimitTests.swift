// SPDX-License-Identifier: MIT
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing

/// What WebDAV programs meet at the limits: a full quota, large files, slowness, all places taken, plain HTTP, and spaces of
/// others.
@Suite(.serialized) struct WebDAVLimitTests {
    private static func file(_ mebibytes: Int, in folder: ScratchFolder) throws -> String {
        try folder.write([UInt8](repeating: UInt8(mebibytes), count: mebibytes << 20), to: "\(mebibytes)")
    }

    private static let chunked = ["-H", "Transfer-Encoding: chunked"]

    /// The status of a PUT that may be cut off before its end; 0 if no answer has come.
    private func put(_ file: String, _ path: String, _ words: [String] = [], at dav: WebDAVHome) throws -> Int {
        do {
            return try dav.request("PUT", path, ["-T", file, "--max-time", "300"] + words).status
        } catch is CommitHome.Lost {
            return 0
        }
    }

    @Test func aFullQuotaIsSaidAndNothingOfTheFileStays() throws {
        let dav = try WebDAVHome()
        try dav.setQuota("70MiB")
        let (small, large) = (try Self.file(2, in: dav.home.folder), try Self.file(72, in: dav.home.folder))
        // With a length it is refused before its bytes come.
        #expect(try [0, 507].contains(put(large, "/dav/film", at: dav)))
        // Without one it is cut off when the room ends, in the second step of 64 MiB.
        #expect(try [0, 507].contains(put(large, "/dav/film", Self.chunked, at: dav)))
        #expect(try dav.list("/dav/") == ["/dav/"])
        #expect(try dav.space().reserved == 0 && dav.space().used == 0)
        #expect(try put(small, "/dav/small", Self.chunked, at: dav) == 201)
        #expect(try dav.space().used == 2 << 20)
        try dav.setQuota("1MiB")
        let refused = try dav.put("one more", "/dav/note")
        #expect(refused.status == 507 && String(decoding: refused.body, as: UTF8.self).contains("QUOTA_EXCEEDED"))
        #expect(try dav.list("/dav/") == ["/dav/", "/dav/small"])
        try dav.setQuota("200MiB")
        #expect(try put(large, "/dav/film", Self.chunked, at: dav) == 201)
        let film = try #require(try dav.item("film")?.file)
        var hasher = ContentHasher()
        try File.read(large).withUnsafeBytes { hasher.update($0) }
        #expect(film.size == 72 << 20 && film.content == hasher.contentHash)
        #expect(try dav.space().reserved == 0)
    }

    /// A connection that has sent the beginning of a PUT and then says nothing.
    private final class Stuck {
        private let descriptor: Int32

        init(_ dav: WebDAVHome, _ path: String) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = try #require(dav.url.split(separator: ":").last.flatMap { UInt16($0) }).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try require(code == 0, "\(errno)")
            let head = [
                "PUT \(path) HTTP/1.1", "Host: 127.0.0.1", "Authorization: \(dav.authorization)",
                "Content-Length: 1000000", "", "the first bytes",
            ].joined(separator: "\r\n")
            try require(write(descriptor, head, head.utf8.count) == head.utf8.count, "\(errno)")
        }

        deinit { close(descriptor) }

        /// Waits until the server has ended the connection.
        func waitForEnd() {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while read(descriptor, &bytes, bytes.count) > 0 {}
        }
    }

    private func eventually(_ what: String, _ isSo: () throws -> Bool) throws {
        for _ in 0..<6_000 {
            if try isSo() { return }
            usleep(10_000)
        }
        throw UnexpectedResult("It did not come to pass: \(what)")
    }

    @Test func aClientThatSendsNothingMoreIsCutOff() throws {
        let dav = try WebDAVHome(nil, .init(slowMilliseconds: 500))
        try Stuck(dav, "/dav/film").waitForEnd()
        #expect(try dav.list("/dav/") == ["/dav/"])
        try eventually("its room is free again") { try dav.space().reserved == 0 }
        #expect(try dav.put("whole", "/dav/film").status == 201)
    }

    @Test func placesAreLimitedAndGivenBack() throws {
        let dav = try WebDAVHome(nil, .init(slowMilliseconds: 600_000))
        var stuck = try (0..<8).map { try Stuck(dav, "/dav/film \($0)".replacing(" ", with: "%20")) }
        var refused = try dav.put("x", "/dav/a")
        try eventually("all eight places of the account are taken") {
            if refused.status != 429 { refused = try dav.put("x", "/dav/a") }
            return refused.status == 429
        }
        #expect(
            refused.headers["retry-after"] == "5", "\(refused.headers) \(String(decoding: refused.body, as: UTF8.self))"
        )
        #expect(try dav.request("PROPFIND", "/dav/", ["-H", "Depth: 0"]).status == 207, "lists need no place")
        stuck = []
        try eventually("the places are given back") { [201, 204].contains(try dav.put("x", "/dav/a").status) }
        try eventually("so is the room") { try dav.space().reserved == 0 }
        #expect(try dav.list("/dav/") == ["/dav/", "/dav/a"])
        withExtendedLifetime(stuck) {}
    }

    /// An address of this machine that is not loopback: to a server, one of another machine.
    private static let otherAddress: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                continue
            }
            var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                _ = inet_ntop(AF_INET, &$0.pointee.sin_addr, &text, socklen_t(text.count))
            }
            let found = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !found.hasPrefix("127.") { return found }
        }
        return nil
    }()

    @Test(.enabled(if: otherAddress != nil, "SKIPPED, NOTHING PROVED: this machine has no address but loopback."))
    func aPasswordInClearIsRefused() throws {
        let dav = try WebDAVHome(nil, .init(address: "0.0.0.0"))
        let port = dav.url.split(separator: ":").last ?? ""
        let address = try #require(Self.otherAddress)
        let words = ["--connect-to", "127.0.0.1:\(port):\(address):\(port)"]
        let refused = try dav.request("PROPFIND", "/dav/", ["-H", "Depth: 0"] + words)
        #expect(refused.status == 403)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("https"), "it says what to do")
        #expect(try dav.put("x", "/dav/a", words).status == 403)
        #expect(try dav.request("PROPFIND", "/dav/", ["-H", "Depth: 0"]).status == 207, "this machine may")
        #expect(try dav.list("/dav/") == ["/dav/"])
    }

    @Test func membersUseASharedSpaceAsTheirRoleSays() throws {
        let dav = try WebDAVHome()
        let space = try SpaceID([UInt8](repeating: 9, count: SpaceID.byteCount))
        _ = try dav.home.call(Routes.newSpace, SpaceOrder(id: WebDAVHome.operation(), space: space, name: "Family"))
        let path = "/dav-spaces/\(space)/"
        let bob = try dav.authorization(of: "bob")
        let file = try dav.home.folder.write(Array("of bob".utf8), to: "of bob")
        func status(_ method: String, _ name: String, _ words: [String] = []) throws -> Int {
            try dav.home.transfer(["-X", method] + words, to: path + name, authorization: bob).status
        }
        func give(_ role: SpaceRole?) throws {
            _ = try dav.home.call(
                Routes.spaceMember,
                MemberOrder(id: WebDAVHome.operation(), space: space, username: "bob", role: role))
        }
        #expect(try dav.put("of alice", path + "a").status == 201)
        #expect(try dav.list("/dav/") == ["/dav/"], "it is not in the own space")
        #expect(try status("GET", "a") == 404, "to others it is not there")
        try give(.reader)
        #expect(try status("GET", "a") == 200)
        #expect(try status("PUT", "a", ["-T", file]) == 403)
        #expect(try status("DELETE", "a") == 403)
        try give(.writer)
        #expect(try status("PUT", "a", ["-T", file]) == 204)
        #expect(try dav.get(path + "a") == "of bob")
        try give(nil)
        #expect(try status("GET", "a") == 404)
        #expect(try status("PUT", "b", ["-T", file]) == 404)
        #expect(try dav.list(path) == [path, path + "a"])
    }
}
