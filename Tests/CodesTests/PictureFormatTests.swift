// SPDX-License-Identifier: MIT
import Codes
import PeerSupport
import Barcodes
import TestSupport
import Testing

/// K5: pictures as others make them: every format, way of storing pixels and way up.
@Suite(.needsPeers) struct PictureFormatTests {
    private let reader: CodeReader
    private let pictures: OtherPictures
    /// 400 by 300 pixels, a code in the upper left quarter.
    private let card: [UInt8]

    init() throws {
        reader = try CodeReader.besideThisProgram()
        pictures = try OtherPictures()
        card = try TestPNG.card("SATCHEL:UPRIGHT").file
    }

    @Test(
        arguments: [
            (OtherPictures.Form.jpeg, "L"), (.jpeg, "RGB"), (.jpeg, "CMYK"), (.progressive, "L"), (.progressive, "RGB"),
            (.webP, "RGB"), (.webP, "RGBA"), (.losslessWebP, "RGB"), (.losslessWebP, "RGBA"), (.png, "1"), (.png, "L"),
            (.png, "LA"), (.png, "P"), (.png, "RGB"), (.png, "RGBA"), (.png, "I;16"), (.bmp, "1"), (.bmp, "L"),
            (.bmp, "P"), (.bmp, "RGB"), (.bmp, "RGBA"), (.gif, "1"), (.gif, "L"), (.gif, "P"), (.gif, "RGBA"),
            (.interlacedGIF, "P"), (.animatedGIF, "P"), (.animatedWebP, "RGB"), (.animatedWebP, "RGBA"),
            (.partlyAnimatedWebP, "RGB"), (.partlyAnimatedWebP, "RGBA"), (.heic, "L"), (.heic, "RGB"), (.heic, "RGBA"),
            (.avif, "L"), (.avif, "RGB"), (.avif, "RGBA"), (.tiff, "1"), (.tiff, "L"), (.tiff, "P"), (.tiff, "RGB"),
            (.tiff, "RGBA"), (.tiff, "CMYK"), (.packedTIFF, "RGB"), (.faxTIFF, "1"),
        ])
    func everyWayOfStoringPixelsIsRead(form: OtherPictures.Form, mode: String) throws {
        let file = try pictures.made(of: card, as: form, mode: mode)
        #expect(try texts(file) == ["SATCHEL:UPRIGHT"])
        let png = try reader.picture(of: file, name: "card", longestSide: 4096)
        #expect(try pictures.size(png) == [400, 300])
        // Two shades make dots of the grey band.
        #expect(try pictures.difference(png, card) <= (mode == "1" ? 20 : 6))
    }

    @Test(arguments: [OtherPictures.Form.jpeg, .progressive, .webP, .losslessWebP, .png, .avif, .tiff], 1...8)
    func aPictureIsTurnedUpright(form: OtherPictures.Form, orientation: Int) throws {
        let file = try pictures.made(of: card, as: form, orientation: orientation)
        let found = try reader.session().read(image: file, name: "card")
        #expect(found.map(\.symbol.text) == ["SATCHEL:UPRIGHT"])
        let corners = try #require(found.first?.corners)
        #expect(corners.allSatisfy { 0..<200 ~= $0.x && 0..<150 ~= $0.y })
        #expect(corners[0].x < corners[1].x && corners[1].y < corners[2].y)
        let png = try reader.picture(of: file, name: "card", longestSide: 4096)
        #expect(try pictures.size(png) == [400, 300])
        #expect(try pictures.difference(png, card) <= 6)
        #expect(try pictures.notes(png) == 0)
    }

    @Test(arguments: [OtherPictures.Form.jpeg, .webP, .png, .tiff], [200, 150, 100, 40, 1])
    func aPictureIsScaledDownToTheLongestSide(form: OtherPictures.Form, side: Int) throws {
        let file = try pictures.made(of: card, as: form, orientation: 6)
        let png = try reader.picture(of: file, name: "card", longestSide: side)
        #expect(try pictures.size(png) == [side, max(1, side * 3 / 4)])
    }

    @Test(arguments: [OtherPictures.Form.png, .tiff], ["RGB", "RGBA"])
    func aJPEGIsMadeOfIt(form: OtherPictures.Form, mode: String) throws {
        let file = try pictures.made(of: card, as: form, mode: mode, orientation: 6)
        let made = try reader.made(of: file, name: "card", longestSide: 200, form: .jpeg(quality: 90))
        #expect(made.file.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(made.size.width == 200 && made.size.height == 150)
        #expect(made.sizeBefore.width == 400 && made.sizeBefore.height == 300)
        let png = try reader.picture(of: file, name: "card", longestSide: 200)
        #expect(try pictures.difference(made.file, png) <= 6)
        #expect(try pictures.size(made.file) == [200, 150])
    }

    @Test(arguments: [1, 2, 3, 5, 8, 9, 401]) func anInterlacedPictureIsRead(width: Int) throws {
        let height = 300
        var random = SeededRandom(seed: UInt64(width))
        let pixels =
            width > 300
            ? try TestPNG.card("SATCHEL:LACE", width: width, height: height).pixels
            : (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
        let laced = TestPNG(width: width, height: height, pixels: pixels, isInterlaced: true).file
        let plain = TestPNG(width: width, height: height, pixels: pixels).file
        if width > 300 { #expect(try texts(laced) == ["SATCHEL:LACE"]) }
        #expect(try pictures.difference(reader.picture(of: laced, name: "laced", longestSide: 4096), plain) == 0)
    }

    /// What the reader unpacks, one of each format.
    private static let forms: [OtherPictures.Form] = [
        .jpeg, .progressive, .webP, .losslessWebP, .animatedWebP, .png, .gif, .bmp,
    ]

    @Test(arguments: forms)
    func aFileCutShortAnywhereIsRefused(form: OtherPictures.Form) throws {
        let file = try pictures.made(of: card, as: form, orientation: Self.turns(form) ? 3 : 0)
        // Every length of the head, then steps through the pixels. JPEG ends in two bytes that say nothing.
        let step = max(97, file.count / 50)
        let lengths = Array(18..<80) + stride(from: 80, to: file.count - 2, by: step) + [file.count - 3]
        let session = reader.session()
        for count in lengths {
            let error = #expect(throws: CodesError.self) {
                try session.read(image: Array(file.prefix(count)), name: "card")
            }
            #expect(error?.code == .damagedImage, "\(count) of \(file.count) bytes")
        }
    }

    /// Whether Pillow writes a form's EXIF block.
    private static func turns(_ form: OtherPictures.Form) -> Bool {
        ![.gif, .bmp, .animatedWebP].contains(form)
    }

    @Test(arguments: forms)
    func spoiledBytesNeverChangeTheText(form: OtherPictures.Form) throws {
        var random = SeededRandom(seed: 12)
        let file = try pictures.made(of: card, as: form, orientation: Self.turns(form) ? 6 : 0)
        let session = reader.session()
        for _ in 0..<200 {
            var spoiled = file
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                spoiled[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let found = try session.read(image: spoiled, name: "card").map(\.symbol.text)
                #expect(found == ["SATCHEL:UPRIGHT"])
            } catch let error as CodesError {
                let reasons: [CodesError.Code] = [
                    .damagedImage, .noCode, .notAnImage, .imageTooLarge, .unsupportedFormat,
                ]
                #expect(reasons.contains(error.code), "\(error)")
            }
        }
    }

    @Test func aLargePhotoIsReadWhereTheCodeIsSmall() throws {
        // 12 megapixels, the code less than a hundredth of it.
        let small = try TestPNG.card("SATCHEL:SMALL", scale: 3, width: 200, height: 150).file
        let sheet = try pictures.sheet(with: small, as: .jpeg, width: 4000, height: 3000)
        let file = try pictures.made(of: sheet, as: .jpeg, mode: "L", orientation: 8)
        let found = try reader.session().read(image: file, name: "photo")
        #expect(found.map(\.symbol.text) == ["SATCHEL:SMALL"])
        #expect(found[0].corners.allSatisfy { 0..<300 ~= $0.x && 0..<300 ~= $0.y })
        let png = try reader.picture(of: file, name: "photo", longestSide: 1000)
        #expect(try pictures.size(png) == [1000, 750])
    }

    private func texts(_ file: [UInt8]) throws -> [String] {
        try reader.session().read(image: file, name: "card").map(\.symbol.text)
    }
}

extension TestPNG {
    /// A code near the upper left corner of a white card with a grey band at its foot.
    static func card(_ text: String, scale: Int = 4, width: Int = 400, height: Int = 300) throws -> TestPNG {
        let matrix = try QRCode.draw(text)
        var pixels = [UInt8](repeating: 255, count: width * height)
        for y in height * 9 / 10..<height {
            for x in 0..<width { pixels[y * width + x] = UInt8(64 + 128 * x / width) }
        }
        for y in 0..<matrix.fullHeight * scale {
            for x in 0..<matrix.fullWidth * scale
            where matrix.isDark(x / scale - matrix.quietZone.left, y / scale - matrix.quietZone.vertical) {
                pixels[(y + 8) * width + x + 8] = 0
            }
        }
        return TestPNG(width: width, height: height, pixels: pixels)
    }
}
