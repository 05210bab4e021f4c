// SPDX-License-Identifier: MIT
import Terminal
import Tokens

/// Work of the serving loop that is tried again each time. The same refusal is logged once.
struct RetriedWork {
    private var refusal: String?

    /// - Parameter goal: what the work does, as it follows "Could not".
    mutating func run(_ goal: String, at now: Timestamp, _ console: Console, _ work: () throws -> Void) {
        do {
            try work()
            refusal = nil
        } catch {
            let sentence = HubProgram.sentence(error)
            if refusal != sentence { console.note("\(now) Could not \(goal): \(sentence)") }
            refusal = sentence
        }
    }
}
