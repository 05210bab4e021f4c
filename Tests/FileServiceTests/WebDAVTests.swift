// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import HubAPI
import TestSupport
import Testing

/// WebDAV by curl, with a hub and a file service as real processes.
@Suite struct WebDAVTests {
    private let dav: WebDAVHome

    init() throws { dav = try WebDAVHome() }

    @Test func aProgramMakesReadsAndRemovesFiles() throws {
        let options = try dav.request("OPTIONS", "/dav/")
        #expect(options.status == 200 && options.headers["dav"] == "1, 2")
        #expect(try dav.request("MKCOL", "/dav/Photos/").status == 201)
        #expect(try dav.request("MKCOL", "/dav/Photos").status == 405)
        #expect(try dav.request("MKCOL", "/dav/no/such").status == 409)
        let made = try dav.put("one", "/dav/Photos/cat%20%C3%BC.txt")
        #expect(made.status == 201)
        #expect(made.headers["etag"] == ContentHash(SHA256.hash(Array("one".utf8))).entityTag)
        #expect(try dav.list("/dav/Photos") == ["/dav/Photos/", "/dav/Photos/cat%20%C3%BC.txt"])
        #expect(try dav.get("/dav/Photos/cat%20%C3%BC.txt") == "one")
        let part = try dav.request("GET", "/dav/Photos/cat%20%C3%BC.txt", ["-r", "1-"])
        #expect(part.status == 206 && part.body == Array("ne".utf8))
        #expect(part.headers["content-security-policy"] == "sandbox; default-src 'none'")
        #expect(try dav.request("DELETE", "/dav/Photos").status == 204)
        #expect(try dav.request("GET", "/dav/Photos/cat%20%C3%BC.txt").status == 404)
        let trash = try dav.home.call(Routes.fileTrash, Nothing(), values: [dav.space().id.description])
        #expect(trash.items.map { $0.name?.name.text } == ["Photos"])
    }

    @Test func aReplacedContentStaysAsAVersion() throws {
        #expect(try dav.put("first", "/dav/a").status == 201)
        #expect(try dav.put("second", "/dav/a").status == 204)
        #expect(try dav.put("second", "/dav/a").status == 204)
        let item = try #require(try dav.item("a"))
        let versions = try dav.home.call(Routes.fileVersions, Nothing(), values: [item.id.description]).versions
        #expect(versions.map(\.content) == [ContentHash(SHA256.hash(Array("first".utf8)))])
        // No room stays reserved by what is stored.
        #expect(try dav.space().reserved == 0)
    }

    @Test func conditionsHoldInTheCommit() throws {
        let tag = try #require(try dav.put("first", "/dav/a").headers["etag"])
        #expect(try dav.put("x", "/dav/a", ["-H", "If-None-Match: *"]).status == 412)
        #expect(try dav.put("x", "/dav/b", ["-H", "If-Match: *"]).status == 412)
        #expect(try dav.put("second", "/dav/a", ["-H", "If-Match: \(tag)"]).status == 204)
        #expect(try dav.put("third", "/dav/a", ["-H", "If-Match: \(tag)"]).status == 412)
        #expect(try dav.put("third", "/dav/a", ["-H", "If: ([\(tag)])"]).status == 412)
        #expect(try dav.put("third", "/dav/a", ["-H", "If: (Not [\(tag)])"]).status == 204)
        let head = try dav.request("GET", "/dav/a")
        let now = try #require(head.headers["etag"])
        #expect(try dav.request("GET", "/dav/a", ["-H", "If-None-Match: \(now)"]).status == 304)
        let date = try #require(head.headers["last-modified"])
        #expect(try dav.request("GET", "/dav/a", ["-H", "If-Modified-Since: \(date)"]).status == 304)
        #expect(try dav.request("GET", "/dav/a", ["-H", "If-Match: \(tag)"]).status == 412)
    }

    @Test func itemsAreCopiedAndMoved() throws {
        let to = { (path: String) in ["-H", "Destination: \(dav.url)\(path)"] }
        _ = try dav.put("a", "/dav/a")
        _ = try dav.put("b", "/dav/b")
        #expect(try dav.request("COPY", "/dav/a", to("/dav/c")).status == 201)
        #expect(try dav.request("COPY", "/dav/a", to("/dav/b") + ["-H", "Overwrite: F"]).status == 412)
        #expect(try dav.request("COPY", "/dav/a", to("/dav/b")).status == 204)
        #expect(try dav.get("/dav/b") == "a")
        #expect(try dav.request("COPY", "/dav/a", to("/dav/a")).status == 403)
        #expect(try dav.request("COPY", "/dav/a", to("/dav/none/a")).status == 409)
        #expect(try dav.request("COPY", "/dav/a", ["-H", "Destination: http://elsewhere.example/dav/x"]).status == 502)
        #expect(try dav.request("MKCOL", "/dav/f").status == 201)
        #expect(try dav.request("MOVE", "/dav/a", to("/dav/f/a")).status == 201)
        #expect(try dav.request("MOVE", "/dav/f", to("/dav/f/g")).status == 403)
        #expect(try dav.request("COPY", "/dav/f", to("/dav/g") + ["-H", "Depth: 0"]).status == 201)
        #expect(try dav.list("/dav/g") == ["/dav/g/"])
        #expect(try dav.request("MOVE", "/dav/f", to("/dav/c") + ["-H", "Overwrite: F"]).status == 412)
        #expect(try dav.request("MOVE", "/dav/f", to("/dav/c")).status == 204)
        #expect(try dav.list("/dav/") == ["/dav/", "/dav/b", "/dav/c/", "/dav/g/"])
        #expect(try dav.list("/dav/c") == ["/dav/c/", "/dav/c/a"])
        // What was overwritten is in the trash.
        let trash = try dav.home.call(Routes.fileTrash, Nothing(), values: [dav.space().id.description])
        #expect(trash.items.map { $0.name?.name.text } == ["c"])
    }

    @Test func anItemIsLockedAlsoAgainstOurOwnClients() throws {
        _ = try dav.put("first", "/dav/a")
        let token = try dav.lock("/dav/a")
        let refused = try dav.put("second", "/dav/a")
        #expect(refused.status == 423)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("lock-token-submitted"))
        #expect(try dav.request("DELETE", "/dav/a").status == 423)
        #expect(try dav.send("LOCK", "/dav/a", xml: WebDAVHome.exclusive).status == 423)
        let item = try #require(try dav.item("a"))
        let trash = TrashOrder(id: WebDAVHome.operation(), item: item.id)
        #expect(throws: HubProblem.self) { try dav.home.call(Routes.trashItem, trash) }
        #expect(try dav.put("second", "/dav/a", ["-H", "If: (\(token))"]).status == 204)
        let refreshed = try dav.request("LOCK", "/dav/a", ["-H", "If: (\(token))", "-H", "Timeout: Infinite"])
        #expect(refreshed.status == 200)
        #expect(String(decoding: refreshed.body, as: UTF8.self).contains("<D:timeout>Second-3600</D:timeout>"))
        #expect(try dav.request("UNLOCK", "/dav/a", ["-H", "Lock-Token: \(token)"]).status == 204)
        #expect(try dav.request("UNLOCK", "/dav/a", ["-H", "Lock-Token: \(token)"]).status == 409)
        // The same order again: a refusal because of a lock is not kept.
        _ = try dav.home.call(Routes.trashItem, trash)
        #expect(try dav.get("/dav/a") == nil)
    }

    @Test func aLockMakesAnEmptyFileAndAFoldersLockCoversWhatIsInIt() throws {
        let token = try dav.lock("/dav/new")
        #expect(try dav.get("/dav/new") == "")
        #expect(try dav.put("x", "/dav/new").status == 423)
        #expect(try dav.put("x", "/dav/new", ["-H", "If: (\(token))"]).status == 204)
        #expect(try dav.request("MKCOL", "/dav/f").status == 201)
        let folder = try dav.lock("/dav/f", depth: "infinity")
        #expect(try dav.put("x", "/dav/f/x").status == 423)
        #expect(try dav.put("x", "/dav/f/x", ["-H", "If: </dav/f> (\(folder))"]).status == 201)
        #expect(try dav.request("MKCOL", "/dav/f/g").status == 423)
        let move = ["-H", "Destination: /dav/h"]
        #expect(try dav.request("MOVE", "/dav/f", move).status == 423)
        #expect(try dav.request("MOVE", "/dav/f", move + ["-H", "If: (\(folder))"]).status == 201)
        // A lock does not move.
        #expect(try dav.put("y", "/dav/h/x").status == 204)
    }

    @Test func propertiesAreKeptAndShown() throws {
        _ = try dav.put("a", "/dav/a")
        func patch(_ inner: String) throws -> String {
            let reply = try dav.send(
                "PROPPATCH", "/dav/a",
                xml: "<D:propertyupdate xmlns:D=\"DAV:\" xmlns:x=\"urn:x\">\(inner)</D:propertyupdate>")
            try require(reply.status == 207, "\(reply.status)")
            return String(decoding: reply.body, as: UTF8.self)
        }
        #expect(try patch("<D:set><D:prop><x:colour>red &amp; <x:b/></x:colour></D:prop></D:set>").contains("200 OK"))
        let refused = try patch("<D:set><D:prop><x:size>1</x:size><D:getetag>no</D:getetag></D:prop></D:set>")
        #expect(refused.contains("403 Forbidden") && refused.contains("424 Failed Dependency"))
        let large = String(repeating: "x", count: 5_000)
        #expect(try patch("<D:set><D:prop><x:big>\(large)</x:big></D:prop></D:set>").contains("507 Insufficient"))
        let asked = try dav.send(
            "PROPFIND", "/dav/a",
            xml:
                "<D:propfind xmlns:D=\"DAV:\"><D:prop><c xmlns=\"urn:y\"/><colour xmlns=\"urn:x\"/><D:getcontentlength/></D:prop></D:propfind>",
            ["-H", "Depth: 0"])
        let text = String(decoding: asked.body, as: UTF8.self)
        #expect(
            text.contains("<p:colour xmlns:p=\"urn:x\">red &amp;<n:b xmlns:n=\"urn:x\"></n:b></p:colour>"), "\(text)")
        #expect(text.contains("<D:getcontentlength>1</D:getcontentlength>") && text.contains("404 Not Found"))
        #expect(try dav.request("COPY", "/dav/a", ["-H", "Destination: /dav/b"]).status == 201)
        #expect(try dav.request("PROPFIND", "/dav/b", ["-H", "Depth: 0"]).body.contains("red".utf8.first ?? 0))
        let endless = try dav.request("PROPFIND", "/dav/")
        #expect(endless.status == 403)
        #expect(String(decoding: endless.body, as: UTF8.self).contains("propfind-finite-depth"))
    }

    @Test(
        arguments: [
            "/dav/../etc", "/dav/%2e%2e/x", "/dav/%2E./x", "/dav/a%2fb", "/dav/..%2f..%2fetc", "/dav/a%00b", "/dav/%",
            "/dav/%zz", "/dav//x", "/dav/\(String(repeating: "n", count: 256))",
        ]) func aNameThatNoItemMayHaveIsRefused(path: String) throws
    {
        #expect(try dav.put("x", path, ["--path-as-is"]).status == 400)
        #expect(try dav.list("/dav/") == ["/dav/"])
    }

    @Test func namesAreBytesThatAreKept() throws {
        // Not UTF-8, a bidirectional override, NFC and NFD of one letter, an encoded percent sign, a dash in front.
        let names = ["%FF", "a%E2%80%AEb", "%C3%A9", "e%CC%81", "%252e%252e", "-rf", "%25", "a%3Cb%3E%26%22"]
        for name in names { #expect(try dav.put(name, "/dav/\(name)").status == 201, "\(name)") }
        for name in names { #expect(try dav.get("/dav/\(name)") == name) }
        #expect(Set(try dav.list("/dav/")) == Set(["/dav/"] + names.map { "/dav/\($0)" }))
    }

    @Test func onlyAnAppPasswordOpensTheDoorAndRevokingItClosesIt() throws {
        let listed = try dav.home.call(Routes.devices, Nothing()).devices
        #expect(listed.contains { $0.id == dav.device && $0.name == "file manager" })
        func status(_ authorization: String?) throws -> CommitHome.Reply {
            try dav.home.transfer(
                ["-X", "PROPFIND", "-H", "Depth: 0"], to: "/dav/", authorization: authorization ?? "None")
        }
        func basic(_ user: String, _ password: String) -> String {
            "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
        }
        let other = AppPassword(random: [UInt8](repeating: 7, count: AppPassword.byteCount))
        for header in [
            nil, basic("alice", "seven purple kettles"), basic("bob", dav.password.text), basic("alice", other.text),
        ] {
            let reply = try status(header)
            #expect(reply.status == 401 && reply.headers["www-authenticate"]?.hasPrefix("Basic ") == true)
        }
        #expect(try status(basic("Alice", dav.password.text.uppercased())).status == 207)
        _ = try dav.home.call(Routes.revokeDevice, DeviceName(id: dav.device))
        #expect(try status(basic("alice", dav.password.text)).status == 401)
    }

    @Test func bodiesInChunksAndWithoutALengthAreTaken() throws {
        let file = try dav.home.folder.write([UInt8](repeating: 65, count: 3 << 20), to: "large")
        let chunked = ["-T", file, "-H", "Transfer-Encoding: chunked"]
        #expect(try dav.request("PUT", "/dav/large", chunked).status == 201)
        #expect(try dav.item("large")?.file?.size == 3 << 20)
        #expect(try dav.space().reserved == 0)
        #expect(try dav.put("x", "/dav/large", ["-H", "Content-Range: bytes 0-0/1"]).status == 400)
        #expect(try dav.put("x", "/dav/large/below").status == 409)
        #expect(try dav.put("x", "/dav").status == 405)
    }
}
