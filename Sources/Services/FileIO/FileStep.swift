// SPDX-License-Identifier: MIT

/// The places between which an upload can be interrupted; tests end the process at each.
package enum FileStep: String, CaseIterable, Sendable {
    case dataCreated, journalCreated, creationFlushed
    case dataWritten, dataFlushed, chunkHashesWritten, checkpointWritten, checkpointFlushed
    case contentFolderMade, renamed, contentFolderFlushed, stagingFolderFlushed
    case dataRemoved, journalRemoved
}
