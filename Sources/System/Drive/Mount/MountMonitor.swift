// SPDX-License-Identifier: MIT
internal import Glibc

/// A lock with a condition that threads can wait for. POSIX: `pthread_mutex_t`, `pthread_cond_t`.
///
/// `Synchronization.Mutex` has no condition.
///
/// Sendable: both pointees are made for use by many threads and live as long as self.
final class MountMonitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        // A monotonic clock keeps timeouts exact when the system's clock is set. pthread_condattr_setclock(3)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs the body while no other thread is inside; the body may wait with ``wait()``.
    func synchronized<R>(_ body: () throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Releases the lock until another thread signals. Only inside ``synchronized(_:)``, in a loop that checks the
    /// condition.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// As ``wait()``, with a timeout.
    func wait(milliseconds: Int) {
        var until = timespec()
        clock_gettime(CLOCK_MONOTONIC, &until)
        until.tv_nsec += milliseconds % 1_000 * 1_000_000
        until.tv_sec += milliseconds / 1_000 + until.tv_nsec / 1_000_000_000
        until.tv_nsec %= 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &until)
    }

    /// Wakes every waiting thread.
    func signal() { pthread_cond_broadcast(condition) }
}
