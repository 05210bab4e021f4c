// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Hands bytes to a sink on a thread of its own, so that the network goes on while they are hashed, written and flushed.
///
/// Bytes are gathered in blocks of 256 KiB, of which at most four wait. A body that fits into one block, and one that comes
/// slowly, gets no thread.
package enum BackgroundSink {
    package static let blockBytes = 256 << 10
    private static let blockCount = 4
    /// Bytes wait for more of them no longer than this, so that the sink can make durable what comes slowly.
    private static let waitMilliseconds: UInt64 = 250

    /// Calls the body with a function that takes bytes. Afterwards the sink has got all of them, in order, also when the
    /// body has thrown.
    ///
    /// The sink is never called by two threads at once, nor after it has thrown.
    ///
    /// - Throws: what the sink has thrown, which the function throws too when it is called next; otherwise what the body
    ///   has thrown.
    package static func run<Result>(
        into sink: (UnsafeRawBufferPointer) throws -> Void,
        _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        try withoutActuallyEscaping(sink) { sink in
            let blocks = Blocks(sink)
            // Before the sink's closure ends, also after an error.
            defer { blocks.end() }
            do {
                let result = try body { try blocks.take($0) }
                try blocks.finish()
                return result
            } catch {
                try blocks.finish()
                throw error
            }
        }
    }

    /// The blocks in turn: the caller's thread fills them, the other one empties them.
    ///
    /// Unchecked Sendable: the semaphores give each block to one thread at a time; `failure` has a lock.
    private final class Blocks: @unchecked Sendable {
        private let sink: (UnsafeRawBufferPointer) throws -> Void
        private var blocks: [UnsafeMutableRawBufferPointer]
        private var counts = [Int](repeating: 0, count: blockCount)
        // Without a start value: a semaphore must not go with less than it began with.
        private let free = DispatchSemaphore(value: 0)
        private let full = DispatchSemaphore(value: 0)
        private let failure = Mutex<(any Error)?>(nil)
        private var thread: BackgroundThread?
        private var current = 0
        private var filled = 0
        private var began: UInt64 = 0

        init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
            self.sink = sink
            blocks = [Self.block()]
        }

        deinit { for block in blocks { block.deallocate() } }

        private static func block() -> UnsafeMutableRawBufferPointer {
            .allocate(byteCount: blockBytes, alignment: 4_096)
        }

        // MARK: - The caller's thread

        func take(_ bytes: UnsafeRawBufferPointer) throws {
            try check()
            var rest = bytes[...]
            while !rest.isEmpty {
                let now = BackgroundSink.milliseconds
                if filled == 0 { began = now }
                let part = rest.prefix(blockBytes - filled)
                UnsafeMutableRawBufferPointer(rebasing: blocks[current][filled...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: part))
                filled += part.count
                rest = rest.dropFirst(part.count)
                if filled == blockBytes {
                    if thread == nil { try start() }
                    handOver()
                } else if now - began >= waitMilliseconds {
                    if thread == nil { try empty() } else { handOver() }
                }
            }
        }

        /// Hands over what is left, and waits until the sink has it.
        func finish() throws {
            if thread == nil {
                try check()
                return try empty()
            }
            if filled > 0 { handOver() }
            end()
            try check()
        }

        func end() {
            guard let thread else { return }
            counts[current] = -1
            full.signal()
            thread.join()
            self.thread = nil
        }

        private func check() throws { if let failure = failure.withLock({ $0 }) { throw failure } }

        private func handOver() {
            counts[current] = filled
            full.signal()
            current = (current + 1) % blockCount
            filled = 0
            free.wait()
        }

        /// The bytes that no other thread needs to take.
        private func empty() throws {
            let count = filled
            filled = 0
            guard count > 0 else { return }
            do {
                try sink(UnsafeRawBufferPointer(rebasing: blocks[current][..<count]))
            } catch {
                failure.withLock { $0 = error }
                throw error
            }
        }

        private func start() throws {
            while blocks.count < blockCount { blocks.append(Self.block()) }
            // All but the one that is filled already.
            for _ in 1..<blockCount { free.signal() }
            thread = try BackgroundThread { [self] in run() }
        }

        // MARK: - The other thread

        private func run() {
            var next = 0
            while true {
                full.wait()
                let count = counts[next]
                guard count >= 0 else { return }
                if failure.withLock({ $0 == nil }) {
                    do {
                        try sink(UnsafeRawBufferPointer(rebasing: blocks[next][..<count]))
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
                next = (next + 1) % blockCount
                free.signal()
            }
        }
    }

    /// Of a clock that never goes back.
    private static var milliseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
