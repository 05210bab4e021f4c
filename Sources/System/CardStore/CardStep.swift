// SPDX-License-Identifier: MIT

/// The named points at which a process may be stopped. At each one, everything needed to resume is durable.
///
/// A harness that kills the process, or a test that throws, does so here. The name says what has just happened. Names
/// that end in `ing` are inside the transaction, right before its commit.
package enum CardStep: String, CaseIterable, Sendable {
    // Photos: one, and all that a change references; its rows follow
    case photoWritten, photosWritten
    case adding, added
    case editing, edited
    case deleting, deleted
    case restoring, restored
    /// In the transaction of an import, after the plan's deletions and before any addition.
    case importErased
    case importing, imported
    case purging, purged
    /// Before each deletion of an unreferenced file.
    case sweeping
    case swept
}
