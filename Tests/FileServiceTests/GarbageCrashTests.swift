// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Glibc
import HubAPI
import TestSupport
import Testing
import Tokens

/// Garbage is removed all the time while clients bring the same bytes again and again, with real processes of which one
/// dies at each step: what was acknowledged can be read, and what nothing refers to goes.
@Suite(.serialized) struct GarbageCrashTests {
    @Test(arguments: ["givenUp", "unlinked", "flushed", "forgotten"]) func theFileServiceDies(step: String) throws {
        for occurrence in 1...2 {
            try run(CommitHome.Death(isOfHub: false, step: step, occurrence: occurrence))
        }
    }

    /// The space; then for each round the room, the content, its end, and the two commits of its removal.
    @Test(arguments: ["batchApplied", "batchCommitted", "batchReplied"]) func theHubDies(step: String) throws {
        for occurrence in [4, 5, 6, 7, 10] {
            try run(CommitHome.Death(isOfHub: true, step: step, occurrence: occurrence))
        }
    }

    private func run(_ death: CommitHome.Death) throws {
        let client = try Returning(CommitHome(death, .init(isRemoving: true)))
        for _ in 0..<2 {
            try client.bringAndGiveUp()
            try client.waitUntilTheFileIsGone()
        }
        #expect(client.hasDied, "\(death) was not met")
        try client.bringAndLink()
    }

    /// No step is given: what runs into what is left to chance.
    @Test func publishingRunsAgainstRemoval() throws {
        let client = try Returning(CommitHome(nil, .init(isRemoving: true)))
        for _ in 0..<40 { try client.bringAndGiveUp() }
        try client.bringAndLink()
    }
}

/// A client that brings the same bytes again and again.
private final class Returning {
    private let home: CommitHome
    private let content: [UInt8]
    private let path: String
    private let hash: ContentHash
    private var attempts = 0

    init(_ home: CommitHome) throws {
        self.home = home
        var random = SeededRandom(seed: 12)
        content = random.block(70_001)
        path = try home.folder.write(content, to: "content")
        hash = ContentHash(SHA256.hash(content))
        _ = try persistently { try home.call(Routes.spaces, Nothing()) }
    }

    var hasDied: Bool { home.hasDied }

    /// After each acknowledgement the bytes can be read.
    func bringAndGiveUp() throws {
        let place = try bring()
        let read = try persistently { try home.transfer([], to: place + "/content") }
        try require(read.status == 200 && read.body == content, "an acknowledged content is not there: \(read.status)")
        let gone = try persistently { try home.transfer(["-X", "DELETE"], to: place) }
        // The second answer to a repeat.
        try require(gone.status == 204 || gone.status == 404, "DELETE: \(gone.status)")
    }

    func bringAndLink() throws {
        _ = try bring()
        let root = try #require(try persistently { try home.call(Routes.spaces, Nothing()) }.spaces.first).id.root
        let order = NewFile(
            id: OperationID(at: Timestamp(seconds: CommitHome.now), random: .system),
            item: try ItemID(RandomSource.system.bytes(ItemID.byteCount)), parent: root,
            name: try FileName("returned"), content: hash)
        let item = try persistently { try home.call(Routes.linkFile, order) }
        usleep(50_000)
        let read = try persistently { try home.transfer([], to: "/v1/files/items/\(item.id)/content") }
        try require(read.status == 200 && read.body == content, "a linked content is not there: \(read.status)")
        let space = try #require(try persistently { try home.call(Routes.spaces, Nothing()) }.spaces.first)
        #expect(space.used == UInt64(content.count))
    }

    func waitUntilTheFileIsGone() throws {
        let file = home.folder.file("files/contents/\(hash.description.prefix(2))/\(hash)")
        for _ in 0..<6_000 where access(file, F_OK) == 0 {
            usleep(10_000)
            try home.revive()
        }
        try require(access(file, F_OK) != 0, "the content was never removed")
        // A step behind the removal.
        usleep(50_000)
        try home.revive()
    }

    /// - Returns: the path of an upload that is acknowledged as complete.
    private func bring() throws -> String {
        var place: String?
        while true {
            guard let known = place else {
                place = try persistently { try begin() }
                continue
            }
            let told = try persistently { try home.transfer(["--head"], to: known) }
            switch told.status {
            // An upload whose place was never confirmed to hold bytes, or the server says that it has lost them.
            case 404, 410: place = nil
            case 204 where told.headers["upload-complete"] == "?1": return known
            case 204: try append(to: known, at: told.headers["upload-offset"] ?? "0")
            default: throw UnexpectedResult("HEAD: \(told.status)")
            }
        }
    }

    private func begin() throws -> String {
        let reply = try home.transfer(
            [
                "-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", "-H",
                "Upload-Length: \(content.count)",
            ], to: "/v1/uploads")
        try require(reply.status == 201, "POST: \(reply.status)")
        return try #require(reply.headers["location"])
    }

    private func append(to place: String, at offset: String) throws {
        let start = try #require(Int(offset))
        let rest = try home.folder.write(Array(content[start...]), to: "rest")
        do {
            _ = try home.transfer(
                [
                    "-X", "PATCH", "-H", "Content-Type: application/partial-upload", "-H", "Upload-Offset: \(offset)",
                    "-H", "Upload-Complete: ?1", "-T", rest,
                ], to: place)
        } catch is CommitHome.Lost {
            try home.revive()
        }
    }

    /// Asks until there is an answer; who has died meanwhile is started again.
    private func persistently<Answer>(_ ask: () throws -> Answer) throws -> Answer {
        while true {
            do {
                return try ask()
            } catch is CommitHome.Lost {
                attempts += 1
                try require(attempts < 60, "no end")
                usleep(20_000)
                try home.revive()
            }
        }
    }
}
