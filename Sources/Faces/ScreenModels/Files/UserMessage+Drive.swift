// SPDX-License-Identifier: MIT
package import Drive

extension UserMessage {
    /// Why something of the drive is not done, and what to do.
    package init(_ reason: DriveReason, detail: String?) {
        self.init(Self.word(reason), remedy: Self.remedy(reason), detail: detail)
    }

    init(drive error: DriveError) {
        self.init(error.reason, detail: error.message)
    }

    private static func remedy(_ reason: DriveReason) -> Remedy {
        switch reason {
        case .notLoggedIn: .logIn
        default: reason.isPassing ? .retry : .none
        }
    }

    /// Every reason has a sentence; without one, a new reason does not compile.
    package static func word(_ reason: DriveReason) -> StringKey {
        switch reason {
        case .unreachable, .cutOff: .refusedUnreachable
        case .foreignAnswer: .fileForeignAnswer
        case .insecure: .refusedUnprovedHub
        case .notLoggedIn: .refusedNotLoggedIn
        case .clockOff: .refusedClock
        case .busy: .refusedBusy
        case .serverFault, .uploadLost, .wrongBytes: .fileHubFault
        case .quotaExceeded: .refusedFileQuota
        case .serverFull: .fileHubFull
        case .contentChanged, .sourceChanged: .refusedFileChanged
        case .sourceChanging: .fileKeepsChanging
        case .sourceUnreadable: .fileUnreadable
        case .sourceGone: .fileGone
        case .diskFull: .refusedStorageFull
        case .storage: .refusedStorage
        case .blocked, .networkMetered, .networkMobile, .onBattery: .fileWaitsItsTurn
        case .targetExists, .nameTaken: .refusedFileNameTaken
        case .notFound: .fileNotFound
        case .inTrash: .refusedInTrash
        case .forbidden: .refusedForbidden
        case .wrongKind, .folderCycle: .refusedFolder
        case .overLimit: .refusedTooLarge
        case .refused: .refusedByHub
        case .folderFailed: .fileFolderFailed
        }
    }
}
