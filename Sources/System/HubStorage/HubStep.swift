// SPDX-License-Identifier: MIT

/// The points around each durable commit and each reply at which a crash test may kill the process.
///
/// | step | on disk | answered to clients |
/// | --- | --- | --- |
/// | `batchBegun` | nothing of the batch | nothing |
/// | `transfersDecided` | nothing of the batch | nothing |
/// | `jobApplied` | nothing of the batch | nothing |
/// | `batchApplied` | nothing of the batch | nothing |
/// | `batchCommitted` | the whole batch | nothing |
/// | `jobReplied` | the whole batch | some of it |
/// | `batchReplied` | the whole batch | all of it |
///
/// Recovery is the same for all of them. SQLite rolls an uncommitted batch back. A client that got no answer repeats
/// its request under the same id or with the same record, and either gets the stored answer or the work is done then.
package enum HubStep: String, Sendable, CaseIterable {
    case batchBegun, transfersDecided, jobApplied, batchApplied, batchCommitted, jobReplied, batchReplied
}
