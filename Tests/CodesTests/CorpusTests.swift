// SPDX-License-Identifier: MIT
import Bytes
import Codes
import PeerSupport
import Barcodes
import TestSupport
import Testing

/// What is drawn is read as the same bytes, of the same symbology, with the same marks: by somebody else, whose newest
/// reader does not tell whether a character set was stated but uses it, and by our own, which tells.
@Suite(.needsPeers) struct CorpusTests {
    @Test(arguments: 0..<4) func fiveThousandPayloadsAreReadAsTheyWereDrawn(part: Int) throws {
        let (peer, ours) = (try OtherCodes(), try CodeReader.besideThisProgram().session())
        var random = SeededRandom(seed: UInt64(2_026 + part))
        for number in 0..<1_250 {
            let symbology = Symbology.allCases[number % Symbology.allCases.count]
            let symbol = Symbol.random(symbology, using: &random)
            let picture = try Picture(symbol.drawn(), .scale(symbology == .maxiCode ? 1 : 2))
            let file = try picture.png()
            let reading = try peer.read(symbology.peerName, png: Base64.encode(file))
            #expect(reading?.format == symbology.peerFormat, "\(symbol)")
            #expect(reading.map { symbology.canonical($0) } == symbol.bytes, "\(symbol)")
            #expect(reading.map { symbol.identifiers.contains($0.identifier) } == true, "\(symbol)")
            // libzxing 1.4 often takes a carriage return in MaxiCode for a line feed: the right text then, or none.
            if symbology == .maxiCode, symbol.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                do {
                    let found = try ours.read(image: file, name: "drawing", kinds: [symbology]).map(\.symbol)
                    #expect(found.map(\.uncorrected) == [symbol])
                } catch let error as CodesError { #expect(error.code == .noCode, "\(symbol)") }
                continue
            }
            #expect(throws: Never.self, "\(symbol)") {
                let found = try ours.read(image: file, name: "drawing", kinds: [symbology]).map(\.symbol)
                #expect(found.map(\.uncorrected) == [symbol])
            }
        }
    }

    @Test func aStatedCharacterSetIsUsedByOthers() throws {
        let peer = try OtherCodes()
        for (eci, bytes) in [(3, [0xC3, 0xBC]), (20, [0x93, 0x8C]), (26, [0xC3, 0xBC]), (7, [0xBC])] as [(Int, [UInt8])]
        {
            for symbology in Symbology.allCases where !symbology.isLinear {
                let symbol = Symbol(symbology, bytes + Array("abc".utf8), eci: eci)
                let png = Base64.encode(try symbol.drawn().png(scale: 2))
                #expect(try peer.text(symbology.peerName, png: png) == symbol.text)
            }
        }
    }
}

extension Symbol {
    /// A payload that the symbology can hold, of any kind and length that a card has.
    static func random(_ symbology: Symbology, using random: inout SeededRandom) -> Symbol {
        func some(_ alphabet: [UInt8], _ range: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: range, using: &random)).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &random)]
            }
        }
        let digits = Array("0123456789".utf8)
        func number(_ count: Int) -> Symbol {
            let body = some(digits, count - 1...count - 1)
            return Symbol(symbology, body + [CheckDigit.gtin(body)])
        }
        func elements() -> Symbol {
            let lot = some(Array("ABC0123456789-/".utf8), 1...8)
            let serial = some(Array("abc0123456789".utf8), 1...8)
            let trade = some(digits, 13...13)
            let text =
                "(01)\(String(decoding: trade + [CheckDigit.gtin(trade)], as: UTF8.self))"
                + "(10)\(String(decoding: lot, as: UTF8.self))(21)\(String(decoding: serial, as: UTF8.self))"
            return Symbol(symbology, GS1.bytes(typed: text) ?? [], isGS1: true)
        }
        let ascii = Array(UInt8(0x20)...0x7E)
        switch symbology {
        case .ean13: return number(13)
        case .ean8: return number(8)
        case .upcA: return number(12)
        case .dataBar: return number(14)
        case .upcE:
            let seven = some(Array("01".utf8), 1...1) + some(digits, 6...6)
            return Symbol(.upcE, UPCE.expanded(seven).flatMap(UPCE.compressed) ?? [])
        case .itf:
            // Shorter ones are refused by readers, since a part of a longer one looks the same. ISO/IEC 16390, annex A.
            return Symbol(.itf, (0..<Int.random(in: 3...10, using: &random)).flatMap { _ in some(digits, 2...2) })
        case .codabar:
            let ends = Array("ABCD".utf8)
            return Symbol(
                .codabar, some(ends, 1...1) + some(Array("0123456789-$:/.+".utf8), 3...16) + some(ends, 1...1))
        case .code39:
            return Symbol(.code39, some(Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8), 2...20))
        case .code93: return Symbol(.code93, some(Array(0...0x7F), 1...20))
        case .code128:
            if Int.random(in: 0..<4, using: &random) == 0 { return elements() }
            let body = some([Array(0...0x7F), ascii, digits].randomElement(using: &random) ?? ascii, 1...18)
            return Symbol(.code128, body + some(Array(0x80...0xFF), 0...6))
        case .dataBarExpanded: return elements()
        case .aztec, .dataMatrix, .maxiCode, .pdf417, .qr:
            if symbology.canBeGS1, Int.random(in: 0..<5, using: &random) == 0 { return elements() }
            let alphabet =
                [Array(0...0xFF), ascii, digits, Array("AZ09 :".utf8)].randomElement(using: &random) ?? ascii
            let eci = [nil, nil, 3, 26, 20, 899].randomElement(using: &random) ?? nil
            return Symbol(symbology, some(alphabet, symbology == .maxiCode ? 1...40 : 1...120), eci: eci)
        }
    }

    /// AIM's symbology identifiers, without regard to a stated character set. ISO/IEC 15424, section 4.4.
    fileprivate var identifiers: [String] {
        switch symbology {
        case .aztec: [isGS1 ? "]z1" : "]z0"]
        case .codabar: ["]F0"]
        // The last character of some fits as a check digit.
        case .code39: ["]A0", "]A1"]
        case .code93: ["]G0"]
        case .code128: [isGS1 ? "]C1" : "]C0"]
        case .dataBar, .dataBarExpanded: ["]e0"]
        case .dataMatrix: [isGS1 ? "]d2" : "]d1"]
        case .ean13, .upcA, .upcE: ["]E0"]
        case .ean8: ["]E4"]
        case .itf: ["]I0", "]I1"]
        case .maxiCode: ["]U0"]
        case .pdf417: ["]L2"]
        case .qr: [isGS1 ? "]Q3" : "]Q1"]
        }
    }

    /// Without what only a reader knows.
    fileprivate var uncorrected: Symbol { Symbol(symbology, bytes, eci: eci, isGS1: isGS1) }
}

extension Symbology {
    /// zxing-cpp's name.
    fileprivate var peerName: String {
        switch self {
        case .aztec: "AztecCode"
        case .codabar: "Codabar"
        case .code39: "Code39Std"
        case .code93: "Code93"
        case .code128: "Code128"
        case .dataBar: "DataBarOmni"
        case .dataBarExpanded: "DataBarExp"
        case .dataMatrix: "DataMatrix"
        case .ean8: "EAN8"
        case .ean13: "EAN13"
        case .itf: "ITF"
        case .maxiCode: "MaxiCode"
        case .pdf417: "PDF417"
        case .qr: "QRCode"
        case .upcA: "UPCA"
        case .upcE: "UPCE"
        }
    }

    /// What it calls what it read.
    fileprivate var peerFormat: String { self == .aztec ? "Aztec" : self == .code39 ? "Code39" : peerName }

    /// Its bytes in our form: it puts `01` before DataBar, and gives the long number for a short one.
    fileprivate func canonical(_ reading: OtherCodes.Reading) -> [UInt8] {
        switch self {
        case .dataBar: Array(reading.bytes.dropFirst(2))
        case .upcE: reading.upcE.map { Array($0.utf8) } ?? []
        case .upcA where reading.bytes.count == 13: Array(reading.bytes.dropFirst())
        default: reading.bytes
        }
    }
}
