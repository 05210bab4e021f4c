// SPDX-License-Identifier: MIT
import CReader
import Glibc
import Scanner
import Barcodes

/// Searches one picture for codes, with the most likely steps first, and sends each code as soon as it is found.
///
/// | Step | A file | A frame |
/// |---|---|---|
/// | 1 | our own readers on a small copy | our own readers |
/// | 2 | our own readers on the picture, scaled down to 16 megapixels | |
/// | 3 | libzxing for the kinds that we do not read, and for QR where nothing was found | libzxing for the kinds that we do not read |
/// | 4 | libzxing on the larger copy, then on its negative, where nothing was found | |
/// | 5 | all of it at full size, where nothing was found | |
struct Search {
    /// Kinds that only libzxing reads.
    static let foreign = Set(Symbology.allCases).subtracting(Scan.readable)
    /// Kinds for libzxing if our own readers found nothing in a file. Barcodes are not among them: libzxing reads a
    /// wrong EAN in one photo of forty. It crashes as often on Code 128, and reads one of a hundred that our readers miss.
    static let doubted: Set<Symbology> = [.qr]
    /// The longest side of the small copy, in pixels. Codes that fill a part of the picture are found in it.
    private static let smallSide = 1600
    private static let largePixels = 16_000_000
    /// Processor time in milliseconds after which no further step starts.
    private static let timeout = 1500

    private let quest: Quest
    private let start = Search.milliseconds()
    private var found: [Sighting] = []

    init(_ quest: Quest) { self.quest = quest }

    /// Searches one frame of a camera.
    consuming func run(on frame: consuming GreyImage) {
        if !quest.isOwnLeftOut { look(at: frame, scale: (1, 1)) }
        PictureReply.codes([]).send()
        ask(about: frame, scale: (1, 1))
    }

    /// Searches a stored picture.
    ///
    /// - Throws: the ``PictureReply/Status`` with the reason when the picture cannot be decoded.
    consuming func run(on picture: StoredPicture) throws(PictureReply.Status) {
        let full = picture.uprightSize
        let large = try picture.grey(maximumPixels: Search.largePixels)
        run(on: large, of: full)
        guard found.isEmpty, isTimeLeft, large.width < full.width else { return }
        run(on: try picture.grey(maximumPixels: .max), of: full)
    }

    private mutating func run(on large: GreyImage, of full: (width: Int, height: Int)) {
        let largeScale = Search.scale(large, of: full)
        let factor = (max(large.width, large.height) + Search.smallSide - 1) / Search.smallSide
        let small = factor > 1 && min(large.width, large.height) >= factor ? Search.shrunk(large, by: factor) : nil
        let smallScale = (largeScale.0 * Double(factor), largeScale.1 * Double(factor))
        if !quest.isOwnLeftOut {
            if let small { look(at: small, scale: smallScale) }
            if isTimeLeft { look(at: large, scale: largeScale) }
        }
        PictureReply.codes([]).send()
        if let small { ask(about: small, scale: smallScale) } else { ask(about: large, scale: largeScale) }
        guard found.isEmpty, isTimeLeft, !quest.isLibraryLeftOut else { return }
        if small != nil { ask(about: large, scale: largeScale) }
        guard found.isEmpty, isTimeLeft else { return }
        // libzxing 1.4 does not find light codes on a dark background.
        var negative = small ?? large
        negative.pixels.withUnsafeMutableBufferPointer { reader_invert($0.baseAddress, $0.count) }
        ask(about: negative, scale: small == nil ? largeScale : smallScale, isInverted: true)
    }

    /// Searches with our own readers.
    private mutating func look(at image: GreyImage, scale: (Double, Double)) {
        let kinds = quest.kinds.intersection(Scan.readable)
        guard !kinds.isEmpty, found.count < quest.limit else { return }
        let sightings = Scan(image, for: kinds, effort: quest.effort, limit: quest.limit - found.count).sightings()
        report(sightings.map { $0.scaled(by: scale) })
    }

    /// Searches with libzxing, which can crash the process.
    private mutating func ask(about image: GreyImage, scale: (Double, Double), isInverted: Bool = false) {
        guard !quest.isLibraryLeftOut, found.count < quest.limit else { return }
        let isInDoubt = found.isEmpty && quest.effort == .photo
        let kinds = quest.kinds.intersection(isInDoubt ? Search.foreign.union(Search.doubted) : Search.foreign)
        guard !kinds.isEmpty else { return }
        let mask = Symbology.allCases.enumerated().reduce(UInt32(0)) {
            kinds.contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0
        }
        var sightings: [Sighting] = []
        _ = withUnsafeMutablePointer(to: &sightings) { sightings in
            reader_find(
                image.pixels, UInt32(image.width), UInt32(image.height), mask, quest.isLibrarySingle ? 1 : 0,
                quest.effort == .photo ? 1 : 0, sightings
            ) { context, code in
                guard let context, let code, let sighting = Sighting(code.pointee) else { return }
                context.assumingMemoryBound(to: [Sighting].self).pointee.append(sighting)
            }
        }
        report(sightings.map { $0.scaled(by: scale, isInverted: isInverted) })
    }

    private mutating func report(_ sightings: [Sighting]) {
        var fresh: [Sighting] = []
        for sighting in sightings where sighting.isSound && found.count + fresh.count < quest.limit {
            // A code that is found at two scales is one code. In one place, the code of an earlier step is kept.
            let isKnown = (found + fresh).contains { $0.symbol.isSame(as: sighting.symbol) && $0.isNear(sighting) }
            if !isKnown, !found.contains(where: { $0.contains(sighting.centre) }) { fresh.append(sighting) }
        }
        found += fresh
        if !fresh.isEmpty { PictureReply.codes(fresh).send() }
    }

    private var isTimeLeft: Bool { Search.milliseconds() - start < Search.timeout }

    private static func scale(_ image: GreyImage, of full: (width: Int, height: Int)) -> (Double, Double) {
        (Double(full.width) / Double(image.width), Double(full.height) / Double(image.height))
    }

    private static func shrunk(_ image: GreyImage, by factor: Int) -> GreyImage {
        let (width, height) = (image.width / factor, image.height / factor)
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { room, initialized in
            reader_shrink(
                image.pixels, UInt32(image.width), UInt32(image.height), UInt32(factor), room.baseAddress)
            initialized = room.count
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }

    private static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}

extension Sighting {
    /// Whether the bytes and the check digit are valid for their kind. The parent checks this again.
    fileprivate var isSound: Bool {
        do {
            try symbol.check()
            return true
        } catch {
            return false
        }
    }

    fileprivate func scaled(by scale: (Double, Double), isInverted: Bool = false) -> Sighting {
        Sighting(
            symbol, corners: corners.map { Point(x: $0.x * scale.0, y: $0.y * scale.1) },
            isInverted: self.isInverted != isInverted, part: part)
    }

    fileprivate var centre: Point {
        let count = Double(max(corners.count, 1))
        return Point(x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
    }

    /// Whether another sighting's centre is in or next to the bounding box of this code.
    fileprivate func isNear(_ other: Sighting) -> Bool {
        let (xs, ys, middle) = (corners.map(\.x), corners.map(\.y), other.centre)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
        // The corners of bars may be those of a single line through them.
        let room = max(right - left, bottom - top) / 8
        return left - room...right + room ~= middle.x && top - room...bottom + room ~= middle.y
    }

    /// Whether a place is inside the code: a line from it to the right crosses an odd number of sides.
    fileprivate func contains(_ place: Point) -> Bool {
        corners.indices.reduce(false) { isInside, index in
            let (from, to) = (corners[index], corners[(index + 1) % corners.count])
            guard (from.y > place.y) != (to.y > place.y) else { return isInside }
            let x = from.x + (to.x - from.x) * (place.y - from.y) / (to.y - from.y)
            return x > place.x ? !isInside : isInside
        }
    }
}

extension Symbol {
    /// Whether both have the same kind and bytes, at any level of error correction.
    fileprivate func isSame(as other: Symbol) -> Bool { symbology == other.symbology && bytes == other.bytes }
}
