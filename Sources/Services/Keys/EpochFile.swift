// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Glibc

/// A number that only grows, kept outside the store, so that a store restored from yesterday is noticed.
///
///     0     slot A: "SATEPOC1", number (8 bytes, big-endian), first 16 bytes of SHA-256 over both
///     4096  slot B: the same
///
/// A write goes to the slot that does not hold the highest number, so a torn write leaves the other one whole. The file
/// has its full length from the start: a full disk does not stop a write.
package final class EpochFile: Sendable {
    private static let magic = Array("SATEPOC1".utf8)
    private static let slotBytes = 32
    private static let slotOffsets = [0, 4_096]

    private let path: String

    /// Opens nothing yet.
    package init(path: String) { self.path = path }

    /// The highest number that was written whole, or nil if there is no file yet.
    ///
    /// - Throws: ``KeysError`` with code `.malformed` when neither slot is whole.
    package func read() throws -> UInt64? {
        let file: Descriptor
        do { file = try Descriptor(path, O_RDONLY) } catch let error as KeysError where error.code == .notFound {
            return nil
        }
        guard let newest = try Self.slots(of: file).compactMap(\.self).max() else {
            throw KeysError(
                .malformed, "The file '\(path)' is damaged: restore the wallet from a backup, then synchronise.")
        }
        return newest
    }

    /// Afterwards ``read()`` returns `number`, whatever happens to the power.
    ///
    /// - Throws: ``KeysError`` with code `.stale` when the file holds this number or a higher one.
    package func write(_ number: UInt64) throws {
        guard let newest = try read() else { return try create(number) }
        guard number > newest else {
            throw KeysError(.stale, "The epoch \(newest) is written; \(number) is not after it.")
        }
        let file = try Descriptor(path, O_RDWR)
        let slots = try Self.slots(of: file)
        let target = slots[0] == newest ? 1 : 0
        try file.write(Self.encode(number), at: Self.slotOffsets[target])
        try file.synchronise()
    }

    /// Starts anew from `number`, whatever was there: for a wallet that was restored from a backup.
    package func reset(to number: UInt64) throws { try create(number) }

    private func create(_ number: UInt64) throws {
        var bytes = [UInt8](repeating: 0, count: Self.slotOffsets[1] + Self.slotBytes)
        bytes.replaceSubrange(..<Self.slotBytes, with: Self.encode(number))
        try AtomicFile.write(bytes, to: path)
    }

    private static func slots(of file: Descriptor) throws -> [UInt64?] {
        try slotOffsets.map { decode(try file.read(slotBytes, at: $0)) }
    }

    private static func encode(_ number: UInt64) -> [UInt8] {
        let body = magic + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        return body + SHA256.hash(body).bytes.prefix(16)
    }

    private static func decode(_ slot: [UInt8]) -> UInt64? {
        guard slot.count == slotBytes, slot.starts(with: magic) else { return nil }
        let number = slot[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return encode(number) == slot ? number : nil
    }
}
