// SPDX-License-Identifier: MIT
internal import Glibc

/// Makes blocking server calls cancellable.
///
/// The coins do one operation at a time, and a server may take half a minute. A caller that needs its thread for other
/// work runs the call of a method in ``waiting(by:_:)``. A cancelled request ends with ``CoinsError/Code/interrupted``,
/// like a failed connection. Nothing is lost: signed transactions are stored before they are sent.
package enum ServerCancellation {
    /// Runs the work and returns whether it finished. False cancels it; the work may then continue until the server
    /// answers.
    package typealias Waiting = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    /// Runs `work`. Its server requests use `wait` as long as they stay on this thread; by default a request waits to
    /// the end.
    package static func waiting<R>(by wait: @escaping Waiting, _ work: () throws -> R) rethrows -> R {
        // Not a task-local value: an optimised build pushes a value of function type without its type, and crashes.
        let waiter = Waiter(wait)
        let before = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passUnretained(waiter).toOpaque())
        defer { pthread_setspecific(key, before) }
        return try withExtendedLifetime(waiter) { try work() }
    }

    private final class Waiter {
        let wait: Waiting

        init(_ wait: @escaping Waiting) { self.wait = wait }
    }

    /// The thread-specific key of the current ``Waiter``.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The system has no more keys for threads.")
        return key
    }()

    private static var waiter: Waiter? {
        pthread_getspecific(key).map { Unmanaged<Waiter>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Sends a request through an object that no other code uses meanwhile. After an interruption it must not be used
    /// again.
    ///
    /// - Throws: ``CoinsError`` with code `.interrupted`.
    static func run<Asked: AnyObject, R>(
        asking name: String, with asked: Asked, _ question: @escaping @Sendable (Asked) -> R
    ) throws -> R {
        guard let waiter else { return question(asked) }
        let slot = Slot<Asked, R>(asked)
        guard waiter.wait({ slot.fill(question) }), let answer = slot.answer else {
            throw CoinsError(
                .interrupted, "\(name) was slow to respond, and Satchel stopped waiting for it. Try again.")
        }
        return answer
    }

    /// The object and its answer. One thread fills it, and the other reads it only after that has ended.
    private final class Slot<Asked: AnyObject, R>: @unchecked Sendable {
        private let asked: Asked
        private(set) var answer: R?

        init(_ asked: Asked) { self.asked = asked }

        func fill(_ question: (Asked) -> R) { answer = question(asked) }
    }
}
