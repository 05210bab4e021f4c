// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes
import SyntheticPhotos
import TestSupport
import Testing

/// Every kind of DataBar as libzint draws it. `SATCHEL_DATABARS` says how many of each kind (2,000 take a minute).
struct DataBarTests {
    private static let count = getenv("SATCHEL_DATABARS").flatMap { Int(String(cString: $0)) } ?? 60

    @Test(arguments: DataBarDrawing.Kind.allCases)
    func whatIsDrawnIsReadBack(kind: DataBarDrawing.Kind) throws {
        var codes = GeneratedDataBars(seed: 6)
        var read = 0
        for number in 0..<Self.count {
            let symbol = codes.next(kind)
            // Rows of one pair of characters up to rows of five.
            let drawing = try DataBarDrawing(symbol, as: kind, pairs: kind == .expandedStacked ? number % 5 + 1 : nil)
            let found = Scan(Self.picture(drawing)).sightings()
            if found.map(\.symbol) == [symbol] { read += 1 }
            #expect(
                found.allSatisfy { $0.symbol == symbol }, "\(kind): \(String(decoding: symbol.bytes, as: UTF8.self))")
        }
        // The rows of Stacked are five and seven modules high, and some payloads of Expanded are not read yet.
        let floor = kind == .stacked ? 50 : kind.isExpanded ? 85 : 100
        #expect(read * 100 >= Self.count * floor, "\(kind): \(read) of \(Self.count)")
    }

    @Test(arguments: DataBarDrawing.Kind.allCases.filter { $0 != .stacked })
    func aCodeThatStandsOnItsHeadIsReadBack(kind: DataBarDrawing.Kind) throws {
        var codes = GeneratedDataBars(seed: 7)
        for _ in 0..<20 {
            let symbol = codes.next(kind)
            var picture = Self.picture(try DataBarDrawing(symbol, as: kind))
            picture.pixels.reverse()
            let found = Scan(picture).sightings().map(\.symbol)
            #expect(found == [symbol] || kind.isExpanded && found.isEmpty)
        }
    }

    /// K2: a picture that is cut at the edges of the code is read as one with a margin.
    @Test(arguments: [DataBarDrawing.Kind.stacked, .stackedOmnidirectional, .expandedStacked])
    func aStackThatFillsItsPictureIsReadAsOneWithAMargin(kind: DataBarDrawing.Kind) throws {
        var codes = GeneratedDataBars(seed: 11)
        var (read, readWithMargin) = (0, 0)
        for _ in 0..<Self.count {
            let symbol = codes.next(kind)
            let drawing = try DataBarDrawing(symbol, as: kind)
            let found = Scan(Self.picture(drawing, margin: 0)).sightings()
            #expect(found.allSatisfy { $0.symbol == symbol })
            read += found.count
            readWithMargin += Scan(Self.picture(drawing)).sightings().count
        }
        #expect(read * 10 >= readWithMargin * 9, "\(kind): \(read), with a margin \(readWithMargin)")
    }

    /// ISO/IEC 24724, 7.2.5: each way to write elements in fewer bits.
    @Test(arguments: [
        "(01)90012345678908(3103)001750", "(01)90012345678908(3103)032767", "(01)90012345678908(3202)009999",
        "(01)90012345678908(3203)022767", "(01)90012345678908(3922)795", "(01)90012345678908(3932)0401234",
        "(01)90012345678908(3103)012233(15)991231", "(01)90012345678908(3105)012233(11)010203",
        "(01)90012345678908(3209)012233(13)010200", "(01)90012345678908(3201)099999(17)101130",
        "(01)90012345678908(3100)099999", "(01)04012345678901", "(01)04012345678901(10)LOT-7a?(21)\"x\"_1",
        "(10)12A", "(10)1", "(21)ABC,def.(90)12345", "(00)123456789012345675", "(8110)106141416543213150110120",
    ])
    func everyCompactionIsReadBack(text: String) throws {
        let symbol = Symbol(.dataBarExpanded, try #require(GS1.bytes(typed: text)))
        for kind in [DataBarDrawing.Kind.expanded, .expandedStacked] {
            let found = Scan(Self.picture(try DataBarDrawing(symbol, as: kind))).sightings()
            #expect(found.map(\.symbol) == [symbol], "\(kind)")
        }
    }

    @Test func onlyTheKindAskedForIsRead() throws {
        var codes = GeneratedDataBars(seed: 8)
        for kind in DataBarDrawing.Kind.allCases {
            let picture = Self.picture(try DataBarDrawing(codes.next(kind), as: kind))
            let others = Scan.readable.subtracting([kind.isExpanded ? .dataBarExpanded : .dataBar])
            #expect(Scan(picture, for: others).sightings().isEmpty, "\(kind)")
        }
    }

    /// A row of a stack is a part of a code, and so is one half beside another code's half.
    @Test func aRowOfAStackSaysNothing() throws {
        var codes = GeneratedDataBars(seed: 9)
        for kind in [DataBarDrawing.Kind.stacked, .stackedOmnidirectional] {
            for _ in 0..<20 {
                let first = try DataBarDrawing(codes.next(kind), as: kind)
                let second = try DataBarDrawing(codes.next(kind), as: kind)
                let half = first.height / 2
                let upper = Self.picture(columns: first.columns, rows: half) { first.isDark($0, $1) }
                #expect(Scan(upper).sightings().isEmpty)
                let mixed = Self.picture(columns: first.columns, rows: first.height) { x, y in
                    y < half ? first.isDark(x, y) : second.isDark(x, y)
                }
                // The check lets one pair of halves in 79 pass; that is another code then, flawlessly printed.
                let read = Scan(mixed).sightings()
                #expect(read.count <= 1)
            }
        }
    }

    /// Paper with noise of any strength and grain, in which there is nothing to read.
    @Test func noiseSaysNothing() {
        var random = SeededRandom(seed: 10)
        for number in 0..<48 {
            let (width, height) = (300, 120)
            let grain = number % 4 + 1
            let isBars = number % 3 == 0
            let greys = (0..<width * height).map { _ in UInt8.random(in: 20...235, using: &random) }
            let pixels = (0..<width * height).map { place in
                let row = isBars ? 0 : place / width / grain
                let column = place % width / grain
                return greys[row * width + column]
            }
            let image = GreyImage(width: width, height: height, pixels: pixels)
            for effort in [Scan.Effort.frame, .photo] {
                #expect(Scan(image, for: [.dataBar, .dataBarExpanded], effort: effort).sightings().isEmpty)
            }
        }
    }

    /// Photos of other bars hold nothing that looks like DataBar.
    @Test(arguments: Subject.linear)
    func otherBarsAreNoDataBar(subject: Subject) throws {
        let gallery = Gallery(seed: 75)
        let settings = Setting.all.enumerated().filter { $0.offset.isMultiple(of: 6) }.map(\.element)
        for shot in gallery.shots(of: [subject], in: settings, numbers: 0..<1) {
            #expect(Scan(shot.image, for: [.dataBar, .dataBarExpanded]).sightings().isEmpty, "\(shot.name)")
        }
    }

    /// K2: the share of hard frames with a code of several rows that is read, a little below what was measured: zxing-cpp
    /// 3.1.1 reads 43 % and 68 % of these. None is read wrong.
    @Test(arguments: [(Subject.dataBarStacked, 45), (.dataBarExpandedStacked, 60)])
    func mostStacksAreReadInFramesAndNoneWrong(subject: Subject, floor: Int) throws {
        let shots = Gallery(seed: 1_117).shots(of: [subject], numbers: 0..<1)
        var (read, count) = (0, 0)
        for shot in shots {
            let found = Scan(shot.image, effort: .frame).sightings()
            #expect(found.allSatisfy { shot.isShown($0.symbol) }, "\(shot.name)")
            count += 1
            if !found.isEmpty { read += 1 }
        }
        #expect(count == Setting.all.count && read * 100 >= count * floor, "\(subject): \(read) of \(count)")
    }

    /// Two rows drawn, three pixels a module, on white paper.
    private static func picture(_ drawing: DataBarDrawing, margin: Int = 24) -> GreyImage {
        picture(columns: drawing.columns, rows: drawing.height, margin: margin) { drawing.isDark($0, $1) }
    }

    private static func picture(
        columns: Int, rows: Int, margin: Int = 24, isDark: (Int, Int) -> Bool
    ) -> GreyImage {
        let pitch = 3
        let (width, height) = (columns * pitch + 2 * margin, rows * pitch + 2 * margin)
        var pixels = [UInt8](repeating: 230, count: width * height)
        for y in 0..<rows * pitch {
            for x in 0..<columns * pitch where isDark(x / pitch, y / pitch) {
                pixels[(y + margin) * width + x + margin] = 30
            }
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }
}

/// Made-up content for DataBar.
struct GeneratedDataBars {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next(_ kind: DataBarDrawing.Kind) -> Symbol {
        switch kind {
        case .omnidirectional, .truncated, .stacked, .stackedOmnidirectional: Symbol(.dataBar, gtin("0123456789"))
        case .limited: Symbol(.dataBar, gtin("01"))
        case .expanded, .expandedStacked: Symbol(.dataBarExpanded, elements())
        }
    }

    private mutating func gtin(_ first: String) -> [UInt8] {
        let digits = text(1, from: first) + text(12, from: "0123456789")
        return digits + [CheckDigit.gtin(digits)]
    }

    private mutating func elements() -> [UInt8] {
        var elements: [GS1.Element] = []
        func add(_ identifier: String, _ value: [UInt8]) {
            elements.append(.init(identifier: Array(identifier.utf8), value: value))
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            add("01", gtin("9"))
            add("3103", Array("0".utf8) + text(1, from: "012") + text(4, from: "0123456789"))
        case 1:
            add("01", gtin("9"))
            add("392" + String(Int.random(in: 0...3, using: &random)), text(5, from: "0123456789"))
        case 2:
            add("01", gtin("0123456789"))
            add("10", text(Int.random(in: 1...12, using: &random), from: Self.letters))
        case 3:
            add("21", text(Int.random(in: 1...14, using: &random), from: Self.letters))
            add("10", text(Int.random(in: 1...8, using: &random), from: "0123456789"))
        case 4: add("10", text(Int.random(in: 1...20, using: &random), from: "0123456789ABC"))
        default:
            add("01", gtin("0123456789"))
            add("17", Array("2".utf8) + text(1, from: "0123456789") + Array("1130".utf8))
            add("10", text(Int.random(in: 1...10, using: &random), from: "abcdefXYZ0123456789-/."))
        }
        return GS1.bytes(elements)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!\"%&'()*+,-./:;<=>?_"

    private mutating func text(_ count: Int, from alphabet: String) -> [UInt8] {
        let letters = Array(alphabet.utf8)
        return (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
    }
}
