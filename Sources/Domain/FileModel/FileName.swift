// SPDX-License-Identifier: MIT
internal import Bytes

/// The name of an item in its folder: 1 to 255 bytes, kept exactly as they came, also where they are not UTF-8.
///
/// Two names are the same when their bytes are. Names that only look alike (NFC and NFD, upper and lower case) are two
/// names.
package struct FileName: Hashable, Sendable {
    package static let maximumCount = 255

    package let bytes: [UInt8]

    /// - Throws: ``FileModelError`` with `.badName` for an empty or too long name, for `.` and `..`, and for a slash or
    ///   NUL.
    package init(_ bytes: [UInt8]) throws(FileModelError) {
        guard 1...Self.maximumCount ~= bytes.count else {
            throw FileModelError(.badName, "A file name has 1 to \(Self.maximumCount) bytes, not \(bytes.count).")
        }
        guard !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else {
            throw FileModelError(.badName, "A file name contains neither a slash nor NUL.")
        }
        guard bytes != Array(".".utf8), bytes != Array("..".utf8) else {
            throw FileModelError(.badName, "'.' and '..' are not file names.")
        }
        self.bytes = bytes
    }

    /// - Throws: ``FileModelError`` as ``init(_:)-([UInt8])`` does.
    package init(_ text: String) throws(FileModelError) {
        try self.init(Array(text.utf8))
    }

    /// The name as text; nil when its bytes are not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension FileName: CustomStringConvertible {
    /// For people: what could move a cursor, end a line or turn the reading direction is replaced, and so are bytes
    /// that are not UTF-8.
    package var description: String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            text.append(scalar.isHarmless ? scalar : "\u{FFFD}")
        }
        return String(text)
    }
}

extension FileName: Comparable {
    /// By bytes: the order does not depend on a language.
    package static func < (one: FileName, other: FileName) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}

extension FileName {
    /// The longest extension that is kept when a name is cut, with its dot.
    private static let maximumExtension = 32
    private static let maximumDevice = 64

    /// The name for the local content when this device and the server have both changed an item: `name (conflict,
    /// <device>, <n>).ext`.
    ///
    /// The result has at most 255 bytes; the stem is cut at a character boundary.
    package func conflicting(device: String, number: Int) -> FileName {
        var device = device.unicodeScalars.map { $0.isHarmless && $0 != "/" ? String($0) : "-" }.joined()
        while device.utf8.count > Self.maximumDevice { device.removeLast() }
        return marked("conflict, \(device), \(number)")
    }

    /// The name for an item whose own name is taken: `name (<n>).ext`, cut as ``conflicting(device:number:)``.
    package func numbered(_ number: Int) -> FileName { marked("\(number)") }

    /// The name of a photo in a backup: `<stem>-<8 hexadecimal digits of its content>.<ext>`, cut as
    /// ``conflicting(device:number:)``. Another camera's photo of the same name gets another one, and the same photo
    /// the same.
    package func photo(of content: ContentHash) -> FileName { suffixed("-\(content.description.prefix(8))") }

    private func marked(_ mark: String) -> FileName { suffixed(" (\(mark))") }

    private func suffixed(_ text: String) -> FileName {
        let (stem, ending) = parts
        let suffix = Array(text.utf8) + ending
        let name = Self.cut(stem, to: Self.maximumCount - suffix.count) + suffix
        do {
            return try FileName(name)
        } catch {
            preconditionFailure("A name with a suffix cannot be empty, a dot or too long: \(error)")
        }
    }

    /// The stem, and the extension with its dot; a dot at the start belongs to the stem.
    private var parts: (stem: [UInt8], ending: [UInt8]) {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, bytes.count - dot <= Self.maximumExtension
        else {
            return (bytes, [])
        }
        return (Array(bytes[..<dot]), Array(bytes[dot...]))
    }

    private static func cut(_ stem: [UInt8], to count: Int) -> [UInt8] {
        guard stem.count > count else { return stem }
        guard var text = String(validating: stem, as: UTF8.self) else { return Array(stem.prefix(count)) }
        while text.utf8.count > count { text.removeLast() }
        return Array(text.utf8)
    }
}
