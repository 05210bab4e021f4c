// SPDX-License-Identifier: MIT

/// The way of a question to a server and of its answer back, for as long as somebody has the time to wait.
///
/// The coins do one thing at a time, and a server may take half a minute. Whoever owns them, and has more to do with the
/// same thread, sets ``isWaiting`` around the call of a method: a question that it gives up on ends with
/// ``CoinsError/Code/interrupted``, as on a bad line. Nothing is lost by that: what was signed is kept before it is sent.
package enum ServerErrand {
    /// Runs the work and returns whether it is done; false gives up on it, and then it may go on until the server answers.
    package typealias Waiting = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    /// How the current task waits for servers; it waits to the end unless said otherwise.
    @TaskLocal package static var isWaiting: Waiting?

    /// Asks with something that nobody else uses meanwhile, and that nobody may use again after an interruption.
    ///
    /// - Throws: ``CoinsError`` with code `.interrupted`.
    static func run<Asked: AnyObject, R>(
        asking name: String, with asked: Asked, _ question: @escaping @Sendable (Asked) -> R
    ) throws -> R {
        guard let isWaiting else { return question(asked) }
        let slot = Slot<Asked, R>(asked)
        guard isWaiting({ slot.fill(question) }), let answer = slot.answer else {
            throw CoinsError(
                .interrupted, "\(name) took long and was left alone for something more urgent: try again.")
        }
        return answer
    }

    /// What is asked, and its answer: one thread asks, and the other looks when that has ended.
    private final class Slot<Asked: AnyObject, R>: @unchecked Sendable {
        private let asked: Asked
        private(set) var answer: R?

        init(_ asked: Asked) { self.asked = asked }

        func fill(_ question: (Asked) -> R) { answer = question(asked) }
    }
}
