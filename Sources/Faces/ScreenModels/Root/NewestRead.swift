// SPDX-License-Identifier: MIT

/// Numbers the reads of a model. Only the newest one is shown, and each earlier caller waits until it is.
///
///     let read = reads.begin()
///     let rows = try await …
///     guard reads.isNewest(read) else { return await reads.newest() }
///     …show rows…
///     reads.end(read)
@MainActor
package final class NewestRead {
    private var number = 0
    /// Whether a read is on its way.
    package private(set) var isReading = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    package func begin() -> Int {
        number += 1
        isReading = true
        return number
    }

    package func isNewest(_ read: Int) -> Bool { read == number }

    /// Notes that the model shows what this read found. An earlier read changes nothing.
    package func end(_ read: Int) {
        guard isNewest(read) else { return }
        isReading = false
        for caller in waiting { caller.resume() }
        waiting = []
    }

    /// Waits for the end of the newest read, which may have ended before an earlier one came back.
    package func newest() async {
        guard isReading else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
