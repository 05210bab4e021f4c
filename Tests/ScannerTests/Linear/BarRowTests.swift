// SPDX-License-Identifier: MIT
import Scanner
import Barcodes
import Testing

struct BarRowTests {
    @Test(arguments: GeneratedCodes.symbologies)
    func whatIsDrawnIsReadBack(symbology: Symbology) throws {
        var codes = GeneratedCodes(seed: 1)
        for _ in 0..<300 {
            let symbol = try codes.next(symbology)
            let bars = try Bars(symbol)
            let backwards = Bars(bars.modules.reversed()).row()?.reversed
            for row in [bars.row(), backwards] {
                let found = try #require(row).readings(of: Scan.readable)
                #expect(found.map(\.symbology) == [symbology], "\(symbol)")
                #expect(found.first?.bytes == symbol.bytes, "\(symbol)")
            }
            // Codabar alone means something, another text, when it is walked from its end.
            if symbology != .codabar { #expect(try #require(bars.row()).reversed.readings(of: Scan.readable).isEmpty) }
        }
    }

    @Test func aGS1MarkIsKept() throws {
        let symbol = Symbol(.code128, Array("0109501101530003".utf8), isGS1: true)
        let reading = try #require(Bars(symbol).readings().first)
        #expect(reading.isGS1)
        #expect(reading.bytes == symbol.bytes)
    }

    /// Start B, FNC1, "AB", 17 elements, stop: FNC1 before what GS1 has no identifiers for.
    @Test func aMarkOfGS1BeforeOtherDataIsLeftOut() throws {
        let widths = ["211214", "411131", "111323", "131123"]
        let sum = 104 + 102 * 1 + 33 * 2 + 34 * 3
        #expect(sum % 103 == 65)
        let bars = Bars(widths: (widths + ["121124", "2331112"]).joined())
        let reading = try #require(bars.readings().first)
        #expect(reading.isGS1 && reading.symbol == Symbol(.code128, Array("AB".utf8)))
        #expect(reading.symbol.text == "AB")
        try reading.symbol.check()
    }

    /// Each digit of a well-drawn EAN replaced by each other digit of its set.
    @Test func aWrongCheckDigitIsNeverRead() throws {
        let good = try Bars(.ean13, "4006381333931").widths
        let digits = ["1123", "1222", "2212", "1141", "2311", "1321", "4111", "2131", "3121", "2113"]
        for position in 0..<6 {
            let first = 32 + 4 * position
            for digit in digits {
                let widths = digit.utf8.map { Int($0) - 48 }.reversed()
                guard Array(good[first..<first + 4]) != Array(widths) else { continue }
                let changed = Array(good[..<first]) + widths + Array(good[(first + 4)...])
                #expect(Bars(widths: changed.map(String.init).joined()).readings().isEmpty)
            }
        }
    }

    @Test func anAddOnIsLeftAlone() throws {
        let code = try Bars(.ean13, "9780201379624")
        // 51: "1011" and two or five digits of the left sets with "01" between them.
        for addOn in ["112222111141", "1123112113114111131113111132"] {
            let readings = code.followed(by: Bars(widths: addOn), after: 9).readings()
            #expect(readings.map(\.bytes) == [Array("9780201379624".utf8)])
        }
    }

    @Test func aPartOfACodeIsNotACode() throws {
        for (symbology, text) in [
            (Symbology.itf, "12345678901231"), (.code39, "CARD-12345"), (.codabar, "A1234567B"),
            (.code128, "Satchel 1234567890"), (.code93, "CARD-12345"), (.ean13, "4006381333931"), (.upcE, "01234565"),
        ] {
            let bars = try Bars(symbology, text)
            for cut in 1..<bars.modules.count - 8 {
                let rest = Bars(Array(bars.modules[cut...].drop { !$0 }))
                // ITF has no start of its own: only the clear space before it tells a part from a whole.
                let row = try #require(rest.row(quiet: symbology == .itf ? 4 : 10))
                for reading in row.readings(of: Scan.readable) + row.reversed.readings(of: Scan.readable) {
                    // A first bar that lost a part of itself still reads; anything beyond is another text.
                    #expect(reading.symbology == symbology && reading.bytes == Array(text.utf8), "cut at \(cut)")
                }
            }
        }
    }

    @Test(arguments: GeneratedCodes.symbologies)
    func withoutAQuietZoneNothingIsRead(symbology: Symbology) throws {
        var codes = GeneratedCodes(seed: 2)
        for _ in 0..<20 {
            let bars = try Bars(codes.next(symbology))
            // Print that touches: a bar two modules from either end.
            let touched = Bars(widths: "1").followed(by: bars, after: 2).followed(by: Bars(widths: "1"), after: 2)
            #expect(touched.readings(quiet: 30).isEmpty)
        }
    }

    /// K2: where the picture ends, nothing is known to be printed.
    @Test(arguments: GeneratedCodes.symbologies)
    func theEdgeOfThePictureIsAQuietZone(symbology: Symbology) throws {
        var codes = GeneratedCodes(seed: 4)
        for number in 0..<60 {
            let symbol = try codes.next(symbology)
            // Half of an EAN-13 is a UPC-E of number system 1, so that one needs to be seen alone.
            if symbology == .upcE, symbol.bytes[0] == UInt8(ascii: "1") { continue }
            let space = Float(number % 4)
            let row = try #require(Bars(symbol).row(quiet: space, borders: [.before, .after]))
            #expect(row.readings(of: Scan.readable).map(\.bytes) == [symbol.bytes], "\(symbol), \(space) modules")
            if symbology != .upcE { #expect(row.reversed.readings(of: Scan.readable).isEmpty || symbology == .codabar) }
        }
    }

    /// K2: a label that ends right behind the bars, on something dark.
    @Test(arguments: [Symbology.ean13, .ean8, .upcA, .code128, .code93, .code39, .codabar])
    func theEdgeOfALabelIsAQuietZone(symbology: Symbology) throws {
        var codes = GeneratedCodes(seed: 5)
        for _ in 0..<20 {
            let symbol = try codes.next(symbology)
            let table = Bars([Bool](repeating: true, count: 40))
            let label = try table.followed(by: Bars(symbol), after: 2).followed(by: table, after: 2)
            #expect(label.readings(quiet: 0).map(\.bytes) == [symbol.bytes], "\(symbol)")
        }
    }

    /// K2: without a check digit nothing but the place of the cut tells a part of an ITF from a whole one.
    @Test func aPictureThatEndsInACodeSaysNothing() throws {
        for (symbology, text) in [
            (Symbology.itf, "123456789012"), (.itf, "380592006489"), (.ean13, "4105731317352"), (.upcA, "596326454868"),
            (.code39, "CARD-12345"), (.codabar, "A1234567B"), (.code128, "1234567890"), (.code93, "CARD-12345"),
        ] {
            let modules = try Bars(symbology, text).modules
            let white = Array(repeatElement(false, count: 10))
            for cut in 1..<modules.count - 1 {
                let parts: [[Bool]] = [white + Array(modules[..<cut]), Array(modules[cut...]) + white]
                for part in parts {
                    guard let first = part.firstIndex(of: true), let last = part.lastIndex(of: true) else { continue }
                    let row = Bars(Array(part[first...last])).row(
                        lead: Float(first), trail: Float(part.count - 1 - last), borders: [.before, .after])
                    let forwards: [BarReading] = row?.readings(of: Scan.readable) ?? []
                    let backwards: [BarReading] = row?.reversed.readings(of: Scan.readable) ?? []
                    let wrong = (forwards + backwards).filter { $0.bytes != Array(text.utf8) }
                    #expect(wrong.isEmpty, "\(text) cut at \(cut)")
                }
            }
        }
    }

    /// K2: eighteen widths instead of two. AIM USS-Codabar.
    @Test func codabarOfOlderPrintIsRead() throws {
        let widths = [
            "A": [65, 80, 196, 194, 65, 161, 65], "B": [65, 161, 65, 194, 65, 80, 196],
            "4": [65, 104, 179, 104, 65, 243, 65], "7": [65, 243, 65, 104, 179, 104, 65],
            "-": [65, 100, 65, 244, 186, 100, 65], "+": [65, 101, 172, 101, 149, 101, 136],
            ":": [167, 93, 65, 93, 167, 93, 147], "0": [65, 104, 65, 104, 65, 243, 186],
        ]
        for (text, gap) in [("A47-0B", 175), ("B0+7:4A", 84), ("A7740B", 110)] {
            var edges: [Float] = [1000]
            for character in text {
                if edges.count > 1 { edges.append(edges[edges.count - 1] + Float(gap)) }
                for width in try #require(widths[String(character)]) {
                    edges.append(edges[edges.count - 1] + Float(width))
                }
            }
            let row = try #require(BarRow(edges: edges, lead: 1000, trail: 1000))
            #expect(row.readings(of: [.codabar]).map(\.bytes) == [Array(text.utf8)])
        }
    }

    @Test func onlyWhatIsAskedForIsRead() throws {
        let bars = try Bars(.upcA, "036000291452")
        #expect(bars.readings([.ean13]).map(\.bytes) == [Array("0036000291452".utf8)])
        #expect(bars.readings([.upcA]).map(\.bytes) == [Array("036000291452".utf8)])
        #expect(bars.readings([.ean13, .upcA]).map(\.symbology) == [.upcA])
        #expect(bars.readings([.ean8, .upcE, .code128]).isEmpty)
        #expect(try Bars(.ean13, "4006381333931").readings([.upcA]).isEmpty)
    }

    @Test func edgesThatDoNotAscendAreNoRow() {
        #expect(BarRow(edges: [1, 1], lead: 0, trail: 0) == nil)
        #expect(BarRow(edges: [1, .nan], lead: 0, trail: 0) == nil)
        #expect(BarRow(edges: [1, 2, 3], lead: 0, trail: 0) == nil)
        #expect(BarRow(edges: [1, 2], lead: -1, trail: 0) == nil)
        #expect(BarRow(edges: [], lead: 0, trail: 0) == nil)
    }
}
