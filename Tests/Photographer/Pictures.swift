// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes
import SyntheticPhotos
import TestSupport

/// Photos as files and as a stream.
enum Pictures {
    static func write(_ options: Options, into folder: String) throws {
        mkdir(folder, 0o755)
        let gallery = Gallery(seed: options.seed)
        for order in options.orders {
            let shot = try gallery.shot(of: order.subject, in: order.setting, number: order.number)
            let name = shot.name.replacing(", ", with: "-").replacing(" ", with: "-")
            try File.write(header(shot.image) + shot.image.pixels, to: "\(folder)/\(name).pgm", mode: 0o644)
        }
    }

    static func writeMutated(_ options: Options, into folder: String) throws {
        mkdir(folder, 0o755)
        for number in options.numbers {
            let frame = try MutatedFrame(seed: UInt64(number))
            let sightings = Scan(frame.image, effort: frame.effort).sightings()
            guard options.numbers.count <= 100 || !sightings.allSatisfy({ frame.isExplained($0.symbol) }) else {
                continue
            }
            try File.write(header(frame.image) + frame.image.pixels, to: "\(folder)/\(number).pgm", mode: 0o644)
            print(number, frame.accidents)
            for symbol in frame.symbols { print("  printed:", symbol.symbology.name, text(symbol)) }
            for sighting in sightings {
                let verdict = frame.isExplained(sighting.symbol) ? "read" : "WRONG"
                print("  \(verdict):", sighting.symbol.symbology.name, text(sighting.symbol))
            }
        }
    }

    private static func text(_ symbol: Symbol) -> String { String(decoding: symbol.bytes, as: UTF8.self) }

    static func stream(_ options: Options) throws {
        let gallery = Gallery(seed: options.seed)
        for order in options.orders {
            let shot = try gallery.shot(of: order.subject, in: order.setting, number: order.number)
            let digits = Array("0123456789abcdef")
            let hex = String(shot.symbol.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
            let line =
                "\(shot.image.width) \(shot.image.height) \(shot.subject.rawValue)|\(shot.setting.name)|"
                + "\(shot.number)|\(shot.symbol.symbology.rawValue)|\(hex)\n"
            try put(Array(line.utf8))
            try put(shot.image.pixels)
        }
    }

    /// <https://netpbm.sourceforge.net/doc/pgm.html>
    private static func header(_ image: GreyImage) -> [UInt8] {
        Array("P5\n\(image.width) \(image.height)\n255\n".utf8)
    }

    private static func put(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { throw UnexpectedResult("Standard output was closed.") }
            rest = rest.dropFirst(count)
        }
    }
}
