// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// What holds for an upload from its creation to its end; the first block of its journal.
///
///     "SATCHELUPLOAD", NUL, NUL, version 1 · id 16 · owner 16 · created 8 · known 1 · length 8 ·
///     expected 1 + 32 · of one request 1 · zeros · SHA-256
package struct UploadHeader: Hashable, Sendable {
    /// Of the encoded form, in bytes; a disk writes a sector of 512 bytes whole or not at all.
    package static let encodedCount = 512
    package static let ownerByteCount = 16

    package let id: UploadID
    /// Who uploads: the 16 bytes of an account.
    package let owner: [UInt8]
    /// In seconds since 1970.
    package let created: UInt64
    /// Of the whole content; nil as long as the client does not know it.
    package let length: UInt64?
    /// What the content must hash to, if the client has said so.
    package let expected: ContentHash?
    /// Whether it is the body of one request, which no other one goes on with.
    package let isOfOneRequest: Bool

    /// - Throws: ``FileModelError`` with `.malformed` unless the owner has 16 bytes.
    package init(
        id: UploadID, owner: [UInt8], created: UInt64, length: UInt64?, expected: ContentHash?,
        isOfOneRequest: Bool = false
    ) throws(FileModelError) {
        guard owner.count == Self.ownerByteCount else {
            throw FileModelError(.malformed, "The owner of an upload has \(Self.ownerByteCount) bytes.")
        }
        self.id = id
        self.owner = owner
        self.created = created
        self.length = length
        self.expected = expected
        self.isOfOneRequest = isOfOneRequest
    }

    package var encoded: [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedCount)
        writer.append(Self.magic)
        writer.append(id.bytes)
        writer.append(owner)
        writer.append(uint64BE: created)
        writer.append(length == nil ? 0 : 1)
        writer.append(uint64BE: length ?? 0)
        writer.append(expected == nil ? 0 : 1)
        writer.append(expected?.digest.bytes ?? [UInt8](repeating: 0, count: Digest.count))
        writer.append(isOfOneRequest ? 1 : 0)
        return SealedBlock.seal(writer.bytes, count: Self.encodedCount)
    }

    /// - Throws: ``FileModelError`` with `.malformed` for anything that ``encoded`` never returns.
    package init(decoding block: [UInt8]) throws(FileModelError) {
        var fields = try SealedBlock.open(block, count: Self.encodedCount)
        do {
            guard try fields.bytes(Self.magic.count) == Self.magic else { throw SealedBlock.damaged }
            let id = try UploadID(fields.bytes(UploadID.byteCount))
            let owner = try fields.bytes(Self.ownerByteCount)
            let created = try fields.uint64BE()
            let hasLength = try SealedBlock.flag(&fields)
            let length = try fields.uint64BE()
            let isExpected = try SealedBlock.flag(&fields)
            let digest = try Digest(fields.bytes(Digest.count))
            let isOfOneRequest = try SealedBlock.flag(&fields)
            try SealedBlock.finish(fields)
            try self.init(
                id: id, owner: owner, created: created, length: hasLength ? length : nil,
                expected: isExpected ? ContentHash(digest) : nil, isOfOneRequest: isOfOneRequest)
        } catch {
            throw SealedBlock.damaged
        }
        // One header has one form.
        guard encoded == block else { throw SealedBlock.damaged }
    }

    private static let magic = Array("SATCHELUPLOAD".utf8) + [0, 0, 1]
}
