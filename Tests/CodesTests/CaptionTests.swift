// SPDX-License-Identifier: MIT
import Barcodes
import Codes
import PeerSupport
import Testing

/// K7: the text below a code in a PNG.
@Suite(.needsPeers)
struct CaptionTests {
    private static let sizes: [PictureSize] = [.scale(1), .scale(4), .millimetres(width: 50, dotsPerInch: 300)]

    @Test(arguments: [Symbology.code128, .ean13, .qr, .pdf417])
    func theCodeAboveACaptionIsTheSameToThePixel(symbology: Symbology) throws {
        let (matrix, peer) = (try symbology.sampleSymbol.drawn(), try OtherCodes())
        for size in Self.sizes {
            let (plain, captioned) = (try Picture(matrix, size), try Picture(matrix, size, caption: "4006381 Ä"))
            #expect(captioned.hasCaption && !plain.hasCaption && captioned.scale == plain.scale)
            let (code, whole) = (try TestPixels(plain.png(), peer), try TestPixels(captioned.png(), peer))
            #expect(whole.width >= code.width && whole.height > code.height)
            let left = (whole.width - code.width) / 2
            let differs = (0..<code.height).contains { y in
                (0..<whole.width).contains { x in
                    whole.isDark(x, y) != ((0..<code.width).contains(x - left) && code.isDark(x - left, y))
                }
            }
            #expect(!differs)
            let text = (code.height..<whole.height).reduce(0) { sum, y in
                sum + (0..<whole.width).count { whole.isDark($0, y) }
            }
            #expect(text > 20)
        }
    }

    @Test func anExactSizeStaysExact() throws {
        let matrix = try Symbology.code128.sampleSymbol.drawn()
        for size in [PictureSize.standard, .high] {
            let plain = try Picture(matrix, size)
            let picture = try Picture(matrix, size, caption: "0815")
            #expect(picture.hasCaption && (picture.width, picture.height) == (plain.width, plain.height))
        }
        // Without room for it there is no caption.
        let narrow = PictureSize.pixels(width: matrix.fullWidth, height: 100)
        #expect(try !Picture(matrix, narrow, caption: String(repeating: "W", count: 80)).hasCaption)
    }

    @Test func eachTextHasItsPictureAndOtherLettersHaveNone() throws {
        let matrix = try Symbology.qr.sampleSymbol.drawn()
        let texts = ["1", "7", "17", "1 7", "71", "ÄÖÜß", String(repeating: "9", count: 4000)]
        let pictures = try texts.map { try Picture(matrix, .scale(3), caption: $0).png() }
        #expect(Set(pictures).count == texts.count)
        for text in ["", "  ", "東京", "a\nb", "\u{80}", "a\u{301}"] {
            #expect(try !Picture(matrix, .scale(3), caption: text).hasCaption, "\(text)")
        }
    }
}
