// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Symbols

/// What the parent asks for. `Codes` writes it (ReaderRequest.swift), and its tests run this program, so the two cannot
/// drift.
///
///     kind (1)  processor milliseconds (2)  size of what follows (4)
///       1 search a file   quest (8), the file
///       2 search a frame  quest (8), width (4), height (4), grey pixels
///       3 make a PNG      longest side (2), the file
///
/// A quest is a bit for each kind of code in the order of ``Symbology`` (4), the most codes (1), the effort (1: 0 frame,
/// 1 photo), what is left out (1) and a zero. Numbers are big-endian.
struct Request {
    /// Largest file taken, in bytes.
    static let maximumFileBytes = 32 << 20
    /// Largest picture taken, in pixels; more is refused by the header, before anything is unpacked.
    static let maximumPixels = 50_000_000

    private enum Content {
        case file(Quest, [UInt8])
        case frame(Quest, GreyImage)
        case picture(longestSide: Int, [UInt8])
        /// More than the bounds above; it was not read, so nothing can follow.
        case tooLarge(Reply.Status)
    }

    let processorMilliseconds: UInt32
    private let content: Content

    /// Waits for a request; nil when the parent closed its end. One that makes no sense ends the program.
    static func next() -> Request? {
        guard var head = Pipe.read(7)?[...] else { return nil }
        let kind = head.number(UInt8.self)
        let milliseconds = head.number(UInt16.self)
        let count = Int(head.number(UInt32.self))
        guard let content = content(kind, count: count) else { exit(EXIT_FAILURE) }
        return Request(processorMilliseconds: UInt32(milliseconds), content: content)
    }

    private static func content(_ kind: UInt8, count: Int) -> Content? {
        switch kind {
        case 1:
            guard count >= 8, let quest = Quest.next() else { return nil }
            guard count - 8 <= maximumFileBytes else { return .tooLarge(.tooManyBytes) }
            return Pipe.read(count - 8).map { .file(quest, $0) }
        case 2:
            guard count >= 16, let quest = Quest.next(), var size = Pipe.read(8)?[...] else { return nil }
            let (width, height) = (Int(size.number(UInt32.self)), Int(size.number(UInt32.self)))
            guard width > 0, height > 0, width <= maximumPixels / height else { return .tooLarge(.tooManyPixels) }
            guard width * height == count - 16, let pixels = Pipe.read(count - 16) else { return nil }
            return .frame(quest, GreyImage(width: width, height: height, pixels: pixels))
        case 3:
            guard count >= 2, var side = Pipe.read(2)?[...] else { return nil }
            guard count - 2 <= maximumFileBytes else { return .tooLarge(.tooManyBytes) }
            let longestSide = Int(side.number(UInt16.self))
            guard longestSide > 0 else { return nil }
            return Pipe.read(count - 2).map { .picture(longestSide: longestSide, $0) }
        default:
            return nil
        }
    }

    consuming func answer() {
        do {
            switch content {
            case .file(let quest, let file): try Search(quest).run(on: StoredPicture(file))
            case .frame(let quest, let image): Search(quest).run(on: image)
            case .picture(let longestSide, let file):
                Reply.picture(try StoredPicture(file).png(longestSide: longestSide)).send()
            case .tooLarge(let status):
                Reply.end(status).send()
                exit(EXIT_SUCCESS)
            }
            Reply.end(.done).send()
        } catch {
            Reply.end(error).send()
        }
    }
}

/// What to look for in a picture, and how.
struct Quest {
    let kinds: Set<Symbology>
    let limit: Int
    let effort: Scan.Effort
    /// The parent knows already what our own readers found.
    let isOwnLeftOut: Bool
    /// libzxing died on this picture.
    let isLibraryLeftOut: Bool
    /// libzxing is to stop at the first code, where it fails fewer of its assertions.
    let isLibrarySingle: Bool

    static func next() -> Quest? {
        guard var bytes = Pipe.read(8)?[...] else { return nil }
        let mask = bytes.number(UInt32.self)
        let limit = Int(bytes.number(UInt8.self))
        let effort = bytes.number(UInt8.self)
        let left = bytes.number(UInt8.self)
        guard limit > 0, effort < 2 else { return nil }
        return Quest(
            kinds: Set(Symbology.allCases.enumerated().filter { mask >> UInt32($0.offset) & 1 == 1 }.map(\.element)),
            limit: limit, effort: effort == 0 ? .frame : .photo, isOwnLeftOut: left & 1 != 0,
            isLibraryLeftOut: left & 2 != 0, isLibrarySingle: left & 4 != 0)
    }
}
