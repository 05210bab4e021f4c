// SPDX-License-Identifier: MIT

/// A writer of QR codes that nobody here wrote: segno. Gone with this value.
package final class OtherQRWriter {
    /// One code: true for dark, row after row.
    package struct Drawing: Equatable, Sendable {
        package let side: Int
        package let isDark: [Bool]
    }

    private let process: PeerProcess

    package init() throws { process = try PeerProcess("qr_writer.py", []) }

    /// The codes that carry a text together.
    ///
    /// - Parameters:
    ///   - version: nil for the smallest that holds the text.
    ///   - level: one of `L`, `M`, `Q`, `H`.
    ///   - mask: nil for the one that the standard likes best.
    ///   - mode: `numeric`, `alphanumeric`, `byte`, `kanji`; nil for what suits.
    ///   - encoding: a character set to be stated in the code, by Python's name.
    /// - Throws: ``PeerError`` when the text does not fit.
    package func draw(
        _ text: String, version: Int? = nil, level: Character = "L", mask: Int? = nil, mode: String? = nil,
        encoding: String? = nil, parts: Int = 1
    ) throws -> [Drawing] {
        let digits = text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let answer = try process.ask(
            "\(version ?? 0) \(level) \(mask ?? -1) \(mode ?? "-") \(encoding ?? "-") \(parts) \(digits)")
        guard !answer.hasPrefix("refused") else { throw PeerError("qr_writer.py: \(answer)") }
        return answer.split(separator: " ").map { code in
            let rows = code.split(separator: ",")
            return Drawing(side: rows.count, isDark: rows.joined().map { $0 == "1" })
        }
    }
}
