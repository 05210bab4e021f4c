// SPDX-License-Identifier: MIT
import Codes
import Glibc
import PeerSupport
import Barcodes

/// How long a code takes from its bytes to its modules, and to a PNG that fills a screen.
///
/// The modules are libzint's work, so there is no target; zxing-cpp of PyPI draws by a newer zint of its own.
enum DrawingSection {
    private struct Subject {
        let symbology: Symbology
        let count: Int
        let peerKind: String

        var what: String { "\(symbology.name), \(Text.count(count)) bytes" }

        var symbol: Symbol {
            let text = Array("Card 0815 of the grocer at the corner. ".utf8)
            let bytes = symbology == .ean13 ? Array("4006381333931".utf8) : (0..<count).map { text[$0 % text.count] }
            return Symbol(symbology, bytes, correction: symbology == .qr ? .qr(.low) : nil)
        }
    }

    private static let subjects = [
        Subject(symbology: .qr, count: 100, peerKind: "QRCode"),
        Subject(symbology: .qr, count: 1_000, peerKind: "QRCode"),
        Subject(symbology: .code128, count: 15, peerKind: "Code128"),
        Subject(symbology: .ean13, count: 13, peerKind: "EAN13"),
        Subject(symbology: .pdf417, count: 100, peerKind: "PDF417"),
        Subject(symbology: .aztec, count: 100, peerKind: "Aztec"),
        Subject(symbology: .dataMatrix, count: 100, peerKind: "DataMatrix"),
    ]

    static func run(_ options: Options) throws -> [Finding] {
        let peer = try peerTimes()
        return try subjects.enumerated().map { number, subject in
            let symbol = subject.symbol
            let times = options.repetitions(200, quick: 20)
            let modules = try median(times) { try symbol.drawn() }
            let file = try median(times) { try Picture(symbol.drawn(), .high).png() }
            var measured = "\(Text.duration(modules)), with a PNG of 1,000 x 500 \(Text.duration(file))"
            guard let peer = peer?[number] else { return Finding(.drawing, subject.what, measured) }
            measured += "; zxing-cpp \(Text.duration(peer))"
            return Finding(.drawing, subject.what, measured, ratio: Double(peer) / Double(max(1, modules)))
        }
    }

    private static func median<R>(_ times: Int, _ body: () throws -> R) rethrows -> UInt64 {
        try (0..<times).map { _ in try Stopwatch.measure(body).nanoseconds }.sorted()[times / 2]
    }

    /// Without its Python environment there is no peer.
    private static func peerTimes() throws -> [UInt64]? {
        guard access(Peers.python, X_OK) == 0 else { return nil }
        let words = subjects.map { "\($0.peerKind):\($0.count)" }
        let child = try ChildProcess(Peers.python, ["Benchmarks/Drawing/peer.py"] + words)
        return try subjects.map { _ in
            guard let time = UInt64(try child.firstLine()) else {
                throw BenchError(.wrongResult, "Benchmarks/Drawing/peer.py printed no time.")
            }
            return time
        }
    }
}
