// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes

/// A request of the parent. `Codes` writes it (ReaderRequest.swift), and its tests run this program, so both sides stay
/// compatible.
///
///     kind (1)  processor milliseconds (2)  size of what follows (4)
///       1 search a file   quest (8), the file
///       2 search a frame  quest (8), width (4), height (4), grey pixels
///       3 make a picture  longest side (2), quality (1: 0 for a PNG, 1 to 100 for a JPEG), the file
///       4 search a page   quest (8), width (4), height (4), channels (1), orientation (1), pixels
///       5 make a picture  longest side (2), quality (1), and a page as in 4
///
/// A quest has a bit for each kind of code in the order of ``Symbology`` (4), the maximum number of codes (1), the
/// effort (1: 0 frame, 1 photo), the omitted steps (1) and a zero. Numbers are big-endian.
struct PictureRequest {
    /// Largest accepted file, in bytes.
    static let maximumFileBytes = 32 << 20
    /// Largest accepted picture, in pixels. A larger one is refused by its header, before decoding.
    static let maximumPixels = 50_000_000
    /// Largest accepted page, in pixels. The sender scales larger pages down.
    static let maximumPagePixels = 16_000_000

    private enum Content {
        case file(Quest, [UInt8])
        case frame(Quest, GreyImage)
        case picture(Wish, [UInt8])
        case page(Quest, StoredPicture)
        case pagePicture(Wish, StoredPicture)
        /// Exceeds a limit above. The body was not read, so no further request can follow.
        case tooLarge(PictureReply.Status)
    }

    let processorMilliseconds: UInt32
    private let content: Content

    /// Waits for a request. Returns nil when the parent closes its end. Exits on an invalid request.
    static func next() -> PictureRequest? {
        guard var head = Pipe.read(7)?[...] else { return nil }
        let kind = head.number(UInt8.self)
        let milliseconds = head.number(UInt16.self)
        let count = Int(head.number(UInt32.self))
        guard let content = content(kind, count: count) else { exit(EXIT_FAILURE) }
        return PictureRequest(processorMilliseconds: UInt32(milliseconds), content: content)
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
            guard count >= 3, let wish = Wish.next() else { return nil }
            guard count - 3 <= maximumFileBytes else { return .tooLarge(.tooManyBytes) }
            return Pipe.read(count - 3).map { .picture(wish, $0) }
        case 4:
            guard count >= 18, let quest = Quest.next() else { return nil }
            return page(count: count - 8).map { .page(quest, $0) }
        case 5:
            guard count >= 13, let wish = Wish.next() else { return nil }
            return page(count: count - 3).map { .pagePicture(wish, $0) }
        default:
            return nil
        }
    }

    /// Pixels from `satchel-unpacker`; nil if their number is wrong.
    private static func page(count: Int) -> StoredPicture? {
        guard var head = Pipe.read(10)?[...] else { return nil }
        let (width, height) = (Int(head.number(UInt32.self)), Int(head.number(UInt32.self)))
        let (channels, orientation) = (Int(head.number(UInt8.self)), Int(head.number(UInt8.self)))
        guard width > 0, height > 0, width <= maximumPagePixels / height, channels == 1 || channels == 3,
            1...8 ~= orientation, width * height * channels == count - 10, let pixels = Pipe.read(count - 10)
        else { return nil }
        return StoredPicture(
            header: PictureHeader(pixels: channels, width: width, height: height, orientation: orientation), pixels)
    }

    consuming func answer() {
        do {
            switch content {
            case .file(let quest, let file): try Search(quest).run(on: StoredPicture(file))
            case .frame(let quest, let image): Search(quest).run(on: image)
            case .page(let quest, let picture): try Search(quest).run(on: picture)
            case .pagePicture(let wish, let picture): PictureReply.picture(try picture.made(wish)).send()
            case .picture(let wish, let file): PictureReply.picture(try StoredPicture(file).made(wish)).send()
            case .tooLarge(let status):
                PictureReply.end(status).send()
                exit(EXIT_SUCCESS)
            }
            PictureReply.end(.done).send()
        } catch {
            PictureReply.end(error).send()
        }
    }
}

/// The form of a picture to make.
struct Wish {
    let longestSide: Int
    /// JPEG quality from 1 to 100; nil for a PNG.
    let quality: Int?

    static func next() -> Wish? {
        guard var bytes = Pipe.read(3)?[...] else { return nil }
        let (side, quality) = (Int(bytes.number(UInt16.self)), Int(bytes.number(UInt8.self)))
        guard side > 0, quality <= 100 else { return nil }
        return Wish(longestSide: side, quality: quality == 0 ? nil : quality)
    }
}

/// What to look for in a picture, and how.
struct Quest {
    let kinds: Set<Symbology>
    let limit: Int
    let effort: Scan.Effort
    /// Skip our own readers, because the parent already has their codes.
    let isOwnLeftOut: Bool
    /// Skip libzxing, because it crashed on this picture.
    let isLibraryLeftOut: Bool
    /// Stop libzxing at the first code, because fewer of its assertions fail then.
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
