// SPDX-License-Identifier: MIT
internal import Glibc

/// Answers that one thread gives one after another, for which each loop is woken once.
///
/// Waking a loop costs more than most answers, and a loop that is woken for the first of many is soon woken again.
package final class GatheredAnswers {
    private var loops: [ServerLoop] = []

    private init() {}

    /// Runs the body; answers that it gives on this thread leave when it returns.
    package static func during(_ body: () -> Void) {
        guard current == nil else { return body() }
        let gathered = GatheredAnswers()
        pthread_setspecific(key, Unmanaged.passUnretained(gathered).toOpaque())
        body()
        pthread_setspecific(key, nil)
        for loop in gathered.loops { loop.deliver() }
    }

    /// What gathers on this thread now.
    static var current: GatheredAnswers? {
        // Safe: during(_:) keeps the object alive for as long as the thread's value points to it.
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    func note(_ loop: ServerLoop) {
        if !loops.contains(where: { $0 === loop }) { loops.append(loop) }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The system has no room left for a value of each thread.")
        return key
    }()
}
