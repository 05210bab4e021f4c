// SPDX-License-Identifier: MIT
internal import Glibc

/// Waits until one of several descriptors is readable. man 2 poll
enum Readiness {
    /// Returns at the first that is readable or has ended, after the time, or at a signal.
    static func wait(for descriptors: [Int32], atMost time: Duration) {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let (seconds, attoseconds) = time.components
        // Rounded up, so that the clock has passed the moment that the caller waits for.
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, milliseconds)))
    }
}
