// SPDX-License-Identifier: MIT

/// A reader of codes that nobody here wrote: zxing-cpp. Gone with this value.
package final class OtherCodes {
    /// What it saw.
    package struct Reading: Equatable, Sendable {
        package let bytes: [UInt8]
        /// AIM's three characters, such as `]Q2` for a QR code that states its character set. ISO/IEC 15424.
        package let identifier: String
        package let format: String
        /// The eight digits where UPC-E was read, whose bytes are the number that they stand for.
        package let upcE: String?
    }

    private let process: PeerProcess

    package init() throws { process = try PeerProcess("code_reader.py", []) }

    /// The only code in a PNG, or nil.
    ///
    /// - Parameters:
    ///   - format: the only one looked for, by zxing-cpp's name.
    ///   - png: the picture in Base64.
    package func read(_ format: String, png: String) throws -> Reading? {
        let words = try process.ask("read \(format) \(png)").split(separator: " ").map(String.init)
        guard words.count == 4 else { return nil }
        return Reading(
            bytes: words[0] == "-" ? [] : try Self.bytes(words[0]), identifier: words[1], format: words[2],
            upcE: words[3] == "-" ? nil : words[3])
    }

    /// Its text instead.
    package func text(_ format: String, png: String) throws -> String? {
        let answer = try process.ask("text \(format) \(png)")
        return answer == "none" ? nil : answer == "empty" ? "" : String(decoding: try Self.bytes(answer), as: UTF8.self)
    }

    /// The pixels of a PNG in Base64 as Pillow decodes them: the lines from top to bottom, true for black.
    package func pixels(png: String) throws -> [[Bool]] {
        let words = try process.ask("pixels \(png)").split(separator: " ")
        guard words.count == 2, let width = Int(words[0]), width > 0 else { throw PeerError("No pixels came back.") }
        let pixels = words[1].utf8.map { $0 == UInt8(ascii: "1") }
        return stride(from: 0, to: pixels.count, by: width).map { Array(pixels[$0..<$0 + width]) }
    }

    /// The check digit behind the digits of a GTIN, by python-stdnum.
    package func checkDigit(behind digits: String) throws -> String { try process.ask("gtin \(digits)") }

    private static func bytes(_ text: String) throws -> [UInt8] {
        let digits = Array(text)
        return try stride(from: 0, to: digits.count - 1, by: 2).map {
            guard let byte = UInt8(String(digits[$0...$0 + 1]), radix: 16) else {
                throw PeerError("code_reader.py said '\(text)'.")
            }
            return byte
        }
    }
}
