// SPDX-License-Identifier: MIT

/// What was said last of a payment that is not over. Decision 0088
package enum SendRemark: Hashable, Sendable {
    case refused(ServerRefusal)
    /// It could not be handed to a server, or a server refused it in a way that only its error tells.
    case failed(CoinsError.Code, message: String)
    /// It has not all signatures that it takes.
    case signatures(MissingSignatures)
    /// A sentence of an older version; shown as it is.
    case legacy(String)

    init(_ error: CoinsError) {
        self =
            if let refusal = error.cause as? ServerRefusal {
                .refused(refusal)
            } else {
                .failed(error.code, message: error.message)
            }
    }

    /// In English, for commands.
    var sentence: String {
        switch self {
        case .refused(let refusal): refusal.sentence
        case .failed(_, let message): message
        case .signatures(let missing): missing.sentence
        case .legacy(let text): text
        }
    }
}

/// How many signatures a transaction of several people has and takes, while some are missing.
package struct MissingSignatures: Hashable, Sendable {
    /// The first input that lacks some, counted from 1; nil where all inputs stand alike.
    package let input: Int?
    /// What that input has.
    package let have: Int
    /// What it takes; nil when the file does not say.
    package let needed: Int?
    /// Inputs that have all that they take.
    package let done: Int
    package let inputs: Int

    package init(input: Int?, have: Int, needed: Int?, done: Int, inputs: Int) {
        self.input = input
        self.have = have
        self.needed = needed
        self.done = done
        self.inputs = inputs
    }

    var sentence: String {
        let needed = needed.map { "\($0)" } ?? "?"
        guard let input else { return "Each input has \(have) of \(needed) signatures; the others are missing." }
        return
            "\(done) of \(inputs) inputs are signed; input \(input) has \(have) of \(needed) signatures; the others are missing."
    }
}

/// A server refused a payment, which is kept: its fee can be raised, and it can be cancelled.
package struct RefusedSend: Error {
    package let row: Int64
    package let remark: SendRemark

    func error() -> CoinsError {
        let reason = remark.sentence.hasSuffix(".") ? remark.sentence : remark.sentence + "."
        return CoinsError(
            .refused,
            "The server refused payment \(row): \(reason) It is kept: raise its fee with bump, or take it back with cancel.",
            cause: self)
    }
}
