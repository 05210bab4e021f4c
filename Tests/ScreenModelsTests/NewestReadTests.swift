// SPDX-License-Identifier: MIT
import ScreenModels
import Testing

/// Which read of a model is shown, and who waits for it.
@MainActor
struct NewestReadTests {
    @Test func anEarlierCallerWaitsForTheNewestRead() async {
        let reads = NewestRead()
        let (first, second) = (reads.begin(), reads.begin())
        #expect(!reads.isNewest(first) && reads.isNewest(second))
        let earlier = Task { await reads.newest() }
        await Task.yield()
        reads.end(first)
        #expect(reads.isReading)
        reads.end(second)
        await earlier.value
        #expect(!reads.isReading)
    }

    /// The newest read may end before an earlier one comes back, which then has nothing to wait for.
    @Test func aLateCallerDoesNotWait() async {
        let reads = NewestRead()
        let (first, second) = (reads.begin(), reads.begin())
        reads.end(second)
        #expect(!reads.isNewest(first))
        await reads.newest()
    }
}
