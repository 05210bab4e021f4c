// SPDX-License-Identifier: MIT
import Codes
import Glibc
import PeerSupport
import Scanner
import Barcodes
import SyntheticPhotos

/// One of the readers that look at every photo.
enum PhotoReader: CaseIterable {
    /// Our own with the effort of a live camera.
    case frame
    /// Our own with all effort.
    case photo
    /// Our program with both, for the kinds that it leaves to libZXing.
    case program
    /// zxing-cpp of PyPI with all that it tries by default.
    case zxing
    /// The same without turned, inverted and shrunk copies.
    case zxingFast
    /// Debian's libZXing.
    case zxing14
    case zbar

    static let peers: [PhotoReader] = [.zxing, .zxingFast, .zxing14, .zbar]

    var name: String {
        switch self {
        case .frame: "ours"
        case .photo: "ours, all effort"
        case .program: "satchel-reader"
        case .zxing: "zxing-cpp"
        case .zxingFast: "zxing-cpp fast"
        case .zxing14: "libzxing 1.4"
        case .zbar: "zbar"
        }
    }

    /// Starts the process of a peer; without its Python environment there is none.
    func start() throws -> PeerReader? {
        let script = "Benchmarks/Reading/peers.py"
        switch self {
        case .frame, .photo, .program: return nil
        case .zxing14: return try PeerReader(name, [ChildProcess.sibling("zxing-peer")])
        case .zxing, .zxingFast, .zbar:
            guard access(Peers.python, X_OK) == 0 else { return nil }
            let word = self == .zxing ? "zxing" : self == .zxingFast ? "zxing-fast" : "zbar"
            return try PeerReader(name, [Peers.python, script, word])
        }
    }

    /// Looks at a photo; nil when it is not for this reader.
    func verdict(on shot: Shot, peer: PeerReader?, program: ReaderSession) throws -> Verdict? {
        switch self {
        case .frame: return PhotoReader.verdict(on: shot, effort: .frame)
        case .photo: return PhotoReader.verdict(on: shot, effort: .photo)
        case .program:
            guard !Scan.readable.contains(shot.symbol.symbology) else { return nil }
            let image = shot.image
            let (found, time) = try Stopwatch.measure {
                try program.read(frame: GreyFrame(width: image.width, height: image.height, pixels: image.pixels))
            }
            return PhotoReader.verdict(on: shot, found.map(\.symbol), nanoseconds: time)
        default:
            guard let answer = try peer?.read(shot) else { return nil }
            return Verdict(
                isRead: answer.symbols.contains(where: shot.isShownLoosely),
                isWrong: !answer.symbols.allSatisfy(shot.isShownLoosely), hasDied: answer.hasDied,
                nanoseconds: answer.microseconds * 1_000)
        }
    }

    private static func verdict(on shot: Shot, effort: Scan.Effort) -> Verdict? {
        guard Scan.readable.contains(shot.symbol.symbology) else { return nil }
        let start = Stopwatch.processorTime
        let sightings = Scan(shot.image, effort: effort).sightings()
        let time = Stopwatch.processorTime - start
        return verdict(on: shot, sightings.map(\.symbol), nanoseconds: time)
    }

    private static func verdict(on shot: Shot, _ symbols: [Symbol], nanoseconds: UInt64) -> Verdict {
        Verdict(
            isRead: symbols.contains(where: shot.isShown), isWrong: !symbols.allSatisfy(shot.isShown), hasDied: false,
            nanoseconds: nanoseconds)
    }
}

/// What became of one photo in one reader.
struct Verdict {
    /// The text in the photo was among what it reported.
    let isRead: Bool
    /// A text that is not in the photo was.
    let isWrong: Bool
    let hasDied: Bool
    /// Of a processor.
    let nanoseconds: UInt64
}
