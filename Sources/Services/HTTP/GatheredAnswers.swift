// SPDX-License-Identifier: MIT
internal import Glibc

/// Collects answers that one thread gives in sequence, so that each loop is woken only once.
///
/// Waking a loop costs more than most answers, and a loop that is woken for the first answer is soon woken again.
/// Taking its lock is costly too, because the loop may have to wait for it.
package final class GatheredAnswers {
    /// The answers for one loop.
    struct Share {
        let loop: ServerLoop
        var answers: [(RequestReference, Response)] = []
        /// Streams that have data to write, or are to end.
        var streams: [ResponseStream] = []
    }

    private var shares: [Share] = []

    private init() {}

    /// Runs the body. Answers that it gives on this thread are delivered when it returns.
    package static func during(_ body: () -> Void) {
        guard current == nil else { return body() }
        let gathered = GatheredAnswers()
        pthread_setspecific(key, Unmanaged.passUnretained(gathered).toOpaque())
        body()
        pthread_setspecific(key, nil)
        for share in gathered.shares { share.loop.deliver(share.answers, share.streams) }
    }

    /// The collector of this thread, if one is active.
    static var current: GatheredAnswers? {
        // Safe: during(_:) keeps the object alive for as long as the thread's value points to it.
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    func add(_ response: Response, to request: RequestReference, on loop: ServerLoop) {
        shares[share(of: loop)].answers.append((request, response))
    }

    func add(_ stream: ResponseStream, on loop: ServerLoop) {
        shares[share(of: loop)].streams.append(stream)
    }

    private func share(of loop: ServerLoop) -> Int {
        if let known = shares.firstIndex(where: { $0.loop === loop }) { return known }
        shares.append(Share(loop: loop))
        return shares.count - 1
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The system has no room left for a value of each thread.")
        return key
    }()
}
