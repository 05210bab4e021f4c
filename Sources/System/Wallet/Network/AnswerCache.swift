// SPDX-License-Identifier: MIT
internal import SQLite
internal import Tokens
internal import Vault

/// A cached answer.
struct KeptAnswer {
    var bytes: [UInt8]
    /// When the hub gave it, by the device's clock.
    var asOf: Timestamp
    /// Until when it is used without asking the hub.
    var freshUntil: Timestamp
}

/// Caches the hub's recent answers in two layers: in memory for this process, and sealed in the store for the next one.
///
/// The cache never holds the only copy of anything. The wallet asks the hub again for what is lost.
final class AnswerCache {
    /// The most rows in the store. A new row beyond this removes the oldest.
    private static let maximumRows = 64
    /// The most bytes of one answer. Larger answers are not cached.
    private static let maximumBytes = 256 << 10

    private let table: SealedTable<KeptAnswerRecord>
    private var memory: [String: KeptAnswer] = [:]
    private let store: Store

    init(store: Store) {
        self.store = store
        table = store.table(KeptAnswerRecord.self)
    }

    /// The cached answer to a question, fresh or not. An answer found only in the store is in memory afterwards.
    func answer(to question: String) throws -> KeptAnswer? {
        if let known = memory[question] { return known }
        guard let stored = try table.row(reference: Array(question.utf8)) else { return nil }
        memory[question] = stored.record.answer
        return stored.record.answer
    }

    /// Stores an answer durably. Does nothing if the answer is too large or the store is read-only.
    func keep(_ answer: KeptAnswer, to question: String) throws {
        guard answer.bytes.count <= Self.maximumBytes, !store.database.isReadOnly else { return }
        try store.database.transaction {
            if var stored = try table.row(reference: Array(question.utf8)) {
                stored.record.answer = answer
                try table.update(stored)
            } else {
                try table.insert(KeptAnswerRecord(answer), reference: Array(question.utf8))
                try store.database.run(
                    """
                    DELETE FROM kept_answer
                    WHERE id <= (SELECT id FROM kept_answer ORDER BY id DESC LIMIT 1 OFFSET \(Self.maximumRows))
                    """)
            }
        }
        memory[question] = answer
    }

    /// Frees the layer in memory; the layer in the store stays.
    func forgetMemory() { memory.removeAll() }
}
