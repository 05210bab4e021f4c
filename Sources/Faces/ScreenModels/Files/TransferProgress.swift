// SPDX-License-Identifier: MIT
internal import Synchronization

/// How far the transfers are that this process executes.
final class TransferProgress: Sendable {
    private let hundredths = Mutex<[Int64: Int]>([:])
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called on any thread when a transfer has another whole percentage.
    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    /// Records the bytes that are done of all bytes of a task.
    func note(_ task: Int64, _ done: UInt64, _ total: UInt64) {
        let part = total == 0 ? 100 : Int(min(100, Double(done) / Double(total) * 100))
        let isNews = hundredths.withLock { hundredths in
            defer { hundredths[task] = part }
            return hundredths[task] != part
        }
        if isNews { changed() }
    }

    /// Nothing is under way any more.
    func end() {
        hundredths.withLock { $0 = [:] }
        changed()
    }

    /// The whole percentages by the numbers of the tasks.
    var all: [Int64: Int] { hundredths.withLock { $0 } }
}
