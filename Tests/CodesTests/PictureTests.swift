// SPDX-License-Identifier: MIT
import Bytes
import Codes
import PeerSupport
import Barcodes
import TestSupport
import Testing

@Suite(.needsPeers) struct PictureTests {
    @Test func aPictureHasExactlyTheSizeAskedFor() throws {
        let peer = try OtherCodes()
        for symbology in Symbology.allCases {
            for (width, height) in [(300, 150), (1000, 500)] where symbology != .maxiCode || width == 1000 {
                let matrix = try symbology.sampleSymbol.drawn()
                let picture = try Picture(matrix, .pixels(width: width, height: height))
                let png = try TestPixels(picture.png(), peer)
                #expect((png.width, png.height) == (width, height))
                // The quiet zone stands, and the white besides it is shared out evenly.
                let dark = try #require(png.darkFrame)
                let (left, right) = (dark.x.lowerBound, width - dark.x.upperBound)
                let quiet = matrix.quietZone
                #expect(left >= quiet.left * picture.scale && right >= quiet.right * picture.scale)
                // Codabar ends and DataBar begins with a light module.
                #expect(abs(left - right - (quiet.left - quiet.right) * picture.scale) <= picture.scale + 1)
                #expect(abs(dark.y.lowerBound - (height - dark.y.upperBound)) <= 1)
            }
        }
    }

    @Test func everyModuleHasWholePixels() throws {
        let matrix = try Symbology.ean13.sampleSymbol.drawn()
        let picture = try Picture(matrix, .high)
        let png = try TestPixels(picture.png())
        let dark = try #require(png.darkFrame)
        for column in 0..<matrix.columns {
            for pixel in 0..<picture.scale {
                let x = dark.x.lowerBound + column * picture.scale + pixel
                #expect(png.isDark(x, 250) == matrix.isDark(column, 0))
            }
        }
        #expect(dark.x.count == matrix.columns * picture.scale)
    }

    @Test func aCodeThatIsLargerThanThePictureIsRefused() throws {
        let long = try Symbol(.code128, Array(String(repeating: "a", count: 60).utf8)).drawn()
        let error = #expect(throws: CodesError.self) { try Picture(long, .standard) }
        #expect(error?.code == .doesNotFit)
        #expect(error?.message.contains("\(long.fullWidth) by ") == true)
        #expect(throws: CodesError.self) { try Picture(try Symbology.maxiCode.sampleSymbol.drawn(), .standard) }
    }

    @Test(arguments: [(37.3, 300, 4), (37.3, 600, 8), (30.0, 300, 3), (80.0, 72, 2)])
    func aWidthOnPaperIsTheNearestThatWholePixelsAllow(width: Double, dotsPerInch: Int, scale: Int) throws {
        let picture = try Picture(
            try Symbology.ean13.sampleSymbol.drawn(), .millimetres(width: width, dotsPerInch: dotsPerInch))
        #expect(picture.scale == scale)
        let module = 25.4 / Double(dotsPerInch)
        #expect(abs(try #require(picture.widthMillimetres) - width) <= 113 * module / 2)
        #expect(picture.moduleMillimetres == Double(scale) * 25.4 / Double(dotsPerInch))
    }

    @Test func aPictureForPaperSaysHowLargeItsPixelsAre() throws {
        let matrix = try Symbology.qr.sampleSymbol.drawn()
        let png = try Picture(matrix, .millimetres(width: 30, dotsPerInch: 600)).png()
        // PNG (third edition), section 11.3.4.3: 600 dots an inch are 23,622 a metre.
        #expect(Array(png[33..<41]) == [0, 0, 0, 9] + Array("pHYs".utf8))
        #expect(Array(png[41..<50]) == [0, 0, 0x5C, 0x46, 0, 0, 0x5C, 0x46, 1])
        #expect(try TestPixels(png).width == Picture(matrix, .millimetres(width: 30, dotsPerInch: 600)).width)
        #expect(try Array(matrix.png()[37..<41]) != Array("pHYs".utf8))
    }

    @Test func modulesThatScannersRefuseAreSpokenOf() throws {
        let matrix = try Symbology.ean13.sampleSymbol.drawn()
        #expect(try Picture(matrix, .millimetres(width: 37.3, dotsPerInch: 300)).advice == nil)
        let advice = try Picture(matrix, .millimetres(width: 19, dotsPerInch: 300)).advice
        #expect(advice?.contains("29.8 to 74.6 mm wide") == true)
    }

    @Test func aWidthBelowAPixelAModuleIsRefused() throws {
        let matrix = try Symbology.ean13.sampleSymbol.drawn()
        let error = #expect(throws: CodesError.self) { try Picture(matrix, .millimetres(width: 4, dotsPerInch: 300)) }
        #expect(error?.code == .doesNotFit)
        #expect(error?.message.contains("9.6 mm") == true)
    }

    @Test func aPictureIsNotLargerThanMemoryAllows() throws {
        let matrix = try Symbology.qr.sampleSymbol.drawn()
        #expect(throws: CodesError.self) { try Picture(matrix, .scale(100_000)) }
        #expect(throws: CodesError.self) { try Picture(matrix, .millimetres(width: 2000, dotsPerInch: 4800)) }
        #expect(throws: CodesError.self) { try Picture(matrix, .pixels(width: 20_000, height: 20_000)) }
    }
}

extension Symbology {
    /// Something that the symbology can hold.
    var sampleSymbol: Symbol { Symbol(self, Array(sample.utf8)) }
}

/// The pixels of a PNG, as somebody else decodes them.
struct TestPixels {
    let width: Int
    let height: Int
    private let rows: [[Bool]]

    init(_ png: [UInt8], _ peer: OtherCodes? = nil) throws {
        rows = try (peer ?? OtherCodes()).pixels(png: Base64.encode(png))
        (width, height) = (rows[0].count, rows.count)
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { rows[y][x] }

    /// Where dark pixels are.
    var darkFrame: (x: Range<Int>, y: Range<Int>)? {
        let dark = rows.indices.filter { rows[$0].contains(true) }
        guard let top = dark.first, let bottom = dark.last else { return nil }
        let lefts = dark.compactMap { rows[$0].firstIndex(of: true) }
        let rights = dark.compactMap { rows[$0].lastIndex(of: true) }
        return (lefts.reduce(width, min)..<rights.reduce(0, max) + 1, top..<bottom + 1)
    }
}
