// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import TestSupport
import Testing

/// SHA-256 that is interrupted anywhere and continued from what was saved.
struct ResumableHashTests {
    // FIPS 180-4 examples, from NIST's "Examples with Intermediate Values" and "Additional Examples".
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func everySplitGivesTheStandardsDigest(message: String, digest: String) throws {
        let bytes = Array(message.utf8)
        for split in 0...bytes.count {
            var first = ResumableSHA256()
            first.update(Array(bytes[..<split]))
            var second = try ResumableSHA256(resuming: first.saved)
            #expect(second.saved == first.saved && second.count == UInt64(split))
            second.update(Array(bytes[split...]))
            #expect(second.digest.description == digest, "split at \(split)")
            // Asking for the digest ends nothing.
            second.update([1])
            #expect(second.digest == SHA256.hash(bytes + [1]))
        }
    }

    @Test func aMillionLettersSavedAtOddPlacesMatchTheStandard() throws {
        var hash = ResumableSHA256()
        var (rest, piece) = (1_000_000, 0)
        while rest > 0 {
            piece += 7
            let count = min(rest, piece)
            hash.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
            hash = try ResumableSHA256(resuming: hash.saved)
            rest -= count
        }
        #expect(hash.digest.description == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Beyond 2^32 bits the library keeps the count in two words.
    @Test func theCountGoesBeyondThirtyTwoBits() throws {
        var saved = ResumableSHA256().saved
        let count = (1 << 36) + 64
        var whole = ByteWriter()
        whole.append(saved[..<32])
        whole.append(uint64BE: UInt64(count))
        saved = whole.bytes
        var hash = try ResumableSHA256(resuming: saved)
        hash.update([UInt8](repeating: 1, count: 65))
        #expect(hash.count == UInt64(count) + 65)
        #expect(try ResumableSHA256(resuming: hash.saved).digest == hash.digest)
        // The length is part of the digest.
        var short = try ResumableSHA256(resuming: Array(saved[..<32]) + [0, 0, 0, 0, 0, 0, 0, 64])
        short.update([UInt8](repeating: 1, count: 65))
        #expect(short.digest != hash.digest)
    }

    @Test func whatWasNeverSavedIsRefused() throws {
        var hash = ResumableSHA256()
        hash.update([UInt8](repeating: 7, count: 100))
        let saved = hash.saved
        #expect(saved.count == 40 + 36)
        let empty = ResumableSHA256().saved
        let wrong: [[UInt8]] = [
            [], Array(saved.dropLast()), saved + [0], Array(saved.prefix(39)), Array(saved.prefix(40)),
            [1] + empty.dropFirst(),
            Array(empty.prefix(32)) + [UInt8](repeating: 0xff, count: 8) + [UInt8](repeating: 0, count: 63),
        ]
        for bytes in wrong {
            #expect(throws: CryptoError.self) { try ResumableSHA256(resuming: bytes) }
        }
    }

    /// Python's hashlib as a second implementation: the same bytes, cut at places from a seed.
    @Test func anotherImplementationAgrees() throws {
        let folder = try ScratchFolder()
        var random = SeededRandom(seed: 11)
        var expected = ""
        for number in 0..<200 {
            let bytes = random.block(Int.random(in: 0..<5_000, using: &random))
            try folder.write(bytes, to: "\(number)")
            var hash = ResumableSHA256()
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + Int.random(in: 1...400, using: &random))
                hash.update(Array(bytes[position..<end]))
                hash = try ResumableSHA256(resuming: hash.saved)
                position = end
            }
            expected += "\(hash.digest)"
        }
        let script = """
            import hashlib, sys
            files = [open(f"{sys.argv[1]}/{n}", "rb").read() for n in range(200)]
            print("shown", "".join(hashlib.sha256(f).hexdigest() for f in files))
            """
        let outcome = try Child("/usr/bin/python3", ["-c", script, folder.path]).finish()
        #expect(outcome == .shown(expected))
    }

    /// Two states that stand at any places, fed with pieces of any size, against the library alone.
    @Test func twoHashesAtOnceAreTheSameAsOneAfterTheOther() {
        var random = SeededRandom(seed: 21)
        for round in 0..<400 {
            let lead = random.block(Int(random.next() % 200))
            // Every other time both stand at the same place of a block.
            let otherLead = round % 2 == 0 ? random.block(lead.count + 64) : random.block(Int(random.next() % 200))
            var (one, other) = (ResumableSHA256(), ResumableSHA256())
            one.update(lead)
            other.update(otherLead)
            var (alone, otherAlone) = (one, other)
            for _ in 0..<3 {
                let piece = random.block(Int(random.next() % 1_000))
                piece.withUnsafeBytes { ResumableSHA256.update(&one, and: &other, with: $0) }
                alone.update(piece)
                otherAlone.update(piece)
            }
            #expect(one == alone && other == otherAlone, "round \(round)")
            #expect(one.digest == alone.digest && other.digest == otherAlone.digest, "round \(round)")
        }
    }
}
