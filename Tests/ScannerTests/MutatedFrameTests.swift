// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes
import SyntheticPhotos
import Testing

/// Codes after accidents: the text that is printed there, or none.
///
/// `SATCHEL_FRAMES` says how many frames are looked at (`Scripts/soak`: a million), `SATCHEL_FIRST_FRAME` from which on;
/// `SATCHEL_FRAME` looks at a single one.
struct MutatedFrameTests {
    static let pieces = 16
    /// Frames in which wrong texts were found, and are not any more.
    private static let onceMisread: [UInt64] = [
        4_948, 13_231, 29_071, 158_256, 211_139, 308_518, 441_506, 449_862, 462_604, 675_024, 827_793, 859_698,
        869_790,
    ]

    @Test(arguments: 0..<pieces)
    func aDamagedCodeIsReadRightOrNotAtAll(piece: Int) throws {
        for seed in Self.seeds(of: piece) {
            let frame = try MutatedFrame(seed: seed)
            let sightings = Scan(frame.image, effort: frame.effort).sightings()
            for sighting in sightings where !frame.isExplained(sighting.symbol) {
                Issue.record(
                    """
                    SATCHEL_FRAME=\(seed): \(sighting.symbol.symbology.name) \(Self.text(sighting.symbol)) instead of \
                    \(frame.symbols.map(Self.text)); \(frame.accidents)
                    """)
            }
        }
    }

    /// The check of a DataBar lets one wrong text of 79 pass, so what the strips say decides.
    @Test(arguments: 0..<pieces)
    func aDamagedDataBarIsReadRightOrNotAtAll(piece: Int) throws {
        var read = 0
        for seed in Self.seeds(of: piece, first: Self.first / 4, count: Self.count / 4) {
            let frame = try MutatedFrame(seed: seed, of: Subject.dataBars)
            for sighting in Scan(frame.image, effort: frame.effort).sightings() {
                read += 1
                if !frame.isExplained(sighting.symbol) {
                    let printed = frame.symbols.map(Self.text)
                    Issue.record("\(seed): \(Self.text(sighting.symbol)), not \(printed); \(frame.accidents)")
                }
            }
        }
        #expect(read > 2)
    }

    /// Most of them are still read, or the test would prove nothing.
    @Test func manyDamagedCodesAreStillRead() throws {
        let read = try (0..<400 as Range<UInt64>).filter { seed in
            let frame = try MutatedFrame(seed: seed)
            return Scan(frame.image, effort: .photo).sightings().contains { frame.isExplained($0.symbol) }
        }
        #expect(read.count > 100)
    }

    private static func seeds(of piece: Int) -> [UInt64] {
        if let single = setting("SATCHEL_FRAME") { return piece == 0 ? [UInt64(single)] : [] }
        return seeds(of: piece, first: first, count: count) + (piece == 0 ? onceMisread : [])
    }

    private static func seeds(of piece: Int, first: Int, count: Int) -> [UInt64] {
        stride(from: first + piece, to: first + count, by: pieces).map { UInt64($0) }
    }

    private static var first: Int { setting("SATCHEL_FIRST_FRAME") ?? 0 }
    private static var count: Int { setting("SATCHEL_FRAMES") ?? 4_000 }

    private static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    private static func text(_ symbol: Symbol) -> String { String(decoding: symbol.bytes, as: UTF8.self) }
}
