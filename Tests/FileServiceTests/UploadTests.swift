// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import TestSupport
import Testing

/// Uploads and downloads with curl, through real kills.
@Suite(.serialized) struct UploadTests {
    private let content: [UInt8]

    init() {
        var random = SeededRandom(seed: 5)
        content = random.block(20_000_003)
    }

    /// Until a file has so many bytes.
    private static func wait(for count: Int, in path: String) {
        var status = stat()
        for _ in 0..<6_000 {
            if stat(path, &status) == 0, Int(status.st_size) >= count { return }
            usleep(10_000)
        }
    }

    @Test(arguments: [false, true]) func anUploadThatIsKilledGoesOnAndArrivesOnce(tls: Bool) throws {
        let home = try FileHome(tls: tls)
        let token = try home.account("alice")
        let digest = SHA256.hash(content).bytes
        let place = try home.begin(token, length: content.count, digest: digest)
        var told = 0
        for round in 0..<3 {
            // Slow enough to be killed in the middle: 8 MB a second. One checkpoint is behind what was written then.
            let staged = home.folder.file("files/staging/\(place.split(separator: "/").last ?? "").data")
            let words =
                ["--limit-rate", "8M"] + home.append(try home.tail(of: content, from: told), to: place, at: told)
            let reply = try home.during({ Self.wait(for: told + (5 << 20), in: staged) }, words, token)
            #expect(reply.exitStatus != 0, "\(reply.status)")
            let offset = try home.offset(place, token)
            #expect(offset >= told && offset < content.count)
            // What was promised earlier is kept, and this kill has cost little.
            #expect(offset > told, "round \(round)")
            told = offset
        }
        let reply = try home.run(home.append(try home.tail(of: content, from: told), to: place, at: told), token: token)
        #expect(reply.status == 200 && reply.headers["upload-complete"] == "?1", "\(reply)")
        #expect(reply.headers["etag"] == "\"c-\(Hex.encode(digest))\"")

        // The download is cut as well, and curl goes on where its file ends.
        let target = home.folder.file("target")
        let first = try home.run(
            ["--limit-rate", "8M", "--max-time", "1", "-o", target, home.url + place + "/content"], token: token)
        #expect(first.exitStatus == 28)
        try home.killFiles()
        let rest = try home.run(["-C", "-", "-o", target, home.url + place + "/content"], token: token)
        #expect(rest.exitStatus == 0 && rest.status == 206, "\(rest.status)")
        #expect(try File.read(target) == content)
        #expect(rest.headers["repr-digest"] == "sha-256=:\(Base64.encode(digest)):")
        #expect(Folder.names(in: home.folder.file("files/staging")).count == 1)
    }

    @Test func anUploadOfUnknownLengthComesInChunks() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let path = try home.folder.write(content, to: "content")
        let reply = try home.run(
            [
                "-X", "POST", "-H", "Upload-Complete: ?1", "-H", "Transfer-Encoding: chunked", "-T", path,
                home.url + "/v1/uploads",
            ], token: token)
        #expect(reply.status == 201, "\(reply)")
        let place = try #require(reply.headers["location"])
        let whole = try home.run([home.url + place + "/content"], token: token)
        #expect(whole.status == 200 && whole.body == content)
    }

    @Test func aStoppedServiceKeepsWhatHasArrived() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let place = try home.begin(token)
        let path = try home.folder.write(content, to: "content")
        let words = ["--limit-rate", "8M"] + home.append(path, to: place, at: 0)
        let reply = try home.stopping({ usleep(700_000) }, words, token)
        #expect(reply.exitStatus != 0)
        #expect(try home.offset(place, token) > 1 << 20)
    }

    @Test func partsAndConditionsAreAnsweredAsTheStandardSays() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let body = Array("0123456789".utf8)
        let path = try home.folder.write(body, to: "small")
        let made = try home.run(["-X", "POST", "-T", path, home.url + "/v1/uploads"], token: token)
        #expect(made.status == 201)
        let place = home.url + (try #require(made.headers["location"])) + "/content"
        let tag = try #require(made.headers["etag"])
        let cases: [([String], Int, String, String?)] = [
            ([], 200, "0123456789", nil), (["-r", "2-4"], 206, "234", "bytes 2-4/10"),
            (["-r", "7-"], 206, "789", "bytes 7-9/10"), (["-r", "-3"], 206, "789", "bytes 7-9/10"),
            (["-r", "0-99"], 206, "0123456789", "bytes 0-9/10"), (["-r", "10-"], 416, "", "bytes */10"),
            (["-r", "0-1,3-4"], 200, "0123456789", nil), (["-H", "Range: lines=1-2"], 200, "0123456789", nil),
            (["-r", "2-4", "-H", "If-Range: \(tag)"], 206, "234", "bytes 2-4/10"),
            (["-r", "2-4", "-H", "If-Range: \"other\""], 200, "0123456789", nil),
            (["-H", "If-None-Match: \"x\", \(tag)"], 304, "", nil),
            (["-H", "If-None-Match: \"x\""], 200, "0123456789", nil),
        ]
        for (words, status, text, range) in cases {
            let reply = try home.run(words + [place], token: token)
            #expect(reply.status == status && reply.headers["content-range"] == range, "\(words): \(reply)")
            if status < 400 { #expect(reply.body == Array(text.utf8), "\(words)") }
        }
        let head = try home.run(["--head", place], token: token)
        #expect(head.status == 200 && head.headers["content-length"] == "10" && head.headers["etag"] == tag)
        #expect(head.headers["x-content-type-options"] == "nosniff")
        #expect(head.headers["content-disposition"] == "attachment")
    }

    @Test func refusalsSayWhatIsWrong() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let small = try home.folder.write([1, 2, 3], to: "small")
        let place = try home.begin(token, length: 3, digest: SHA256.hash([1, 2, 3]).bytes)
        func status(_ words: [String], _ token: String?) throws -> Int { try home.run(words, token: token).status }
        let off = try home.run(home.append(small, to: place, at: 1), token: token)
        #expect(off.status == 409 && off.headers["upload-offset"] == "0")
        #expect(String(decoding: off.body, as: UTF8.self).contains("mismatching-upload-offset"))
        let offsets = ["-H", "Upload-Offset: 0", "-H", "Upload-Complete: ?1"]
        let untyped = ["-X", "PATCH", "-T", small, home.url + place] + offsets
        #expect(try status(untyped, token) == 415)
        let long = try home.folder.write([1, 2, 3, 4], to: "long")
        #expect(try status(home.append(long, to: place, at: 0), token) == 400)
        let wrong = try home.folder.write([1, 2, 4], to: "wrong")
        #expect(try status(home.append(wrong, to: place, at: 0), token) == 400)
        // What is not what it should be is gone.
        #expect(try status(["--head", home.url + place], token) == 404)
        for path in [
            "/", "/v1/uploads/x", "/v1/uploads/../../etc/passwd", "/v1/uploads/%2e%2e/content", "/v1/uploads?a",
        ] {
            #expect(try status(["--path-as-is", "-X", "DELETE", home.url + path], token) == 404, "\(path)")
        }
        #expect(try status(["-X", "DELETE", home.url + "/v1/uploads"], token) == 405)
        #expect(try status(["-X", "OPTIONS", home.url + "/v1/uploads"], token) == 405)
    }

    @Test func uploadsOfOthersAreNotThere() throws {
        let home = try FileHome()
        let (alice, bob) = (try home.account("alice"), try home.account("bob"))
        let place = try home.begin(alice)
        #expect(try home.run(["--head", home.url + place], token: bob).status == 404)
        #expect(try home.run(["-X", "DELETE", home.url + place], token: bob).status == 404)
        #expect(try home.run(["--head", home.url + place], token: nil).status == 401)
        #expect(try home.run(["--head", home.url + place], token: "stolen").status == 401)
        #expect(try home.offset(place, alice) == 0)
        #expect(try home.run(["-X", "DELETE", home.url + place], token: alice).status == 204)
        #expect(try home.run(["--head", home.url + place], token: alice).status == 404)
    }

    @Test func withoutTheHubNothingIsAnswered() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let place = try home.begin(token)
        home.killHub()
        #expect(try home.run(["--head", home.url + place], token: token).status == 503)
    }

    @Test func aSessionThatHasEndedHasEndedForFiles() throws {
        let home = try FileHome()
        let session = try home.session("alice")
        let place = try home.begin(session.access)
        try home.logOut(session.refresh)
        #expect(try home.run(["--head", home.url + place], token: session.access).status == 401)
    }

    @Test func aDirectoryHasOneService() throws {
        let home = try FileHome()
        guard case .broken(let how) = try home.secondService() else {
            Issue.record("a second service has started")
            return
        }
        #expect(how.contains("status 8"), "\(how)")
    }

    @Test func aNewAppendEndsAStuckOne() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let place = try home.begin(token)
        let path = try home.folder.write(content, to: "content")
        let words = ["--limit-rate", "4M"] + home.append(path, to: place, at: 0)
        let reply = try home.during(
            {
                usleep(600_000)
                let offset = try home.offset(place, token)
                let rest = try home.tail(of: content, from: offset)
                let answer = try home.run(home.append(rest, to: place, at: offset), token: token)
                #expect(answer.status == 200, "\(answer)")
            }, words, token, killing: false)
        #expect(reply.exitStatus != 0)
        #expect(try home.run([home.url + place + "/content"], token: token).body == content)
    }
}

extension FileHome {
    /// Does something while curl runs, then kills the file service and starts it again, unless it is to go on.
    func during(
        _ work: () throws -> Void, _ words: [String], _ token: String, killing: Bool = true
    ) throws -> Reply {
        let pending = try start(words, token: token)
        try work()
        if killing { try killFiles() }
        return try pending()
    }

    /// Does something while curl runs, then stops the file service and starts it again.
    func stopping(_ work: () -> Void, _ words: [String], _ token: String) throws -> Reply {
        let pending = try start(words, token: token)
        work()
        try restartFiles()
        return try pending()
    }
}
