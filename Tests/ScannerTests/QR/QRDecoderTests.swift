// SPDX-License-Identifier: MIT
import Codes
import PeerSupport
import Scanner
import Barcodes
import Testing
import TestSupport

struct QRDecoderTests {
    private func reading(_ drawing: OtherQRWriter.Drawing) throws -> QRReading? {
        let version = try #require(QRVersion(side: drawing.side))
        var decoder = QRDecoder()
        return decoder.read(ModuleGrid(version, isDark: drawing.isDark))
    }

    private static let levels: [(Character, QRCorrection)] = [
        ("L", .low), ("M", .medium), ("Q", .quartile), ("H", .high),
    ]

    @Test(.needsPeers, arguments: Array(QRVersion.all))
    func everyVersionAndLevelIsReadAsOthersDrawIt(number: Int) throws {
        let writer = try OtherQRWriter()
        for (letter, level) in Self.levels {
            let version = try #require(QRVersion(number))
            let blocks = version.blocks(level)
            let capacity = (0..<blocks.count).reduce(0) { $0 + blocks.dataCodewords($1) }
            // Mode and count take three bytes at most, so this fills the code but for a little padding.
            let text = String((0..<max(1, capacity - 4)).map { Character(Unicode.Scalar(UInt8(97 + $0 * 7 % 26))) })
            let drawing = try #require(
                try writer.draw(text, version: number, level: letter, mask: (number + level.rawValue) % 8).first)
            let reading = try #require(try reading(drawing))
            #expect(reading.symbol == Symbol(.qr, Array(text.utf8), correction: .qr(level)))
            #expect(reading.version == version)
            #expect(reading.damage == 0)
        }
    }

    @Test(.needsPeers, arguments: 0..<8)
    func everyMaskIsTakenOff(mask: Int) throws {
        let writer = try OtherQRWriter()
        for number in [1, 2, 7, 14, 40] {
            let drawing = try #require(try writer.draw("MASKED", version: number, level: "M", mask: mask).first)
            #expect(try reading(drawing)?.content.bytes == Array("MASKED".utf8))
        }
    }

    @Test(.needsPeers, arguments: [1, 9, 10, 26, 27, 40])
    func countsAreReadInTheWidthsOfTheVersion(number: Int) throws {
        let writer = try OtherQRWriter()
        for (text, mode) in [
            ("1", "numeric"), ("12", "numeric"), ("12345670", "numeric"), ("A", "alphanumeric"),
            ("AB-$%: /.", "alphanumeric"), ("z", "byte"),
        ] {
            let drawing = try #require(try writer.draw(text, version: number, mode: mode).first)
            #expect(try reading(drawing)?.content.bytes == Array(text.utf8))
        }
    }

    @Test(.needsPeers) func kanjiComesOutAsShiftJIS() throws {
        let drawing = try #require(try OtherQRWriter().draw("点茗", mode: "kanji").first)
        let content = try #require(try reading(drawing)).content
        // ISO/IEC 18004, section 7.4.6, has these two as its example.
        #expect(content.bytes == [0x93, 0x5F, 0xE4, 0xAA])
        #expect(content.eci == 20)
    }

    @Test(
        .needsPeers, arguments: [("utf-8", 26, "Žluťoučký"), ("iso-8859-7", 9, "Ωμέγα"), ("iso-8859-2", 4, "Straße")])
    func aStatedCharacterSetIsKept(encoding: String, eci: Int, text: String) throws {
        let drawing = try #require(try OtherQRWriter().draw(text, mode: "byte", encoding: encoding).first)
        let symbol = try #require(try reading(drawing)).symbol
        #expect(symbol.eci == eci)
        if encoding == "utf-8" { #expect(symbol.bytes == Array(text.utf8)) }
        #expect(symbol.bytes.count >= text.count)
    }

    @Test(.needsPeers) func aSeriesTellsItsPlaceAndParity() throws {
        let text = String(repeating: "One text in several codes. ", count: 12)
        let drawings = try OtherQRWriter().draw(text, parts: 5)
        let contents = try drawings.map { try #require(try reading($0)).content }
        #expect(contents.compactMap(\.part?.index) == Array(0..<contents.count))
        #expect(Set(contents.compactMap(\.part?.count)) == [contents.count])
        #expect(contents.flatMap(\.bytes) == Array(text.utf8))
        // Section 8.3: the parity is that of the whole text.
        #expect(Set(contents.compactMap(\.part?.parity)) == [text.utf8.reduce(0, ^)])
    }

    @Test(arguments: QRCorrection.allCases)
    func whatLibzintDrawsIsReadWithItsMarks(level: QRCorrection) throws {
        for (text, eci, isGS1) in [
            ("4006381333931", nil, false), ("SATCHEL-7:A", nil, false), ("Grüße, πρόσωπο", 26, false),
            ("010400638133393110AB%1\u{1D}21X", nil, true),
        ] as [(String, Int?, Bool)] {
            let symbol = Symbol(.qr, Array(text.utf8), eci: eci, isGS1: isGS1, correction: .qr(level))
            let matrix = try symbol.drawn()
            let isDark = (0..<matrix.columns * matrix.columns).map {
                matrix.isDark($0 % matrix.columns, $0 / matrix.columns)
            }
            var decoder = QRDecoder()
            let grid = ModuleGrid(try #require(QRVersion(side: matrix.columns)), isDark: isDark)
            let straight = decoder.read(grid)
            #expect(straight?.symbol == symbol)
            let mirrored = decoder.read(grid.transposed)
            #expect(mirrored?.symbol == symbol)
            #expect(mirrored?.isMirrored == true)
        }
    }

    @Test func modulesInDoubtAreErasedAndAsMuchAsTheWholeCheckIsMadeUp() throws {
        var random = SeededRandom(seed: 5)
        let symbol = Symbol(
            .qr, random.bytes(400).map { 0x61 + $0 % 26 }, correction: .qr(.quartile))
        let matrix = try symbol.drawn()
        let version = try #require(QRVersion(side: matrix.columns))
        var grid = ModuleGrid(
            version,
            isDark: (0..<matrix.columns * matrix.columns).map {
                matrix.isDark($0 % matrix.columns, $0 / matrix.columns)
            })
        // A band of light over a fifth of the code: twice what correction without known places could do in those blocks.
        for y in 30..<30 + version.side / 4 { for x in 10..<version.side { grid.darkness[y * version.side + x] = 0 } }
        var decoder = QRDecoder()
        let reading = decoder.read(grid)
        #expect(reading?.symbol == symbol)
        #expect((reading?.damage ?? 0) > 0.15)
    }

    @Test func noiseIsNeverRead() {
        var random = SeededRandom(seed: 8)
        for number in [1, 2, 3, 7] {
            guard let version = QRVersion(number) else { continue }
            var decoder = QRDecoder()
            for _ in 0..<1_000 {
                let darkness = (0..<version.side * version.side).map { _ in Float.random(in: -1...1, using: &random) }
                let reading = decoder.read(ModuleGrid(version, darkness: darkness))
                #expect(reading == nil)
            }
        }
    }
}
