// SPDX-License-Identifier: MIT
package import Bytes
internal import CSodium

/// Derives a key from a password at a cost that makes guessing expensive. RFC 9106, version 1.3, one lane.
///
/// C: <https://doc.libsodium.org/password_hashing/default_phf>
package enum Argon2id {
    /// The memory and the number of passes of one derivation.
    package struct Cost: Hashable, Sendable {
        package let memoryBytes: Int
        package let operations: Int

        /// The limits prevent a forged file from requiring all memory or an hour.
        ///
        /// - Throws: ``CryptoError`` with `.outOfRange` outside 8 KiB...1 GiB of memory and 1...64 operations.
        package init(memoryBytes: Int, operations: Int) throws {
            guard 8192...(1 << 30) ~= memoryBytes, 1...64 ~= operations else {
                throw CryptoError(
                    .outOfRange,
                    "Argon2id takes 8 KiB to 1 GiB and 1 to 64 passes, not \(memoryBytes) bytes and \(operations).")
            }
            self.init(unchecked: memoryBytes, operations: operations)
        }

        private init(unchecked memoryBytes: Int, operations: Int) {
            self.memoryBytes = memoryBytes
            self.operations = operations
        }

        /// 19 MiB and two passes, the minimum of OWASP's password storage recommendations.
        package static let interactive = Cost(unchecked: 19 << 20, operations: 2)
        /// 64 MiB and three passes, the second choice of RFC 9106, section 4: for secrets as short as a PIN.
        package static let shortSecret = Cost(unchecked: 64 << 20, operations: 3)
        /// The lowest cost that Argon2 allows, for tests only.
        package static let minimum = Cost(unchecked: 8192, operations: 1)
    }

    package static let saltCount = 16

    /// The same password, salt, cost and count always give the same secret.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` for a salt other than 16 bytes or a count outside 16...1024,
    ///   `.unavailable` when there is not enough memory.
    package static func derive(
        password: SecretBytes, salt: [UInt8], cost: Cost, count: Int
    ) throws -> SecretBytes {
        guard salt.count == saltCount, 16...1024 ~= count else {
            throw CryptoError(
                .malformed, "Argon2id takes a salt of 16 bytes and gives 16 to 1024, not \(salt.count) and \(count).")
        }
        _ = Sodium.ready
        return try SecretBytes(count: count) { output in
            let result = password.withUnsafeBytes { password in
                crypto_pwhash(
                    Sodium.start(of: output), UInt64(count), Sodium.start(of: password), UInt64(password.count), salt,
                    UInt64(cost.operations), cost.memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
            }
            guard result == 0 else {
                throw CryptoError(
                    .unavailable, "Argon2id could not get \(cost.memoryBytes) bytes of memory; close other programs.")
            }
        }
    }
}
