// SPDX-License-Identifier: MIT
internal import SQLite
internal import Tokens
internal import Vault

/// An answer that was kept.
struct KeptAnswer {
    var bytes: [UInt8]
    /// When it was given, by the device's clock.
    var asOf: Timestamp
    /// Until when nobody needs to ask again.
    var freshUntil: Timestamp
}

/// What the hub said lately, in two layers: in memory for this process, and sealed in the store for the next one.
///
/// Never the only copy of anything: what is lost from here is asked for again.
final class AnswerCache {
    /// Rows of the store; the oldest question goes when one more is kept.
    private static let maximumRows = 64
    /// Bytes of one answer; larger ones are asked for again each time.
    private static let maximumBytes = 256 << 10

    private let table: SealedTable<KeptAnswerRecord>
    private var memory: [String: KeptAnswer] = [:]
    private let store: Store

    init(store: Store) {
        self.store = store
        table = store.table(KeptAnswerRecord.self)
    }

    /// What is known of this question, fresh or not; what only the store has is in memory afterwards.
    func answer(to question: String) throws -> KeptAnswer? {
        if let known = memory[question] { return known }
        guard let stored = try table.row(reference: Array(question.utf8)) else { return nil }
        memory[question] = stored.record.answer
        return stored.record.answer
    }

    /// Keeps an answer, durably.
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

    /// Frees the memory; the store keeps its layer.
    func forgetMemory() { memory.removeAll() }
}
