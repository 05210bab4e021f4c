// SPDX-License-Identifier: MIT

/// What a Range header asks for of a content. RFC 9110, section 14
enum ByteRange: Equatable {
    /// No range, several of them, or a unit that is not known: the whole is sent.
    case whole
    case part(Range<UInt64>)
    /// None of the bytes is there: 416.
    case unsatisfiable

    /// - Parameter size: of the content, in bytes.
    init(_ text: String?, size: UInt64) {
        self = text.flatMap { Self.parse($0, size: size) } ?? .whole
    }

    private static func parse(_ text: String, size: UInt64) -> ByteRange? {
        guard text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (StructuredField.integer(String(ends[0])), StructuredField.integer(String(ends[1]))) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            return first < size ? .part(first..<min(last + 1, size)) : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            return first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let count?) where ends[0].isEmpty:
            return count > 0 && size > 0 ? .part(size - min(count, size)..<size) : .unsatisfiable
        default: return nil
        }
    }
}
