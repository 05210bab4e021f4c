// SPDX-License-Identifier: MIT
import Scanner
import Barcodes

/// A part of an answer: a letter, the size of the body in bytes (4), the body. `Codes` reads it (ReaderReply.swift).
///
/// `C` has codes. It is sent whenever codes are found, and once more when our own readers are done. `P` has a picture
/// after its width and height (8) and its former width and height (8). `E` has the status and is always last. A sent
/// part is valid even if the program dies afterwards.
enum PictureReply {
    enum Status: Int32, Error {
        case done = 0
        case notAnImage = 1
        case unsupportedFormat = 2
        case damaged = 3
        case tooManyBytes = 4
        case tooManyPixels = 5
        /// Never written: the exit status when the process could not confine itself.
        case notConfined = 7
    }

    /// A picture file with its upright sizes in pixels, after and before scaling.
    struct Picture {
        let size: (width: Int, height: Int)
        let sizeBefore: (width: Int, height: Int)
        let file: [UInt8]
    }

    case codes([Sighting])
    case picture(Picture)
    case end(Status)

    func send() {
        var body: [UInt8] = []
        let letter: Unicode.Scalar
        switch self {
        case .codes(let sightings):
            letter = "C"
            for sighting in sightings { body += PictureReply.bytes(sighting) }
        case .picture(let picture):
            letter = "P"
            for size in [picture.size, picture.sizeBefore] {
                body.append(number: UInt32(size.width))
                body.append(number: UInt32(size.height))
            }
            body += picture.file
        case .end(let status):
            letter = "E"
            body = [UInt8(status.rawValue)]
        }
        var head = [UInt8(ascii: letter)]
        head.append(number: UInt32(body.count))
        Pipe.write(head)
        Pipe.write(body)
    }

    /// kind (1, its index in ``Symbology``), flags (1: 1 GS1, 2 light on dark, 4 has a character set, 8 part of a
    /// series), character set (4), error correction (2: form, value), index in the series (1), size of the series (1),
    /// series (4), x and y of four corners in sixteenths of a pixel (32), number of bytes (4), bytes.
    private static func bytes(_ sighting: Sighting) -> [UInt8] {
        let symbol = sighting.symbol
        var bytes: [UInt8] = []
        bytes.append(UInt8(Symbology.allCases.firstIndex(of: symbol.symbology) ?? 0))
        bytes.append(
            (symbol.isGS1 ? 1 : 0) | (sighting.isInverted ? 2 : 0) | (symbol.eci == nil ? 0 : 4)
                | (sighting.part == nil ? 0 : 8))
        bytes.append(number: UInt32(symbol.eci ?? 0))
        switch symbol.correction {
        case nil: bytes += [0, 0]
        case .qr(let level): bytes += [1, UInt8(level.rawValue)]
        case .pdf417(let level): bytes += [2, UInt8(clamping: level)]
        case .aztec(let percent): bytes += [3, UInt8(clamping: percent)]
        }
        bytes.append(UInt8(clamping: sighting.part?.index ?? 0))
        bytes.append(UInt8(clamping: sighting.part?.count ?? 0))
        bytes.append(number: UInt32(sighting.part?.parity ?? 0))
        for index in 0..<4 {
            let point = index < sighting.corners.count ? sighting.corners[index] : .init(x: 0, y: 0)
            for value in [point.x, point.y] {
                let bounded = value.isFinite ? min(max(value, -60_000), 60_000) : 0
                bytes.append(number: Int32((bounded * 16).rounded()))
            }
        }
        bytes.append(number: UInt32(symbol.bytes.count))
        return bytes + symbol.bytes
    }
}
