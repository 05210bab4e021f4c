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
        Array("GIF89a".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("RIFF1234WEBP".utf8),
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40],
    ])
    func anImageThatIsNoMoreThanItsFirstBytesIsDamaged(start: [UInt8]) throws {
        #expect(try failure(start + [UInt8](repeating: 0, count: 100)) == .damagedImage)
    }

    @Test func aGIFWithoutAFrameIsDamaged() throws {
        // A screen of 2 by 2 with two colours, and the end. GIF89a, sections 18 and 27.
        let file = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x3B]
        #expect(try failure(file) == .damagedImage)
    }

    @Test func aBMPWhosePixelsArePackedIsRefusedAsSuch() throws {
        // BI_RLE8 in a header of 40 bytes.
        var file = Array("BM".utf8) + [UInt8](repeating: 0, count: 52)
        for (place, value) in [(14, 40), (18, 2), (22, 2), (26, 1), (28, 8), (30, 1)] { file[place] = UInt8(value) }
        #expect(try failure(file) == .unsupportedFormat)
    }

    @Test(arguments: ["BMP", "GIF"]) func aHugeImageOfOtherFormatsIsRefusedByItsHeader(format: String) throws {
        var file = Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 100)
        if format == "BMP" {
            file = Array("BM".utf8) + [UInt8](repeating: 0, count: 112)
            for (place, value) in [(10, 54), (14, 40), (20, 0x10), (24, 0x10), (26, 1), (28, 32)] {
                file[place] = UInt8(value)
            }
        }
        #expect(try failure(file) == (format == "BMP" ? .damagedImage : .imageTooLarge))
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
