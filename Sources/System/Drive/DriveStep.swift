// SPDX-License-Identifier: MIT

/// The places between which the client can be interrupted; tests end the process at each.
package enum DriveStep: String, CaseIterable, Sendable {
    /// A task is in the store.
    case queued
    // An upload
    case hashed, uploadBegun, placeKept, appended, contentStored, orderSent, orderKept
    // A download
    case described, stagingMade, chunkWritten, chunkKept, bytesVerified, dressed, renamed, downloadKept
    // The tree
    case changesKept
    // The mounted folder
    case mountedFileMade, mountedFileReplaced, mountedFileFlushed, mountedFileFrozen, mountedFilesSettled
    // Photos
    case photosFound, photosHashed, photosAsked, photosOrdered, photosSettled
    // The session
    case sessionRefreshed, sessionKept
    // A pairing
    case pairingKept, codeClaimed, sessionCollected
}
