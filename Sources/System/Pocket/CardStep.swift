// SPDX-License-Identifier: MIT

/// The named instants at which the cards may be stopped; at each of them everything needed to go on is durable.
///
/// A harness that kills the process, or a test that throws, does so here. The name says what has just happened; names in
/// `…ing` are inside the transaction, right before its commit.
package enum CardStep: String, CaseIterable, Sendable {
    // Photos: one, and all that a change names; its rows come after
    case photoWritten, photosWritten
    case adding, added
    case editing, edited
    case deleting, deleted
    case restoring, restored
    /// In the transaction of an import, when what the plan erases is gone and nothing came yet.
    case importErased
    case importing, imported
    case purging, purged
    /// Before each file that no card names any more goes.
    case sweeping
    case swept
}
