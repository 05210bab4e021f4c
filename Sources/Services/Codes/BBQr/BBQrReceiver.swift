// SPDX-License-Identifier: MIT

/// Collects a series of codes in Coinkite's BBQr format, in any order. BBQr.md
///
/// The format has no checksum, so the receiver can detect contradicting parts but not decide between them. It then
/// restarts with the newer one.
package struct BBQrReceiver: Sendable {
    /// A received file, whose content is unchecked.
    package struct File: Hashable, Sendable {
        /// See ``BBQrPart/kind``.
        package let kind: Character
        package let bytes: [UInt8]
    }

    /// The result of receiving a code's text.
    package enum Outcome: Hashable, Sendable {
        case learnt
        /// A part that was known already.
        case ignored
        case complete(File)
    }

    private var parts: [Int: BBQrPart] = [:]
    private var first: BBQrPart?

    package init() {}

    /// The received share of the series, from 0 to 1.
    package var progress: Double { first.map { Double(parts.count) / Double($0.count) } ?? 0 }

    /// Receives the text of a code.
    ///
    /// - Throws: ``CodesError`` as ``BBQrPart/init(parsing:)`` does, and for a complete series whose parts do not match
    ///   or cannot be decompressed within ``FountainStream/maximumMessageBytes``; the receiver then restarts.
    package mutating func receive(_ text: String) throws(CodesError) -> Outcome {
        let part = try BBQrPart(parsing: text)
        if let known = parts[part.index], known == part { return .ignored }
        if let first, !first.isOfSeries(part) || parts[part.index] != nil { parts = [:] }
        first = part
        parts[part.index] = part
        guard parts.count == part.count else { return .learnt }
        do {
            return .complete(try joined(like: part))
        } catch {
            parts = [:]
            first = nil
            throw error
        }
    }

    private func joined(like part: BBQrPart) throws(CodesError) -> File {
        let all = (0..<part.count).compactMap { parts[$0]?.bytes }
        let length = all[0].count
        guard all.dropLast().allSatisfy({ $0.count == length }), all[all.count - 1].count <= length else {
            throw CodesError(.malformedResource, "The codes of the series are not equally long; scan them again.")
        }
        let bytes = Array(all.joined())
        let maximum = FountainStream.maximumMessageBytes
        if part.isPacked { return File(kind: part.kind, bytes: try Inflate.decode(bytes, maximumCount: maximum)) }
        guard bytes.count <= maximum else {
            throw CodesError(.resourceTooLarge, "The series of codes holds more than \(maximum) bytes.")
        }
        return File(kind: part.kind, bytes: bytes)
    }
}

extension BBQrPart {
    fileprivate func isOfSeries(_ other: BBQrPart) -> Bool {
        kind == other.kind && count == other.count && isPacked == other.isPacked
    }
}
