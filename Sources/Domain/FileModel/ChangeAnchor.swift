// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// A place in the change feed of a space: which store, how many changes, and what they were.
///
/// Each change's digest covers the one before it. So a store that was set back and went on with other changes has other
/// digests, although its numbers are the same.
package struct ChangeAnchor: Equatable, Sendable {
    package static let epochByteCount = 8
    package static let digestByteCount = 8

    /// Of the store: 8 bytes, other ones after a restore.
    package let epoch: [UInt8]
    package let rev: UInt64
    /// Of the change with this `rev`; zeros for 0.
    package let digest: [UInt8]

    package init(epoch: [UInt8], rev: UInt64, digest: [UInt8]) {
        precondition(
            epoch.count == Self.epochByteCount && digest.count == Self.digestByteCount,
            "An anchor has 8 bytes of epoch and 8 of digest.")
        self.epoch = epoch
        self.rev = rev
        self.digest = digest
    }

    /// Before the first change.
    package static let noDigest = [UInt8](repeating: 0, count: digestByteCount)

    /// The digest of a change that follows another.
    ///
    /// - Parameter change: what the change has made of its item.
    package static func digest(after previous: [UInt8], rev: UInt64, change: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 16 + change.count)
        writer.append(previous)
        writer.append(uint64BE: rev)
        writer.append(change)
        return Array(SHA256.hash(writer.bytes).bytes.prefix(digestByteCount))
    }

    /// 32 characters of base64url.
    package var text: String {
        var writer = ByteWriter(capacity: 24)
        writer.append(epoch)
        writer.append(uint64BE: rev)
        writer.append(digest)
        return Base64URL.encode(writer.bytes)
    }

    /// - Returns: nil for a text that ``text`` never is.
    package init?(_ text: String) {
        do {
            let bytes = try Base64URL.decode(text)
            guard bytes.count == Self.epochByteCount + 8 + Self.digestByteCount else { return nil }
            var reader = ByteReader(bytes)
            let epoch = try reader.bytes(Self.epochByteCount)
            let rev = try reader.uint64BE()
            self.init(epoch: epoch, rev: rev, digest: try reader.bytes(Self.digestByteCount))
        } catch {
            return nil
        }
    }
}
