// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Barcodes
import Testing
import TestSupport

struct LinearScanTests {
    private func texts(_ image: GreyImage, _ effort: Scan.Effort = .photo) -> [String] {
        Scan(image, effort: effort).sightings().map { String(decoding: $0.symbol.bytes, as: UTF8.self) }
    }

    @Test(arguments: GeneratedCodes.symbologies)
    func everySymbologyIsReadFromAPicture(symbology: Symbology) throws {
        var codes = GeneratedCodes(seed: 3)
        for number in 0..<6 {
            let symbol = try codes.next(symbology)
            var paper = Paper(900, 260)
            try paper.lay(Bars(symbol), at: (450, 130), pitch: 2, degrees: Double(number % 3) - 1)
            #expect(Scan(paper.image, effort: .frame).sightings().map(\.symbol) == [symbol])
        }
    }

    @Test(arguments: Array(stride(from: 0, to: 360, by: 5)))
    func aCodeIsReadAtEveryAngle(degrees: Int) throws {
        var paper = Paper(480, 480)
        try paper.lay(Bars(.ean13, "4006381333931"), at: (240, 240), degrees: Double(degrees))
        let sightings = Scan(paper.image, effort: .frame).sightings()
        #expect(sightings.map(\.symbol.bytes) == [Array("4006381333931".utf8)])
        // The corners turn with the code: the first is its own upper left.
        let corners = try #require(sightings.first).corners
        let along = (x: corners[1].x - corners[0].x, y: corners[1].y - corners[0].y)
        #expect(abs((along.x * along.x + along.y * along.y).squareRoot() - 285) < 8)
        #expect(corners.allSatisfy { abs($0.x - 240) < 190 && abs($0.y - 240) < 190 })
    }

    @Test func lightOnDarkIsRead() throws {
        var paper = Paper(480, 200, grey: 40)
        try paper.lay(Bars(.ean13, "4006381333931"), at: (240, 100), ink: 220, ground: 40)
        let sighting = try #require(Scan(paper.image, effort: .frame).sightings().first)
        #expect(sighting.isInverted)
        #expect(sighting.symbol.bytes == Array("4006381333931".utf8))
    }

    @Test func severalCodesAreFoundInOnePicture() throws {
        var paper = Paper(900, 700)
        try paper.lay(Bars(.ean13, "4006381333931"), at: (220, 120), length: 80)
        try paper.lay(Bars(.code128, "Satchel"), at: (220, 400), pitch: 2, length: 80, degrees: 40)
        try paper.lay(Bars(.itf, "12345678901231"), at: (650, 400), pitch: 2, length: 80, degrees: 90)
        try paper.lay(Bars(.code39, "CARD-7"), at: (620, 100), pitch: 2, length: 80)
        #expect(Set(texts(paper.image)) == ["4006381333931", "Satchel", "12345678901231", "CARD-7"])
        #expect(Scan(paper.image, limit: 2).sightings().count == 2)
    }

    /// One above the other, near enough to look like one set of bars.
    @Test func codesInAStackAreToldApart() throws {
        var paper = Paper(480, 400)
        try paper.lay(Bars(.ean13, "4006381333931"), at: (240, 100), length: 100)
        try paper.lay(Bars(.ean13, "9780201379624"), at: (240, 230), length: 100)
        #expect(Set(texts(paper.image)) == ["4006381333931", "9780201379624"])
    }

    @Test func noiseAndFaintInkAreAveragedAway() throws {
        var noisy = Paper(640, 300)
        try noisy.lay(Bars(.ean13, "4006381333931"), at: (320, 150), pitch: 4, length: 200, degrees: 33)
        noisy.shake(60, seed: 5)
        #expect(texts(noisy.image, .frame) == ["4006381333931"])
        var faint = Paper(640, 300, grey: 200)
        try faint.lay(Bars(.code128, "Satchel"), at: (320, 150), pitch: 3, length: 200, ink: 192, ground: 200)
        #expect(texts(faint.image, .frame) == ["Satchel"])
    }

    @Test(arguments: [Scan.Effort.frame, .photo])
    func picturesWithoutACodeSayNothing(effort: Scan.Effort) throws {
        var pictures: [GreyImage] = []
        func picture(_ width: Int, _ height: Int, _ grey: (Int, Int) -> Int) {
            pictures.append(
                GreyImage(
                    width: width, height: height,
                    pixels: (0..<width * height).map { UInt8(truncatingIfNeeded: grey($0 % width, $0 / width)) }))
        }
        for period in [2, 3, 5, 8, 13] {
            picture(400, 300) { x, _ in x % period < (period + 1) / 2 ? 30 : 220 }
            picture(400, 300) { x, y in (x + y) % period < period / 2 ? 30 : 220 }
            picture(400, 300) { x, y in (x / period + y / period) % 2 == 0 ? 30 : 220 }
        }
        picture(1, 1) { _, _ in 7 }
        picture(4000, 1) { x, _ in x % 3 == 0 ? 0 : 255 }
        picture(1, 4000) { _, y in y % 3 == 0 ? 0 : 255 }
        picture(17, 9) { x, _ in x % 2 * 255 }
        picture(300, 300) { x, y in x * y }
        picture(300, 300) { x, y in x * x + y * y }
        var random = SeededRandom(seed: 6)
        for _ in 0..<4 { picture(320, 240) { _, _ in Int.random(in: 0...255, using: &random) } }
        // Bars of random widths are no code, whatever they look like.
        for _ in 0..<40 {
            let bars = (0..<80).map { _ in Bool.random(using: &random) }
            picture(400, 120) { x, _ in (20..<360).contains(x) && bars[(x - 20) / 4 % 80] ? 30 : 220 }
        }
        let qr = try Symbol(.qr, Array("A code of squares is not one of bars.".utf8)).drawn()
        picture(300, 300) { x, y in qr.isDark(x / 5 - 8, y / 5 - 8) ? 30 : 220 }
        let linear = Scan.readable.subtracting([.qr])
        for image in pictures {
            #expect(Scan(image, for: linear, effort: effort).sightings().isEmpty, "\(image.width)x\(image.height)")
        }
    }

    @Test func aHugePictureIsSearched() throws {
        var paper = Paper(640, 300)
        try paper.lay(Bars(.ean13, "4006381333931"), at: (320, 150))
        let small = paper.image
        let (width, height) = (4000, 3000)
        var pixels = [UInt8](repeating: 128, count: width * height)
        for y in 0..<300 {
            pixels.replaceSubrange(
                (y + 1500) * width + 900..<(y + 1500) * width + 1540, with: small.pixels[y * 640..<(y + 1) * 640])
        }
        #expect(texts(GreyImage(width: width, height: height, pixels: pixels)) == ["4006381333931"])
    }
}
