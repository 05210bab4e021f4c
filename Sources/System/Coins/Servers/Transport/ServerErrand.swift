// SPDX-License-Identifier: MIT
internal import Glibc

/// The way of a question to a server and of its answer back, for as long as somebody has the time to wait.
///
/// The coins do one thing at a time, and a server may take half a minute. Whoever owns them, and has more to do with the
/// same thread, runs the call of a method in ``waiting(by:_:)``: a question that it gives up on ends with
/// ``CoinsError/Code/interrupted``, as on a bad line. Nothing is lost by that: what was signed is kept before it is sent.
package enum ServerErrand {
    /// Runs the work and returns whether it is done; false gives up on it, and then it may go on until the server answers.
    package typealias Waiting = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    /// Runs the work, which waits for servers in this way while it stays on its thread; otherwise one waits to the end.
    package static func waiting<R>(by wait: @escaping Waiting, _ work: () throws -> R) rethrows -> R {
        // Not a task-local value: an optimised build pushes one of a function's type without its type, and crashes.
        let patience = Patience(wait)
        let before = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passUnretained(patience).toOpaque())
        defer { pthread_setspecific(key, before) }
        return try withExtendedLifetime(patience) { try work() }
    }

    private final class Patience {
        let wait: Waiting

        init(_ wait: @escaping Waiting) { self.wait = wait }
    }

    /// Where each thread keeps its patience, while it has one.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The system has no more keys for threads.")
        return key
    }()

    private static var patience: Patience? {
        pthread_getspecific(key).map { Unmanaged<Patience>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Asks with something that nobody else uses meanwhile, and that nobody may use again after an interruption.
    ///
    /// - Throws: ``CoinsError`` with code `.interrupted`.
    static func run<Asked: AnyObject, R>(
        asking name: String, with asked: Asked, _ question: @escaping @Sendable (Asked) -> R
    ) throws -> R {
        guard let patience else { return question(asked) }
        let slot = Slot<Asked, R>(asked)
        guard patience.wait({ slot.fill(question) }), let answer = slot.answer else {
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
