// SPDX-License-Identifier: MIT
internal import Bytes
internal import Tokens
internal import Vault

/// A cached answer of the hub, sealed; see ``AnswerCache``.
struct KeptAnswerRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "kept_answer"
    /// Their hashes are keyed, because questions can be guessed.
    static let hidesNames = true
    var state = State.kept
    var answer: KeptAnswer

    init(_ answer: KeptAnswer) { self.answer = answer }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 3)
        let asOf = try reader.timestamp()
        let freshUntil = try reader.timestamp()
        answer = KeptAnswer(bytes: try reader.blob(), asOf: asOf, freshUntil: freshUntil)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.uint(answer.asOf.seconds)
        writer.uint(answer.freshUntil.seconds)
        writer.bytes(answer.bytes)
    }
}
