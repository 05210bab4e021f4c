// SPDX-License-Identifier: MIT
package import Logging

/// The options of a store. The defaults are those of a serving hub.
package struct StoreOptions: Sendable {
    /// Which thread applies changes.
    package enum Execution: Sendable {
        /// A writer thread that groups queued changes into one commit, and two password threads. For serving.
        case threads
        /// The calling thread, with one commit for each change. For operator commands, and for tests that must be
        /// deterministic.
        case caller
    }

    package var execution: Execution = .threads
    /// The largest number of changes in one commit.
    package var maximumBatch = 1_000
    /// The largest number of queued changes. Beyond it the answer is `BUSY`.
    package var maximumQueue = 4_096
    /// Whether to serve a database server's database that another process serves. The other process is refused from
    /// then on.
    package var takesOver = false
    /// Called when this process should end, see ``Hub/reasonToEnd``. May be called often, and on any thread.
    package var onReasonToEnd: @Sendable () -> Void = {}
    /// How often the database server is asked for the outcome of a commit whose answer was lost, four times a second.
    package var outcomeTrials = 240
    /// The largest size of the database file in pages, for tests of a full disk.
    package var maximumPages: Int?
    /// The size of the write-ahead log, in pages, that starts a checkpoint while the hub serves: 256 MB, which is also
    /// what is read on the next start if the process was killed.
    package var logPages = 65_536
    /// Called at each ``HubStep``. What it throws up to the commit undoes the batch; a simulation throws to play a crash,
    /// and takes what is left with ``Hub/image()``.
    package var onStep: @Sendable (HubStep) throws -> Void = { _ in }
    /// What the operator should know.
    package var log: Log = .none

    package init() {}
}
