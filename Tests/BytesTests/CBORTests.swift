// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials
import TestSupport
import Testing

struct CBORTests {
    @Test func everyExampleOfTheStandardIsReadOrRefused() throws {
        let rows = try Self.appendixA()
        #expect(rows.count == 82)
        for row in rows {
            let bytes = try Hex.decode(row.hex)
            if row.isAccepted {
                #expect(try Item(decoding: bytes).encoded == bytes, "\(row.hex)")
                var reader = try CBORReader(bytes, maximumCount: 100)
                #expect(try reader.item() == bytes)
            } else {
                #expect(throws: BytesError.self, "\(row.hex)") { try Item(decoding: bytes) }
                #expect(throws: BytesError.self, "\(row.hex)") {
                    var reader = try CBORReader(bytes, maximumCount: 100)
                    try reader.skip()
                    try reader.finish()
                }
            }
        }
    }

    @Test(arguments: [
        "1800", "1817", "190018", "1900ff", "1a0000ffff", "1b00000000ffffffff", "5800", "780161", "980100",
    ])
    func aHeadLongerThanItsValueNeedsIsNotCanonical(hex: String) throws {
        let error = #expect(throws: BytesError.self) { try Item(decoding: Hex.decode(hex)) }
        #expect(error?.code == .notCanonical)
    }

    @Test(arguments: [
        "", "18", "1901", "1a010203", "1b01020304050607", "41", "4201", "6261", "8201", "81", "5affffffff",
    ])
    func anItemThatEndsEarlyIsTruncated(hex: String) throws {
        let error = #expect(throws: BytesError.self) { try Item(decoding: Hex.decode(hex)) }
        #expect(error?.code == (hex == "5affffffff" ? .tooLarge : .truncated))
    }

    @Test(arguments: ["1c", "1d", "1e", "1f", "5f4100ff", "7f6161ff", "9fff", "9f01ff", "ff", "5c", "9c"])
    func reservedAndIndefiniteHeadsAreRefused(hex: String) throws {
        #expect(throws: BytesError.self) { try Item(decoding: Hex.decode(hex)) }
    }

    @Test func theSmallestAndLargestOfEachWidthAreReadBack() throws {
        for value: UInt64 in [0, 23, 24, 255, 256, 65535, 65536, 0xFFFF_FFFF, 0x1_0000_0000, .max] {
            #expect(try Item(decoding: Item.uint(value).encoded) == .uint(value))
        }
        for count in [0, 23, 24, 255, 256, 3000] {
            let item = Item.bytes([UInt8](repeating: 7, count: count))
            #expect(try Item(decoding: item.encoded) == item)
        }
    }

    @Test func aHugeClaimedLengthAllocatesNothing() throws {
        for head in ["5b7fffffffffffffff", "7bffffffffffffffff", "9b7fffffffffffffff", "9bffffffffffffffff"] {
            var reader = try CBORReader(Hex.decode(head), maximumCount: 100)
            #expect(throws: BytesError.self) { try reader.skip() }
        }
    }

    @Test func boundsOfTheCallerHold() throws {
        #expect(throws: BytesError.self) { try CBORReader([0, 0], maximumCount: 1) }
        try Self.refuses("820102", .tooLarge) { _ = try $0.array(maximum: 1) }
        try Self.refuses("820102", .malformed) { try $0.array(of: 3) }
        try Self.refuses("1864", .tooLarge) { _ = try $0.uint(maximum: 99) }
        try Self.refuses("43010203", .tooLarge) { _ = try $0.bytes(maximum: 2) }
        try Self.refuses("43010203", .malformed) { _ = try $0.bytes(count: 4) }
        try Self.refuses("63616263", .tooLarge) { _ = try $0.text(maximum: 2) }
        try Self.refuses("63616263", .wrongType) { _ = try $0.bytes(maximum: 9) }
        try Self.refuses("f6", .wrongType) { _ = try $0.bool() }
        try Self.refuses("0000", .trailing) {
            _ = try $0.uint()
            try $0.finish()
        }
    }

    @Test(arguments: ["61ff", "62c328", "63eda080", "64f4908080", "62c080"])
    func textThatIsNotUTF8IsMalformed(hex: String) throws {
        try Self.refuses(hex, .malformed) { _ = try $0.text(maximum: 100) }
        try Self.refuses(hex, .malformed) { try $0.skip() }
    }

    @Test func nestingBeyondTheLimitIsRefusedWithoutRecursion() throws {
        let deepest = [UInt8](repeating: 0x81, count: CBORReader.maximumDepth) + [0x00]
        var reader = try CBORReader(deepest, maximumCount: 100)
        #expect(try reader.item() == deepest)
        let bomb = [UInt8](repeating: 0x81, count: 1_000_000) + [0x00]
        var bombReader = try CBORReader(bomb, maximumCount: bomb.count)
        let error = #expect(throws: BytesError.self) { try bombReader.skip() }
        #expect(error?.code == .tooLarge)
    }

    @Test func anItemIsReturnedAsReceivedAndTheNextFollows() throws {
        var reader = try CBORReader(Hex.decode("83018202f54103"), maximumCount: 100)
        try reader.array(of: 3)
        #expect(try reader.uint() == 1)
        #expect(try reader.item() == Hex.decode("8202f5"))
        #expect(try !reader.null())
        #expect(!reader.isAtEnd)
        #expect(try reader.bytes(count: 1) == [3])
        #expect(reader.isAtEnd)
        try reader.finish()
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func randomTreesSurviveWritingAndReading(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<40 {
            let item = Item.random(using: &generator)
            #expect(try Item(decoding: item.encoded) == item, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func whateverIsReadFromDamagedBytesIsWhatWouldBeWritten(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<40 {
            var bytes = Item.random(using: &generator).encoded
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let index = bytes.indices.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: index)
                }
            }
            // One value has one encoding, so anything accepted must be written in the very same bytes.
            do {
                #expect(try Item(decoding: bytes).encoded == bytes, "seed \(seed)")
            } catch is BytesError {}
        }
    }

    private static func refuses(
        _ hex: String, _ code: BytesError.Code, _ read: (inout CBORReader) throws -> Void
    ) throws {
        var reader = try CBORReader(Hex.decode(hex), maximumCount: 100)
        let error = #expect(throws: BytesError.self) { try read(&reader) }
        #expect(error?.code == code)
    }

    private static func appendixA() throws -> [(isAccepted: Bool, hex: String)] {
        let path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let text = try String(contentsOfFile: "/\(path)/Vectors/rfc8949-appendix-a.txt", encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let words = line.split(separator: " ")
            return (words[0] == "accept", String(words[1]))
        }
    }
}
