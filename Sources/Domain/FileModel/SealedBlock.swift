// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// A block of fixed size that ends in the SHA-256 of the rest, so that half a block is noticed.
enum SealedBlock {
    static let damaged = FileModelError(.malformed, "The journal of an upload is damaged.")

    static func seal(_ fields: [UInt8], count: Int) -> [UInt8] {
        let room = count - Digest.count
        precondition(fields.count <= room, "\(fields.count) bytes do not fit into a block of \(count).")
        let body = fields + [UInt8](repeating: 0, count: room - fields.count)
        return body + SHA256.hash(body).bytes
    }

    static func open(_ block: [UInt8], count: Int) throws(FileModelError) -> ByteReader {
        guard block.count == count else { throw damaged }
        let body = Array(block.dropLast(Digest.count))
        guard SHA256.hash(body).bytes.elementsEqual(block.suffix(Digest.count)) else { throw damaged }
        return ByteReader(body)
    }

    /// A byte that is 0 or 1.
    static func flag(_ fields: inout ByteReader) throws -> Bool {
        switch try fields.byte() {
        case 0: false
        case 1: true
        default: throw damaged
        }
    }

    /// What follows the fields is zeros.
    static func finish(_ fields: ByteReader) throws(FileModelError) {
        var fields = fields
        guard fields.rest().allSatisfy({ $0 == 0 }) else { throw damaged }
    }
}
