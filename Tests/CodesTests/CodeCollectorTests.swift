// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import TestSupport
import Testing

/// What a camera sees, from the picture of a code to what all codes hold together.
struct CodeCollectorTests {
    private let scratch: ScratchFolder
    private let reader: CodeReader

    init() throws {
        scratch = try ScratchFolder()
        reader = try CodeReader.besideThisProgram()
    }

    /// Pictures are lost, come twice, in another order, damaged, with frames of somebody else's screen between them.
    @Test(arguments: [("x-satchel-document", 4_096), ("x-satchel-cards", 1_500)], [1, 2, 3] as [UInt64])
    func aChannelOfPicturesDelivers(_ what: (type: String, bytes: Int), seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let wanted = try UniformResource(type: what.type, cbor: random.bytes(what.bytes))
        let foreign = try UniformResource(type: "crypto-psbt", cbor: random.bytes(2_000))
        var sender = try ResourceSender(wanted)
        var other = try ResourceSender(foreign)
        var collector = CodeCollector(types: [what.type])
        var arrived: Delivery?
        var waiting: [[UInt8]] = []
        for _ in 0..<20 * sender.count where arrived == nil {
            let frame = Int.random(in: 0..<6, using: &random) == 0 ? other.next() : sender.next()
            let matrix = try QRCode.draw(frame.codeText, correction: .low)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: continue
            case 3: waiting.append(torn(matrix))
            case 4: waiting += [TestPNG(matrix).file, TestPNG(matrix).file]
            case 5: waiting.append(Array(TestPNG(matrix).file.dropLast(500)))
            default: waiting.append(TestPNG(matrix, inverted: Bool.random(using: &random)).file)
            }
            waiting.shuffle(using: &random)
            while waiting.count > 3, arrived == nil, let picture = waiting.popLast() {
                for text in codes(in: picture) { arrived = arrived ?? collector.take(text) }
            }
        }
        #expect(arrived == .resource(wanted))
    }

    /// The texts that a picture gives; none where it cannot be read.
    private func codes(in picture: [UInt8]) -> [String] {
        do {
            return try reader.texts(imageFile: try scratch.write(picture, to: "frame.png"))
        } catch {
            return []
        }
    }

    /// Taken while the screen changed: the lower half is another picture.
    private func torn(_ matrix: Matrix) -> [UInt8] {
        let side = matrix.fullWidth * 3
        let pixels = (0..<side * side).map { place in
            let (y, x) = place.quotientAndRemainder(dividingBy: side)
            return y < side / 2 ? (matrix.isDark(x / 3 - 4, y / 3 - 4) ? UInt8(0) : 255) : UInt8((x * y) & 0xFF)
        }
        return TestPNG(width: side, height: side, pixels: pixels).file
    }

    @Test func aStillCodeIsTakenWhenItIsWhatIsWaitedFor() {
        var collector = CodeCollector(types: []) { $0.hasPrefix("OW1") }
        #expect(collector.take("https://example.org/") == nil)
        #expect(collector.take("OW1P:ABC") == .text("OW1P:ABC"))
    }

    @Test func aSeriesOfTheOtherFormIsTaken() {
        var collector = CodeCollector(types: ["psbt"], isWantedFile: { $0 == "U" })
        #expect(collector.take("B$HU0201636F696E20616E64") == nil)
        #expect(collector.progress == 0.5)
        guard case .file(let file) = collector.take("b$hu0200636f696e20616e6420") else {
            Issue.record("the series did not arrive")
            return
        }
        #expect(String(decoding: file.bytes, as: UTF8.self) == "coin and coin and")
    }

    @Test func whatIsMissingIsSaid() throws {
        var collector = CodeCollector(types: ["psbt"], isWantedFile: { $0 == "P" })
        #expect(collector.shortage(of: "a PSBT").code == .noCode)
        #expect(collector.take("hello") == nil)
        #expect(collector.shortage(of: "a PSBT").code == .otherContent)
        #expect(collector.take("B$HJ0100636F696E20616E6420") == nil)
        #expect(collector.shortage(of: "a PSBT").message.contains("not a PSBT"))
        let cards = try UniformResource(type: "x-satchel-cards", cbor: [1, 2, 3])
        #expect(collector.take(cards.codeText) == nil)
        #expect(collector.take("ur:psbt/nonsense") == nil)
        #expect(collector.shortage(of: "a PSBT").code == .malformedResource)
        var sender = try ResourceSender(
            UniformResource(type: "psbt", cbor: [UInt8](repeating: 7, count: 900)), maximumFragmentBytes: 100)
        for _ in 0..<3 { #expect(collector.take(sender.next().text) == nil) }
        #expect(collector.shortage(of: "a PSBT").message.contains("33 % is there"))
    }
}
