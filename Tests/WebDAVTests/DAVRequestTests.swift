// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Testing
import WebDAV

struct DAVRequestTests {
    private static let content = ContentHash(SHA256.hash([1]))
    private let token: LockToken

    init() throws { token = try #require(LockToken([UInt8](repeating: 1, count: 16))) }

    private func orders() throws -> [DAVOrder] {
        let (path, upload) = (try DAVPath("/dav/x/%FF"), try UploadID([UInt8](repeating: 2, count: 16)))
        let name = PropertyName("urn:x", "y")
        return [
            .look, .list(after: nil), .list(after: try FileName("a")), .reserve(upload, length: nil),
            .reserve(upload, length: 5), .store(upload, Self.content, modified: 7),
            .store(upload, Self.content, modified: nil),
            .makeFolder, .remove, .copy(to: path, overwrites: true, isShallow: false),
            .move(to: path, overwrites: false),
            .lock(LockRequest(isShared: true, owner: "o"), isInfinite: true, seconds: 9),
            .refresh(seconds: 3_600), .unlock(token),
            .change([.set(name, value: "v"), .remove(name)], isExecutable: true), .change([], isExecutable: nil),
        ]
    }

    @Test func aRequestIsReadAsItWasWritten() throws {
        for order in try orders() {
            let plain = DAVRequest(try DAVPath("/dav/a"), order)
            #expect(try DAVRequest(decoding: plain.coded) == plain)
            let header = try IfHeader(
                "</dav/a> (Not <\(token)> [\(Self.content.entityTag)]) <http://b/> (<x>)", host: "a")
            let full = DAVRequest(
                try DAVPath("/dav-spaces/000102030405060708090a0b0c0d0e0f/a"), order, ifHeader: header, match: .any,
                noneMatch: .contents([Self.content]), unmodifiedSince: 5)
            #expect(try DAVRequest(decoding: full.coded) == full)
        }
    }

    @Test func anAnswerIsReadAsItWasWritten() throws {
        var entry = DAVEntry(
            name: try FileName([0xff]), file: .init(content: Self.content, size: 1, isExecutable: true), modified: 5)
        entry.locks = [
            DAVLock(token: token, isShared: false, isInfinite: true, owner: "o", seconds: 6, level: 2)
        ]
        entry.properties = [DeadProperty(PropertyName("", "a"), value: "<b/>")]
        entry.room = .init(available: 1, used: 2)
        let root = DAVEntry(name: nil, file: nil, modified: 0)
        for answer: DAVAnswer in [
            .entry(entry), .page(root, [entry, entry], isLast: false), .done(isNew: true),
            .locked(token, entry, isNew: false),
        ] {
            let coded = CBORValue.array(answer.coded).encoded
            var reader = try CBORReader(coded, maximumCount: DAVAnswer.maximumCount)
            _ = try reader.array(maximum: 8)
            #expect(try DAVAnswer(from: &reader) == answer)
            try reader.finish()
        }
    }
}
