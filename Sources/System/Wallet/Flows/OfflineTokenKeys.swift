// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import Tokens
internal import Vault

/// The wallet's coin keys. Each is derived from the seed of its generation and its row number.
///
/// A row is never reused and a rollback starts a new generation, so every key is new.
struct OfflineTokenKeys {
    let context: WalletContext

    private var table: SealedTable<OfflineKeyRecord> { context.table(OfflineKeyRecord.self) }

    /// Derives the next key and stores its row. Call inside a transaction.
    func make(_ state: OfflineKeyRecord.State) throws -> Stored<OfflineKeyRecord> {
        let id = try table.nextID()
        let generation = try context.store.generation
        let key = try derive(id, generation)
        let record = OfflineKeyRecord(state: state, generation: generation, publicKey: key.publicKey, certificate: nil)
        try table.insert(record, reference: SHA256.hash(key.publicKey.compressed).bytes)
        return Stored(id: id, record: record)
    }

    /// The key that signs units away, for the copy of the wallet that holds the right to spend; see
    /// ``SpendTurn/key(_:)``.
    ///
    /// - Throws: ``WalletError`` with code `.frozen` for a key from before a rollback, because it may have signed
    ///   already.
    func signing(_ row: Int64, _: SpendTurn) throws -> P256.PrivateKey {
        let stored = try table.require(row)
        guard try stored.record.generation == context.store.generation else {
            throw WalletError(
                .frozen,
                "The wallet never signs an offline token from before it was restored. The hub refunds its value.")
        }
        return try derive(row, stored.record.generation)
    }

    /// The key that signs receipts. Receipts move no units.
    func answering(_ row: Int64) throws -> P256.PrivateKey {
        try derive(row, try table.require(row).record.generation)
    }

    /// The row of a key; nil if the key is not this wallet's.
    func row(of key: P256.PublicKey) throws -> Stored<OfflineKeyRecord>? {
        try table.row(reference: SHA256.hash(key.compressed).bytes)
    }

    private func derive(_ row: Int64, _ generation: UInt64) throws -> P256.PrivateKey {
        let seeds = try context.store.get(.seeds) ?? []
        guard generation < UInt64(seeds.count) else {
            throw WalletError(.damaged, "The seed of the wallet's keys is missing. Restore a backup.")
        }
        return P256.PrivateKey.derived(
            seed: SecretBytes(seeds[Int(generation)]), info: Array("satchel/coin-key/\(row)".utf8))
    }
}
