// SPDX-License-Identifier: MIT
internal import Glibc
package import Keys
internal import Synchronization

/// The counts of one simulated device, in memory only.
package final class EpochMemory: EpochStore {
    private struct Counts {
        var marks: [[UInt8]: EpochMark] = [:]
        var held: Set<[UInt8]> = []
    }

    private let counts: Mutex<Counts>
    private let timeout: Int

    package init(timeout milliseconds: Int = 10_000) {
        counts = Mutex(Counts())
        timeout = milliseconds
    }

    private init(copying marks: [[UInt8]: EpochMark]) {
        counts = Mutex(Counts(marks: marks))
        timeout = 10_000
    }

    /// A copy of the counts as they are now. No caller holds any of them.
    package func copy() -> EpochMemory { EpochMemory(copying: counts.withLock(\.marks)) }

    /// Deletes all counts, as when only the store is moved to another machine.
    package func wipe() { counts.withLock { $0.marks = [:] } }

    @discardableResult
    package func create(_ wallet: [UInt8], _ mark: EpochMark) throws -> FileIdentity? {
        try counts.withLock { counts in
            guard counts.marks[wallet] == nil else { throw KeysError(.stale, "The count exists already. Try again.") }
            counts.marks[wallet] = mark
        }
        return nil
    }

    package func hold<R>(_ wallet: [UInt8], _ body: ((any HeldEpoch)?) throws -> R) throws -> R {
        var waited = 0
        while !(counts.withLock { $0.held.insert(wallet).inserted }) {
            guard waited < timeout else {
                throw KeysError(.locked, "A copy of this wallet does not finish its payment. Close it, then try again.")
            }
            usleep(1_000)
            waited += 1
        }
        defer { counts.withLock { _ = $0.held.remove(wallet) } }
        return try body(mark(of: wallet).map { Held(self, wallet, $0) })
    }

    private func mark(of wallet: [UInt8]) -> EpochMark? { counts.withLock { $0.marks[wallet] } }

    private final class Held: HeldEpoch {
        private let memory: EpochMemory
        private let wallet: [UInt8]
        private(set) var mark: EpochMark
        /// A simulated copy is exact, so no identity can reveal it.
        var identity: FileIdentity? { nil }

        init(_ memory: EpochMemory, _ wallet: [UInt8], _ mark: EpochMark) {
            self.memory = memory
            self.wallet = wallet
            self.mark = mark
        }

        func advance(to next: EpochMark) throws {
            try memory.counts.withLock { counts in
                guard next.number > mark.number, counts.marks[wallet] == mark else {
                    throw KeysError(
                        .stale, "The counter no longer has the value \(mark.number). Open the wallet again.")
                }
                counts.marks[wallet] = next
            }
            mark = next
        }
    }
}

extension EpochStore where Self == EpochMemory {
    /// Empty counts, as of a device that was never used.
    package static func memory() -> EpochMemory { EpochMemory() }
}
