// SPDX-License-Identifier: MIT
import Codes
import TestSupport
import Testing

@Suite struct CodeReaderTests {
    private let scratch: ScratchFolder
    private let reader: CodeReader

    init() throws {
        scratch = try ScratchFolder()
        reader = try CodeReader.besideThisProgram()
    }

    @Test func whatIsDrawnIsRead() throws {
        var random = SeededRandom(seed: 3)
        for count in [6, 40, 150, 424, 900, 1740, 2600] {
            for scale in [2, 5, 10] {
                let text = String.samplePayment(count: count, using: &random)
                let path = scratch.file("\(count)-\(scale).png")
                try QRCode.draw(text).write(to: path, scale: scale)
                #expect(try reader.text(imageFile: path) == text)
            }
        }
    }

    @Test(arguments: ["Grüße aus Zürich", "支払い 12.50", "Привет", "👋🏽 hello", "lower case, and a\ttab"])
    func textsOfAnyAlphabetAreRead(text: String) throws {
        let path = scratch.file("text.png")
        try QRCode.draw(text).write(to: path)
        #expect(try reader.text(imageFile: path) == text)
    }

    @Test func aLightCodeOnDarkGroundIsRead() throws {
        let matrix = try QRCode.draw("OW1P:INVERTED")
        let path = try scratch.write(TestPNG(matrix, inverted: true).file, to: "inverted.png")
        #expect(try reader.texts(imageFile: path) == ["OW1P:INVERTED"])
    }

    @Test func severalCodesAreAllReadOrRefused() throws {
        let sheet = TestPNG(besides: try QRCode.draw("OW1P:ONE"), try QRCode.draw("OW1Q:TWO"))
        let path = try scratch.write(sheet.file, to: "two.png")
        #expect(try Set(reader.texts(imageFile: path)) == ["OW1P:ONE", "OW1Q:TWO"])
        let error = #expect(throws: CodesError.self) { try reader.text(imageFile: path) }
        #expect(error?.code == .severalCodes)
    }

    @Test func theSameCodeTwiceIsOneText() throws {
        let matrix = try QRCode.draw("OW1P:ONE")
        let path = try scratch.write(TestPNG(besides: matrix, matrix).file, to: "twice.png")
        #expect(try reader.text(imageFile: path) == "OW1P:ONE")
    }

    @Test func anImageWithoutACodeSaysSo() throws {
        let blank = TestPNG(width: 200, height: 200, pixels: [UInt8](repeating: 200, count: 40_000))
        #expect(try failure(blank.file) == .noCode)
    }

    @Test(arguments: [
        ("an empty file", []), ("words", Array("not an image\n".utf8)), ("zeros", [UInt8](repeating: 0, count: 5000)),
    ])
    func aFileThatIsNoImageSaysSo(name: String, bytes: [UInt8]) throws {
        #expect(try failure(bytes) == .notAnImage)
    }

    @Test(arguments: [
        Array("GIF89a".utf8), Array("BM".utf8), Array("%PDF-1.4".utf8), [0x49, 0x49, 0x2A, 0x00],
        [0, 0, 0, 0x18] + Array("ftypheic".utf8),
    ])
    func anImageOfAnotherFormatIsRefusedAsSuch(start: [UInt8]) throws {
        #expect(try failure(start + [UInt8](repeating: 0, count: 100)) == .unsupportedFormat)
    }

    @Test func aPNGCutShortAnywhereIsRefused() throws {
        let png = try QRCode.draw("OW1P:TRUNCATED").png()
        for count in stride(from: 8, to: png.count - 12, by: 23) {
            #expect(try failure([UInt8](png.prefix(count))) == .damagedImage)
        }
    }

    @Test func aHugeImageIsRefusedByItsHeader() throws {
        for (width, height) in [(100_000, 100_000), (1, 50_000_001), (Int(Int32.max), Int(Int32.max))] {
            #expect(try failure(TestPNG(width: width, height: height, pixels: []).file) == .imageTooLarge)
        }
    }

    @Test func aHeaderThatPromisesMoreThanTheFileHoldsIsRefused() throws {
        #expect(try failure(TestPNG(width: 7000, height: 7000, pixels: [1, 2, 3]).file) == .damagedImage)
    }

    @Test func aFileBeyondTheBoundIsNotHandedOn() throws {
        let bytes = [UInt8](repeating: 0, count: CodeReader.maximumImageBytes + 1)
        #expect(try failure(bytes) == .imageTooLarge)
    }

    @Test func aPathThatIsNoFileSaysSo() {
        for path in ["/nowhere/code.png", "/tmp", "/dev/zero"] {
            let error = #expect(throws: CodesError.self) { try reader.read(imageFile: path) }
            #expect(error?.code == .cannotOpenImage)
            #expect(error?.message.contains(path) == true)
        }
    }

    private func failure(_ bytes: [UInt8]) throws -> CodesError.Code? {
        let path = try scratch.write(bytes, to: "bad.png")
        return #expect(throws: CodesError.self) { try reader.read(imageFile: path) }?.code
    }
}
