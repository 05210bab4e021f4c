// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Crypto
import FoundationEssentials
import Testing

struct BBQrTests {
    /// Vectors/bbqr.json.
    struct Vectors: Decodable {
        struct Packed: Decodable {
            let name: String
            let packed: String
            let sha256: String
            let bytes: Int
        }
        let packedSeries: [String]
        let packedSeriesSHA256: String
        let packedSeriesBytes: Int
        let deflate: [Packed]
        let bomb: String
        let file: String
        let hex: [String]
        let base32: [String]
    }

    let vectors: Vectors

    init() throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let data = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/bbqr.json"))
        vectors = try JSONDecoder().decode(Vectors.self, from: data)
    }

    private func collect(_ texts: [String]) throws -> BBQrReceiver.File? {
        var receiver = BBQrReceiver()
        for (index, text) in texts.enumerated() {
            switch try receiver.receive(text) {
            case .complete(let file): return file
            case .learnt: #expect(receiver.progress == Double(index + 1) / Double(texts.count))
            case .ignored: Issue.record("part \(index) was ignored")
            }
        }
        return nil
    }

    @Test func aPackedSeriesIsReadInTheOrderItCame() throws {
        let file = try #require(try collect(vectors.packedSeries))
        #expect(file.kind == "U")
        #expect(file.bytes.count == vectors.packedSeriesBytes)
        #expect(SHA256.hash(file.bytes).description == vectors.packedSeriesSHA256)
    }

    @Test func bothPlainFormsAreReadInAnyOrderAndCase() throws {
        let expected = try Hex.decode(vectors.file)
        for series in [vectors.hex, vectors.base32] {
            for order in [series, series.reversed(), series.map { $0.lowercased() }] {
                let file = try #require(try collect(order))
                #expect(file.kind == "P")
                #expect(file.bytes == expected)
            }
        }
    }

    @Test func packedDataOfEveryKindIsUnpacked() throws {
        for item in vectors.deflate where item.bytes > 0 {
            let file = try #require(try collect(Self.series(Hex.decode(item.packed))))
            #expect(SHA256.hash(file.bytes).description == item.sha256, "\(item.name)")
            #expect(file.bytes.count == item.bytes)
        }
    }

    /// The bytes as packed parts of 1,000 bytes.
    private static func series(_ bytes: [UInt8]) -> [String] {
        let pieces = stride(from: 0, to: bytes.count, by: 1_000).map { Array(bytes[$0..<min($0 + 1_000, bytes.count)]) }
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        func number(_ value: Int) -> String { String([digits[value / 36], digits[value % 36]]) }
        return pieces.enumerated().map { index, piece in
            "B$ZB\(number(pieces.count))\(number(index))" + base32(piece)
        }
    }

    private static func base32(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var text = ""
        var held = 0
        var count = 0
        for byte in bytes {
            held = held << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(digits[held >> count & 31])
            }
            held &= 255
        }
        if count > 0 { text.append(digits[held << (5 - count) & 31]) }
        return text
    }

    @Test func aSmallCodeCannotAskForMuchMemory() throws {
        // Two million zeros in two thousand bytes.
        let error = #expect(throws: CodesError.self) { try collect(Self.series(Hex.decode(vectors.bomb))) }
        #expect(error?.code == .resourceTooLarge)
    }

    @Test func aSeriesThatContradictsItselfBeginsAgain() throws {
        var receiver = BBQrReceiver()
        _ = try receiver.receive(vectors.hex[0])
        _ = try receiver.receive(vectors.hex[1])
        #expect(try receiver.receive(vectors.hex[1]) == .ignored)
        #expect(receiver.progress == 0.5)
        _ = try receiver.receive("B$HP040000")
        #expect(receiver.progress == 0.25)
        // Not all alike long.
        for text in ["B$HP040100", "B$HP04020000"] { _ = try receiver.receive(text) }
        #expect(throws: CodesError.self) { try receiver.receive("B$HP040300") }
        #expect(receiver.progress == 0)
    }

    @Test(arguments: [
        "", "B$", "B$HP0100", "B$HP010", "B$XP010000", "B$H10100FF", "B$HP0101FF", "B$HP0000FF", "B$HP0100F",
        "B$HP0100FG",
        "B$2P0100A", "B$2P0100A1", "B$2P0100AB", "A$HP0100FF", "B$HP01é0FF", "B$ZP0100AA", "B$ZP010074AA",
    ])
    func whatIsNoPartIsRefused(text: String) {
        var receiver = BBQrReceiver()
        #expect(throws: CodesError.self) { try receiver.receive(text) }
    }

    @Test func aTextLongerThanACodeIsRefused() {
        #expect(throws: CodesError.self) {
            try BBQrPart(parsing: "B$HP0100" + String(repeating: "F", count: 4_290))
        }
    }
}
