// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Barcodes
import SyntheticPhotos
import Testing
import TestSupport

struct QRScanTests {
    private let symbol = Symbol(.qr, Array("satchel:card/4006381333931".utf8), correction: .qr(.medium))

    private func seen(_ image: GreyImage, _ effort: Scan.Effort = .frame, limit: Int = 16) -> [Sighting] {
        Scan(image, for: [.qr], effort: effort, limit: limit).sightings()
    }

    @Test(arguments: [1, 2, 3, 7, 16])
    func aCodeIsReadAtEverySize(pitch: Int) throws {
        let canvas = try Canvas.of(symbol, pitch: pitch)
        #expect(seen(canvas.image, .photo).map(\.symbol) == [symbol])
    }

    @Test func aCodeIsReadTurnedMirroredAndInverted() throws {
        var canvas = try Canvas.of(symbol)
        for _ in 0..<4 {
            #expect(seen(canvas.image).map(\.symbol) == [symbol])
            #expect(seen(canvas.mirrored.image).map(\.symbol) == [symbol])
            let inverted = seen(canvas.inverted.image)
            #expect(inverted.map(\.symbol) == [symbol])
            #expect(inverted.first?.isInverted == true)
            canvas = canvas.turned
        }
    }

    @Test func theCornersAreThoseOfTheCode() throws {
        let canvas = try Canvas.of(symbol)
        let far = Double(canvas.width - 16)
        let corners = try #require(seen(canvas.image).first).corners
        let places: [(x: Double, y: Double)] = [(16, 16), (far, 16), (far, far), (16, far)]
        for (corner, place) in zip(corners, places) {
            #expect(abs(corner.x - place.x) < 1.5 && abs(corner.y - place.y) < 1.5)
        }
        // The first corner stays the code's own upper left.
        let turned = try #require(seen(canvas.turned.image).first).corners
        #expect(abs(turned[0].x - far) < 1.5 && abs(turned[0].y - 16) < 1.5)
    }

    @Test func severalCodesInOnePictureAreAllFoundEachOnce() throws {
        let symbols = (1...4).map { Symbol(.qr, Array("Code number \($0)".utf8), correction: .qr(.medium)) }
        var canvas = Canvas(900, 700)
        for (index, symbol) in symbols.enumerated() {
            let matrix = try symbol.drawn()
            canvas.lay(matrix.columns, at: (60 + index % 2 * 420, 60 + index / 2 * 320), pitch: 5 + index) {
                matrix.isDark($0, $1)
            }
        }
        let sightings = seen(canvas.image, .photo)
        #expect(Set(sightings.map(\.symbol)) == Set(symbols))
        #expect(sightings.count == symbols.count)
        #expect(seen(canvas.image, .photo, limit: 2).count == 2)
    }

    @Test(arguments: [
        "clean", "rotate 30", "tilt 65", "noise 60", "contrast 0.03", "light slope 0.12", "jpeg 10", "inverted",
    ])
    func photosAreReadAtAGlance(name: String) throws {
        let gallery = Gallery(seed: 11)
        let setting = try #require(Setting.all.first { $0.name == name })
        let shot = try gallery.shot(of: .qr57, in: setting, number: 0)
        #expect(seen(shot.image).map(\.symbol.bytes) == [shot.symbol.bytes])
    }

    /// Nothing to see, and shapes that look like targets: no text, no crash, and an end.
    @Test(arguments: Hostile.allCases)
    func picturesWithoutACodeShowNone(kind: Hostile) {
        for effort in [Scan.Effort.frame, .photo] {
            #expect(seen(kind.image, effort).isEmpty)
        }
    }

    enum Hostile: CaseIterable {
        case onePixel, oneRow, oneColumn, black, white, noise, stripes, checks, targets

        var image: GreyImage {
            switch self {
            case .onePixel: GreyImage(width: 1, height: 1, pixels: [0])
            case .oneRow: made(3_000, 1) { x, _ in x % 7 < 3 ? 0 : 255 }
            case .oneColumn: made(1, 3_000) { _, y in y % 7 < 3 ? 0 : 255 }
            case .black: made(400, 300) { _, _ in 0 }
            case .white: made(400, 300) { _, _ in 255 }
            case .noise: noise
            case .stripes: made(800, 600) { x, _ in [0, 255, 0, 0, 0, 255, 0, 255][x / 2 % 8] }
            case .checks: made(800, 600) { x, y in (x / 3 + y / 3) % 2 == 0 ? 0 : 255 }
            case .targets:
                // As many finder patterns as fit.
                made(960, 720) { x, y in
                    let ring = max(abs(x / 2 % 9 - 4), abs(y / 2 % 9 - 4))
                    return ring == 2 || ring == 4 ? 255 : 0
                }
            }
        }

        private var noise: GreyImage {
            var random = SeededRandom(seed: 2)
            return GreyImage(width: 640, height: 480, pixels: random.bytes(640 * 480))
        }

        private func made(_ width: Int, _ height: Int, _ grey: (Int, Int) -> UInt8) -> GreyImage {
            GreyImage(
                width: width, height: height,
                pixels: (0..<width * height).map { grey($0 % width, $0 / width) })
        }
    }
}
