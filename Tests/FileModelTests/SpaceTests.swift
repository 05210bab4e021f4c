// SPDX-License-Identifier: MIT
import FileModel
import TestSupport
import Testing

struct SpaceTests {
    @Test func filesAndUploadsShareTheQuota() throws {
        var usage = SpaceUsage(quota: 100, used: 40, reserved: 20)
        #expect(usage.free == 40)
        try usage.use(30)
        try usage.reserve(10)
        #expect(usage == SpaceUsage(quota: 100, used: 70, reserved: 30))
        #expect(throws: SpaceUsage.Exceeded(usage: usage, needed: 1)) { try usage.use(1) }
        #expect(throws: SpaceUsage.Exceeded(usage: usage, needed: 1)) { try usage.reserve(1) }
        usage.release(30)
        usage.free(70)
        #expect(usage == SpaceUsage(quota: 100, used: 0, reserved: 0))
    }

    @Test func aLoweredQuotaRefusesOnlyWhatTakesSpace() throws {
        var usage = SpaceUsage(quota: 10, used: 40, reserved: 0)
        try usage.use(0)
        try usage.reserve(0)
        #expect(throws: SpaceUsage.Exceeded.self) { try usage.use(1) }
        usage.free(35)
        try usage.use(5)
    }

    @Test func numbersAtTheEndAreRefusedAndDoNotWrap() throws {
        var usage = SpaceUsage(quota: .max, used: .max - 1, reserved: 0)
        try usage.use(1)
        #expect(throws: SpaceUsage.Exceeded.self) { try usage.reserve(.max) }
        #expect(SpaceUsage(quota: 5, used: .max, reserved: .max).free == 0)
    }

    @Test func anAnchorIsReadAsItWasWritten() throws {
        let anchor = ChangeAnchor(epoch: Array(1...8), rev: 0x0102_0304_0506, digest: Array(9...16))
        #expect(anchor.text.utf8.count == 32)
        #expect(ChangeAnchor(anchor.text) == anchor)
        for text in ["", "x", anchor.text + "A", String(anchor.text.dropLast()), anchor.text + "=", "!" + anchor.text] {
            #expect(ChangeAnchor(text) == nil, "\(text)")
        }
    }

    @Test func aDigestCoversItsNumberItsChangeAndWhatCameBefore() {
        let digests = [
            ChangeAnchor.digest(after: ChangeAnchor.noDigest, rev: 1, change: [1]),
            ChangeAnchor.digest(after: ChangeAnchor.noDigest, rev: 2, change: [1]),
            ChangeAnchor.digest(after: ChangeAnchor.noDigest, rev: 1, change: [2]),
            ChangeAnchor.digest(after: [0, 0, 0, 0, 0, 0, 0, 1], rev: 1, change: [1]),
        ]
        #expect(Set(digests).count == digests.count)
    }

    @Test(arguments: ["", "0", "00112233445566778899AABBCCDDEEFF", "00112233445566778899aabbccddeef", "-"])
    func whatIsNoIDIsRefused(text: String) {
        #expect(ItemID(text) == nil && SpaceID(text) == nil)
    }

    @Test func aRootHasTheIDOfItsSpace() throws {
        let space = try #require(SpaceID("00112233445566778899aabbccddeeff"))
        #expect(space.root.description == space.description)
        #expect(throws: FileModelError.self) { try ItemID([1, 2, 3]) }
    }
}
