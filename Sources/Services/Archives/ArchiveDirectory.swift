// SPDX-License-Identifier: MIT
internal import Bytes

/// What a zip says about itself at its end, checked before libzip unpacks anything. APPNOTE.TXT 6.3.10, section 4.3
///
/// Files that share packed bytes are how a small archive becomes a very large one; libzip does not look for that.
struct ArchiveDirectory {
    /// How many files the directory lists.
    private(set) var count = 0
    /// Files that are locked by AES and not packed: their number in the list, and where their packing method stands.
    private(set) var storedAndLocked: [Int: Int] = [:]

    /// - Throws: ``ArchivesError`` with `.damaged` for a directory that is not there, leaves the archive or has files over
    ///   each other, `.tooLarge` beyond the limits.
    init(_ bytes: [UInt8], limits: ArchiveLimits) throws {
        let end = try Self.end(of: bytes)
        guard end.count <= limits.entries else {
            throw ArchivesError(
                .tooLarge, "The archive has \(end.count) files; at most \(limits.entries) are read. Split it.")
        }
        var spans: [Range<Int>] = []
        spans.reserveCapacity(end.count)
        var total = 0
        var position = end.start
        for index in 0..<end.count {
            let entry = try Entry(at: position, in: bytes, before: end.position)
            try entry.check(limits)
            total += entry.size
            guard total <= limits.totalBytes else {
                throw ArchivesError(
                    .tooLarge, "The archive unpacks to more than \(limits.totalBytes) bytes. Split it.")
            }
            storedAndLocked[index] = entry.storedMethod
            spans.append(entry.span)
            position = entry.end
        }
        guard spans.allSatisfy({ $0.upperBound <= end.start }) else {
            throw ArchivesError(.damaged, "A file of the archive reaches beyond the place for files.")
        }
        spans.sort { $0.lowerBound < $1.lowerBound }
        for (left, right) in zip(spans, spans.dropFirst()) where left.upperBound > right.lowerBound {
            throw ArchivesError(.damaged, "Files of the archive lie over each other, as only zip bombs have them.")
        }
        count = end.count
    }

    /// The end record: how many entries, and where the list of them begins. Searched from the back, over a comment.
    private static func end(of bytes: [UInt8]) throws -> (position: Int, start: Int, count: Int) {
        let length = 22
        guard bytes.count >= length else {
            throw ArchivesError(.damaged, "This is not a zip archive, or not all of it.")
        }
        let floor = max(0, bytes.count - length - Int(UInt16.max))
        var position = bytes.count - length
        while position >= floor {
            if bytes.little32(position) == 0x0605_4b50,
                position + length + bytes.little16(position + 20) == bytes.count
            {
                return try end(at: position, in: bytes)
            }
            position -= 1
        }
        throw ArchivesError(.damaged, "The archive has no end: it is not a zip, or was cut short. Fetch it again.")
    }

    private static func end(at position: Int, in bytes: [UInt8]) throws -> (position: Int, start: Int, count: Int) {
        var count = bytes.little16(position + 10)
        var start = bytes.little32(position + 16)
        var size = bytes.little32(position + 12)
        var place = position
        // The large form, section 4.3.14: the record lies before its locator, which lies before the end.
        if count == 0xFFFF || start == 0xFFFF_FFFF || size == 0xFFFF_FFFF, position >= 76,
            bytes.little32(position - 20) == 0x0706_4b50
        {
            let record = try bytes.little64(position - 20 + 8)
            guard record <= position - 76, bytes.little32(record) == 0x0606_4b50 else {
                throw ArchivesError(.damaged, "The archive's end points to nothing.")
            }
            count = try bytes.little64(record + 32)
            size = try bytes.little64(record + 40)
            start = try bytes.little64(record + 48)
            place = record
        }
        guard start <= place, size <= place - start, count <= size / Entry.headerLength else {
            throw ArchivesError(.damaged, "The archive's list of files lies outside of it.")
        }
        return (place, start, count)
    }

    /// One line of the list. Section 4.3.12
    private struct Entry {
        static let headerLength = 46

        let packed: Int
        let size: Int
        /// Where the file's own header and packed bytes lie; at least, for its local extra field may be longer.
        let span: Range<Int>
        /// Where the next line begins.
        let end: Int
        /// Where the packing method stands of a file that is locked by AES, if it is "not packed".
        let storedMethod: Int?

        init(at position: Int, in bytes: [UInt8], before limit: Int) throws {
            guard limit - position >= Self.headerLength, bytes.little32(position) == 0x0201_4b50 else {
                throw ArchivesError(.damaged, "The archive's list of files breaks off.")
            }
            let nameLength = bytes.little16(position + 28)
            let extraLength = bytes.little16(position + 30)
            let extra = position + Self.headerLength + nameLength
            end = extra + extraLength + bytes.little16(position + 32)
            guard end <= limit else { throw ArchivesError(.damaged, "The archive's list of files breaks off.") }
            // The large form keeps the fields that are all ones in the extra field with the mark 1, in this order.
            let fields = extra..<extra + extraLength
            var large = Self.field(1, in: bytes, fields)
            func field(_ short: Int) throws -> Int {
                guard short == 0xFFFF_FFFF, large.count >= 8 else { return short }
                defer { large = large.dropFirst(8) }
                return try bytes.little64(large.lowerBound)
            }
            size = try field(bytes.little32(position + 24))
            packed = try field(bytes.little32(position + 20))
            let offset = try field(bytes.little32(position + 42))
            guard offset <= limit - 30, bytes.little32(offset) == 0x0403_4b50 else {
                throw ArchivesError(.damaged, "A file of the archive does not begin where its list says.")
            }
            let start = offset + 30 + bytes.little16(offset + 26) + bytes.little16(offset + 28)
            guard packed <= limit, start <= limit - packed else {
                throw ArchivesError(.damaged, "A file of the archive ends outside of it.")
            }
            span = offset..<start + packed
            // Version, "AE", strength, method: <https://www.winzip.com/en/support/aes-encryption/>
            let lock = Self.field(0x9901, in: bytes, fields)
            storedMethod = lock.count == 7 && bytes.little16(lock.lowerBound + 5) == 0 ? lock.lowerBound + 5 : nil
        }

        func check(_ limits: ArchiveLimits) throws {
            guard size <= limits.entryBytes else {
                throw ArchivesError(
                    .tooLarge, "A file of the archive has \(size) bytes; at most \(limits.entryBytes) are read.")
            }
            guard size <= ArchiveLimits.freeBytes || size / limits.ratio <= packed else {
                throw ArchivesError(
                    .tooLarge, "A file of the archive becomes \(size) bytes of \(packed), as only zip bombs do.")
            }
        }

        /// The body of the extra field with a mark; empty without one. Section 4.5
        private static func field(_ mark: Int, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
            var position = range.lowerBound
            while range.upperBound - position >= 4 {
                let length = bytes.little16(position + 2)
                let body = position + 4
                guard body + length <= range.upperBound else { break }
                if bytes.little16(position) == mark { return body..<body + length }
                position = body + length
            }
            return range.upperBound..<range.upperBound
        }
    }
}

extension [UInt8] {
    /// - Precondition: the place has been checked.
    fileprivate func little16(_ position: Int) -> Int { Int(self[position]) | Int(self[position + 1]) << 8 }

    fileprivate func little32(_ position: Int) -> Int { little16(position) | little16(position + 2) << 16 }

    /// Sizes beyond what memory has are damage.
    fileprivate func little64(_ position: Int) throws -> Int {
        guard little32(position + 4) == 0 else {
            throw ArchivesError(.damaged, "The archive claims to be larger than it can be.")
        }
        return little32(position)
    }
}
