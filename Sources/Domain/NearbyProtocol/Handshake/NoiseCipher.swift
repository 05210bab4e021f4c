// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// One direction of an encrypted session: a key and the number of the next message. Noise, section 5.1
package struct NoiseCipher: Sendable {
    private let key: SecretBytes
    private var number: UInt64 = 0

    init(_ key: SecretBytes) { self.key = key }

    /// Returns the ciphertext and its 16-byte tag.
    package mutating func seal(_ plain: [UInt8], associatedData: [UInt8] = []) throws -> [UInt8] {
        let sealed = try AESGCM.seal(plain, key: key, nonce: nonce, associatedData: associatedData)
        number += 1
        return sealed
    }

    /// Opens the next message. A message that is lost, repeated or out of order does not open.
    ///
    /// - Throws: ``NearbyError`` with code `.notAuthentic`; the number does not change then.
    package mutating func open(_ sealed: [UInt8], associatedData: [UInt8] = []) throws -> [UInt8] {
        do {
            let plain = try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: associatedData)
            number += 1
            return plain
        } catch let error as CryptoError {
            throw NearbyError(
                .notAuthentic, "A message of the other device does not belong to this session.", cause: error)
        }
    }

    /// Four zero bytes and the big-endian number. Noise, section 12.4
    private var nonce: [UInt8] {
        var writer = ByteWriter(capacity: AESGCM.nonceCount)
        writer.append([0, 0, 0, 0])
        writer.append(uint64BE: number)
        return writer.bytes
    }
}
