// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Crypto
import Testing

struct UniformResourceTests {
    let vectors: UniformResourceVectors

    init() throws { vectors = try UniformResourceVectors.load() }

    @Test func bytewordsMatchAnotherImplementation() throws {
        let short: [UInt8] = [0, 1, 2, 128, 255]
        #expect(Bytewords.encode(short, style: .standard) == "able acid also lava zoom jade need echo taxi")
        #expect(Bytewords.encode(short, style: .uri) == "able-acid-also-lava-zoom-jade-need-echo-taxi")
        #expect(Bytewords.encode(short, style: .minimal) == "aeadaolazmjendeoti")
        let long = try Hex.decode(vectors.bytewordsBytes)
        #expect(Bytewords.encode(long, style: .standard) == vectors.bytewordsStandard)
        #expect(Bytewords.encode(long, style: .minimal) == vectors.bytewordsMinimal)
    }

    @Test(arguments: Bytewords.Style.allCases)
    func bytewordsAreReadInBothCases(style: Bytewords.Style) throws {
        let all = (0...255).map { UInt8($0) }
        let text = Bytewords.encode(all, style: style)
        #expect(try Bytewords.decode(text, style: style) == all)
        #expect(try Bytewords.decode(text.uppercased(), style: style) == all)
    }

    static let damaged: [(String, Bytewords.Style)] = [
        ("able acid also lava zero jade need echo wolf", .standard),
        ("able-acid-also-lava-zero-jade-need-echo-wolf", .uri),
        ("aeadaolazojendeowf", .minimal), ("wolf", .standard), ("", .standard), ("", .minimal),
        ("able acid also lava zoom jade need echo taxi ", .standard),
        ("able-acid also-lava zoom-jade need-echo taxi", .standard),
        ("abxe acid also lava zoom jade need echo taxi", .standard), ("aeadaolazmjendeot", .minimal),
        ("aeadaolazmjendeozz", .minimal), ("äeadaolazmjendeot", .minimal),
    ]

    @Test(arguments: damaged)
    func damagedBytewordsAreRefused(text: String, style: Bytewords.Style) {
        #expect(throws: CodesError.self) { try Bytewords.decode(text, style: style) }
    }

    @Test func aResourceInOneCodeMatchesAnotherImplementation() throws {
        let resource = try UniformResource(type: "bytes", cbor: UniformResourceVectors.cbor(vectors.message50))
        #expect(resource.text == vectors.single)
        #expect(try UniformResource(parsing: vectors.single) == resource)
        #expect(try UniformResource(parsing: resource.codeText) == resource)
    }

    @Test func partsOfAnAnimatedCodeMatchAnotherImplementation() throws {
        let resource = try UniformResource(type: "bytes", cbor: UniformResourceVectors.cbor(vectors.message256))
        let encoder = try FountainEncoder(resource.cbor, maximumFragmentBytes: 30)
        let frames = (1...20).map { ResourceFrame.part(type: "bytes", encoder.part($0)) }
        #expect(frames.map(\.text) == vectors.parts)
        #expect(try vectors.parts.map { try ResourceFrame(parsing: $0) } == frames)
        #expect(try vectors.parts.map { try ResourceFrame(parsing: $0.uppercased()) } == frames)
    }

    @Test func partsAsRecordsMatchAnotherImplementation() throws {
        let encoder = try FountainEncoder(Hex.decode(vectors.message256), maximumFragmentBytes: 30)
        #expect((1...20).map { Hex.encode(encoder.part($0).cbor) } == vectors.fountainParts)
    }

    @Test func longStreamsMatchAnotherImplementation() throws {
        for stream in vectors.streams {
            let encoder = try FountainEncoder(stream.message, maximumFragmentBytes: stream.maximumFragmentBytes)
            #expect(encoder.stream.count == stream.fragments)
            let parts = (1...stream.parts).map { encoder.part($0).cbor }
            #expect(SHA256.hash(parts).description == stream.sha256, "\(stream.fragments) fragments")
        }
    }

    @Test func aSenderNeverShowsAMixtureOfOneFragment() throws {
        var encoder = try FountainEncoder((0..<256).map { UInt8($0) }, maximumFragmentBytes: 30)
        let plain = (1...9).map { encoder.part($0) }
        #expect((1...9).map { _ in encoder.next() } == plain)
        let fragments = Set(plain.map(\.fragment))
        var last: UInt32 = 9
        for _ in 0..<500 {
            let part = encoder.next()
            #expect(!fragments.contains(part.fragment))
            // What was left out is what repeats a fragment.
            for skipped in last + 1..<part.number { #expect(fragments.contains(encoder.part(skipped).fragment)) }
            last = part.number
        }
    }

    @Test func aSmallResourceStandsStill() throws {
        let resource = try UniformResource(type: "psbt", cbor: [0x41, 7])
        var sender = try ResourceSender(resource)
        #expect(sender.count == 1)
        #expect(sender.next() == .whole(resource))
        #expect(sender.next() == .whole(resource))
    }

    @Test(arguments: [
        "", "ur:", "ur:bytes", "ur:bytes/", "bytes/aeadaolazmjendeoti", "ur:by_tes/aeadaolazmjendeoti",
        "ur:/aeadaolazmjendeoti", "ur:bytes/aeadaolazmjendeoti/", "ur:bytes/1-2/aeadaolazmjendeoti",
        "ur:bytes/1-9/lpadascfadaxcyktcwonlghdcahkadaeuyseqzsoaezmvelghghphlonswetaaaddaynhlpfzefmdkgagrkondpsgecw/x",
        "ur:bytes/2-9/lpadascfadaxcyktcwonlghdcahkadaeuyseqzsoaezmvelghghphlonswetaaaddaynhlpfzefmdkgagrkondpsgecw",
        "ur:bytes/01-9/lpadascfadaxcyktcwonlghdcahkadaeuyseqzsoaezmvelghghphlonswetaaaddaynhlpfzefmdkgagrkondpsgecw",
    ])
    func whatIsNoResourceIsRefused(text: String) {
        #expect(throws: CodesError.self) { try ResourceFrame(parsing: text) }
    }

    @Test func oneFrameIsNoWholeResource() {
        let error = #expect(throws: CodesError.self) { try UniformResource(parsing: vectors.parts[3]) }
        #expect(error?.code == .severalFrames)
    }

    /// Number, count of parts, bytes of the message, bytes of the fragment.
    static let hostileParts: [[UInt64]] = [
        // Number 0; no parts; too many parts; too long; parts that do not fit the length.
        [0, 9, 256, 29], [1, 0, 0, 29], [1, 2_049, 20_490, 10], [1, 2, 1_048_578, 524_289], [1, 9, 262, 29],
        [1, 9, 232, 29], [1, 9, 0, 29], [1, 1, 1, 0], [1, 4_294_967_295, 4_294_967_295, 1],
    ]

    @Test(arguments: hostileParts)
    func aFrameThatContradictsItselfOrAsksForTooMuchIsRefused(numbers: [UInt64]) {
        var writer = CBORWriter()
        writer.array(5)
        for value in numbers.prefix(3) + [1] { writer.uint(value) }
        writer.bytes([UInt8](repeating: 1, count: Int(numbers[3])))
        #expect(throws: CodesError.self) { try FountainPart(cbor: writer.encoded) }
    }

    @Test func aTypeHasSmallLettersDigitsAndHyphens() throws {
        for type in ["", "Psbt", "ps bt", "ps/bt", "psbt\u{301}", String(repeating: "a", count: 65)] {
            #expect(throws: CodesError.self) { try UniformResource(type: type, cbor: [0]) }
        }
        #expect(throws: CodesError.self) { try UniformResource(type: "psbt", cbor: []) }
        #expect(throws: CodesError.self) {
            try UniformResource(type: "psbt", cbor: [UInt8](repeating: 0, count: 1 << 20 + 1))
        }
        #expect(try UniformResource(type: "x-cards2", cbor: [0]).text.hasPrefix("ur:x-cards2/"))
    }
}
