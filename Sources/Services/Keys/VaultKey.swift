// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto
internal import Synchronization

/// The secret that opens a store. Each table has its own key derived from it, and each row its own seal.
///
/// A sealed row is a version byte (1), a random nonce of 12 bytes, and AES-256-GCM over the plain bytes, with the table
/// and the row's id as associated data. It opens only under the same table and id.
package struct VaultKey: Sendable, Equatable {
    static let count = 32
    private static let rowVersion: UInt8 = 1

    /// The secret itself, for sealing it and for the unlock cache.
    let secret: SecretBytes
    private let tableKeys = TableKeys()

    init(secret: SecretBytes) {
        precondition(secret.count == Self.count, "A vault key has \(Self.count) bytes.")
        self.secret = secret
    }

    /// The key of a table: HKDF-SHA256 with the table's name as information.
    package func tableKey(_ table: String) -> SecretBytes {
        tableKeys.key(of: table) {
            HKDF.derive(from: secret, salt: [], info: Array("satchel/table/\(table)".utf8), count: AESGCM.keyCount)
        }
    }

    package static func == (a: VaultKey, b: VaultKey) -> Bool { a.secret == b.secret }

    /// Seals a row's private part.
    ///
    /// - Parameters:
    ///   - row: the row's id. The caller must never reuse it in its table, because a sealed row opens in any row with
    ///     the same id.
    ///   - random: provides the nonce. One table key is safe for about four thousand million rows.
    package func seal(_ plain: [UInt8], table: String, row: [UInt8], random: RandomSource) throws -> [UInt8] {
        let nonce = random.bytes(AESGCM.nonceCount)
        let sealed = try AESGCM.seal(
            plain, key: tableKey(table), nonce: nonce, associatedData: Self.place(table, row))
        return [Self.rowVersion] + nonce + sealed
    }

    /// Opens what ``seal(_:table:row:random:)`` made for the same table and row.
    ///
    /// - Throws: ``KeysError`` with code `.brokenSeal`.
    package func open(_ sealed: [UInt8], table: String, row: [UInt8]) throws -> [UInt8] {
        let start = 1 + AESGCM.nonceCount
        guard sealed.count >= start + AESGCM.tagCount, sealed[0] == Self.rowVersion else {
            throw KeysError(.brokenSeal, "A row of the table '\(table)' is not a sealed row. \(Self.advice)")
        }
        do {
            return try AESGCM.open(
                Array(sealed[start...]), key: tableKey(table), nonce: Array(sealed[1..<start]),
                associatedData: Self.place(table, row))
        } catch let error as CryptoError where error.code == .authenticationFailed {
            throw KeysError(
                .brokenSeal, "A row of the table '\(table)' was changed outside the program. \(Self.advice)",
                cause: error)
        }
    }

    /// Seals a numbered row. Its id is the owner's bytes and then the number's eight bytes, big-endian.
    ///
    /// - Parameter owner: what the row belongs to, such as a hub's id; empty for a row of the whole store. The seal
    ///   opens only for the same owner.
    package func seal(
        _ plain: [UInt8], table: String, row: Int64, of owner: [UInt8] = [], random: RandomSource
    ) throws -> [UInt8] {
        try seal(plain, table: table, row: owner + Self.bytes(of: row), random: random)
    }

    package func open(_ sealed: [UInt8], table: String, row: Int64, of owner: [UInt8] = []) throws -> [UInt8] {
        try open(sealed, table: table, row: owner + Self.bytes(of: row))
    }

    private static let advice = "Restore the wallet from a backup."

    /// Encodes table and row unambiguously.
    private static func place(_ table: String, _ row: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(3)
        writer.text("satchel/row")
        writer.text(table)
        writer.bytes(row)
        return writer.encoded
    }

    private static func bytes(of row: Int64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: row >> ($0 * 8)) }
    }
}

extension VaultKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "VaultKey(‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Caches the tables' keys, because deriving one costs more than opening a row with it. The cache is freed with the
/// last copy of its vault key.
private final class TableKeys: Sendable {
    private let known = Mutex<[String: SecretBytes]>([:])

    func key(of table: String, orDerive derive: () -> SecretBytes) -> SecretBytes {
        known.withLock { known in
            if let key = known[table] { return key }
            let key = derive()
            known[table] = key
            return key
        }
    }
}
