// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing

/// Requests of WebDAV with real processes of which one dies at each step: a request happened as a whole or not at all, and
/// a client that got no answer sends it again.
@Suite(.serialized) struct WebDAVCrashTests {
    private static let ofFiles = [
        "reserved", "dataCreated", "journalCreated", "creationFlushed", "created", "dataWritten", "dataFlushed",
        "checkpointFlushed", "contentFolderMade", "renamed", "contentFolderFlushed", "stagingFolderFlushed",
        "published",
        "told", "ordered",
    ]
    private static let ofHub = [
        "batchBegun", "jobApplied", "batchApplied", "batchCommitted", "jobReplied", "batchReplied",
    ]

    /// Larger than what is kept without a file of its own.
    private static let (old, new) = (
        String(repeating: "old ", count: 300_000), String(repeating: "new ", count: 300_000)
    )

    @Test(arguments: ofFiles) func theFileServiceDiesInAPut(step: String) throws {
        try put(CommitHome.Death(isOfHub: false, step: step))
    }

    /// Three commits: the room, the content, the item.
    @Test(arguments: ofHub) func theHubDiesInAPut(step: String) throws {
        for occurrence in 1...3 { try put(CommitHome.Death(isOfHub: true, step: step, occurrence: occurrence)) }
    }

    private func put(_ death: CommitHome.Death) throws {
        let dav = try WebDAVHome()
        #expect(try dav.put(Self.old, "/dav/a").status == 201)
        try dav.home.arm(death)
        try untilAnswered(dav) {
            let status = try dav.put(Self.new, "/dav/a").status
            #expect(status == 204, "\(death)")
        } afterDeath: {
            let present = try dav.get("/dav/a")
            #expect(present == Self.old || present == Self.new, "\(death)")
        }
        #expect(dav.home.hasDied, "\(death) was not met")
        #expect(try dav.get("/dav/a") == Self.new && dav.list("/dav/") == ["/dav/", "/dav/a"], "\(death)")
        let item = try #require(try dav.item("a"))
        let versions = try dav.home.call(Routes.fileVersions, Nothing(), values: [item.id.description]).versions
        #expect(versions.map(\.content) == [ContentHash(SHA256.hash(Array(Self.old.utf8)))], "\(death)")
    }

    @Test(arguments: ["ordered"] + ofHub) func aProcessDiesInAMove(step: String) throws {
        let death = CommitHome.Death(isOfHub: step != "ordered", step: step)
        let dav = try WebDAVHome()
        _ = try dav.put("a", "/dav/a")
        _ = try dav.put("b", "/dav/b")
        try dav.home.arm(death)
        try untilAnswered(dav) {
            let status = try dav.request("MOVE", "/dav/a", ["-H", "Destination: /dav/b"]).status
            // The answer was lost, and there is nothing left to move.
            #expect([204, 404].contains(status), "\(death)")
        } afterDeath: {
            let (a, b) = (try dav.get("/dav/a"), try dav.get("/dav/b"))
            #expect((a == "a" && b == "b") || (a == nil && b == "a"), "\(death)")
        }
        #expect(dav.home.hasDied, "\(death) was not met")
        #expect(try dav.get("/dav/a") == nil && dav.get("/dav/b") == "a", "\(death)")
        let trash = try dav.home.call(Routes.fileTrash, Nothing(), values: [dav.space().id.description])
        #expect(trash.items.count == 1, "\(death)")
    }

    @Test(arguments: ["ordered"] + ofHub) func aProcessDiesInACopy(step: String) throws {
        let death = CommitHome.Death(isOfHub: step != "ordered", step: step)
        let dav = try WebDAVHome()
        for path in ["/dav/f", "/dav/f/g"] { #expect(try dav.request("MKCOL", path).status == 201) }
        _ = try dav.put("x", "/dav/f/g/x")
        try dav.home.arm(death)
        try untilAnswered(dav) {
            let status = try dav.request("COPY", "/dav/f", ["-H", "Destination: /dav/c", "-H", "Overwrite: F"]).status
            #expect([201, 412].contains(status), "\(death)")
        } afterDeath: {
            let listed = try dav.list("/dav/")
            let isWhole = try dav.get("/dav/c/g/x") == "x"
            #expect(isWhole == listed.contains("/dav/c/"), "\(death): half a copy")
        }
        #expect(dav.home.hasDied, "\(death) was not met")
        #expect(try dav.get("/dav/c/g/x") == "x" && dav.list("/dav/") == ["/dav/", "/dav/c/", "/dav/f/"], "\(death)")
    }

    @Test(arguments: ["ordered"] + ofHub) func aProcessDiesInALock(step: String) throws {
        let death = CommitHome.Death(isOfHub: step != "ordered", step: step)
        let dav = try WebDAVHome()
        #expect(try dav.request("MKCOL", "/dav/f").status == 201)
        try dav.home.arm(death)
        try untilAnswered(dav) {
            let reply = try dav.send("LOCK", "/dav/f/new", xml: WebDAVHome.exclusive, ["-H", "Depth: 0"])
            #expect([201, 423].contains(reply.status), "\(death)")
        } afterDeath: {
            let shown = String(decoding: try dav.request("PROPFIND", "/dav/f", ["-H", "Depth: 1"]).body, as: UTF8.self)
            #expect(
                shown.contains("/dav/f/new<") == shown.contains("<D:activelock>"), "\(death): a file without its lock")
        }
        #expect(dav.home.hasDied, "\(death) was not met")
        #expect(try dav.put("x", "/dav/f/new").status == 423, "\(death)")
    }

    /// Sends a request again until it is answered, and starts again what has died.
    private func untilAnswered(_ dav: WebDAVHome, _ request: () throws -> Void, afterDeath look: () throws -> Void)
        throws
    {
        for _ in 0..<20 {
            do {
                try request()
                // A step behind the answer lets the process die a moment later.
                if !dav.home.hasDied { usleep(100_000) }
                try dav.home.revive()
                return
            } catch is CommitHome.Lost {
                usleep(20_000)
                try dav.home.revive()
                try look()
            }
        }
        throw UnexpectedResult("The request was never answered.")
    }
}
