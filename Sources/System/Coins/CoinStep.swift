// SPDX-License-Identifier: MIT

/// The named points at which a process may be stopped. At each one, everything needed to resume is durable.
///
/// A harness that kills the process, or a test that throws, does so here. The name says what has just happened. Names
/// that end in `ing` are inside the transaction, right before its commit.
package enum CoinStep: String, CaseIterable, Sendable {
    // Phrase and accounts
    case phraseKeeping, phraseKept, accountAdding, accountAdded, addressGiving, addressGiven
    // Refreshing
    case refreshAnswered, refreshStoring, refreshStored
    // Sending
    case sendSigning, sendSigned, sendBroadcast, sendRecording, sendRecorded
    // Offline signing
    case sendExporting, sendExported, sendImporting, sendImported
    // Watching what was sent
    case sendChecked, sendSettling, sendSettled
}
