// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import HTTP
internal import HubAPI
internal import Keys
package import Logging
internal import SQLite

/// Why a task of the drive is not done.
package enum DriveReason: String, Codable, CaseIterable, Sendable {
    // These pass by themselves, or after the user has done something; the task is tried again.
    case unreachable = "unreachable"
    case cutOff = "cutOff"
    case foreignAnswer = "foreignAnswer"
    case insecure = "insecure"
    case notLoggedIn = "notLoggedIn"
    case clockOff = "clockOff"
    case busy = "busy"
    case serverFault = "serverFault"
    case quotaExceeded = "quotaExceeded"
    case serverFull = "serverFull"
    case uploadLost = "uploadLost"
    case wrongBytes = "wrongBytes"
    case contentChanged = "contentChanged"
    case sourceChanging = "sourceChanging"
    case sourceUnreadable = "sourceUnreadable"
    case diskFull = "diskFull"
    case storage = "storage"
    case blocked = "blocked"
    case networkMetered = "networkMetered"
    case networkMobile = "networkMobile"
    case onBattery = "onBattery"
    // These stay as they are, so the task has failed.
    case sourceGone = "sourceGone"
    case sourceChanged = "sourceChanged"
    case targetExists = "targetExists"
    case nameTaken = "nameTaken"
    case notFound = "notFound"
    case inTrash = "inTrash"
    case forbidden = "forbidden"
    case wrongKind = "wrongKind"
    case folderCycle = "folderCycle"
    case overLimit = "overLimit"
    case refused = "refused"
    case folderFailed = "folderFailed"

    /// Whether the task is tried again.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .cutOff, .foreignAnswer, .insecure, .notLoggedIn, .clockOff, .busy, .serverFault,
            .quotaExceeded, .serverFull, .uploadLost, .wrongBytes, .contentChanged, .sourceChanging,
            .sourceUnreadable, .diskFull, .storage, .blocked, .networkMetered, .networkMobile, .onBattery:
            true
        case .sourceGone, .sourceChanged, .targetExists, .nameTaken, .notFound, .inTrash, .forbidden, .wrongKind,
            .folderCycle,
            .overLimit, .refused, .folderFailed:
            false
        }
    }

    /// Whether no other task can go on either until it has passed.
    package var isOfServer: Bool {
        [.unreachable, .insecure, .notLoggedIn, .clockOff, .foreignAnswer].contains(self)
    }
}

/// What went wrong in the drive: a reason for programs, a message for people.
package struct DriveError: Error, CustomStringConvertible, Sendable {
    package var reason: DriveReason
    /// What failed and what to do next.
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    package init(
        _ reason: DriveReason, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.reason = reason
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "DriveError.\(reason): \(message)" }

    /// Any error of a lower module as one of the drive; errors of our own stay as they are.
    package static func translating(_ error: any Error) -> DriveError {
        known(error)
            ?? DriveError(.serverFault, "Unexpected error: \(error). Nothing was lost.", cause: error)
    }

    /// An error of this module or of one below it; nil for one that a caller has thrown in.
    static func known(_ error: any Error) -> DriveError? {
        switch error {
        case let error as DriveError: error
        case let error as NoAnswer: DriveError(reason(of: error), error.message, cause: error)
        case let error as HTTPError: DriveError(reason(of: error.code), error.message, cause: error)
        case let error as HubProblem: DriveError(reason(of: error.code), error.message, cause: error)
        case let error as FileIOError:
            DriveError(error.code == .full ? .diskFull : .storage, error.message, cause: error)
        case let error as SQLError: DriveError(.storage, error.message, cause: error)
        case let error as KeysError: DriveError(.storage, error.message, cause: error)
        case let error as FileModelError: DriveError(.refused, error.message, cause: error)
        default: nil
        }
    }

    private static func reason(of answer: NoAnswer) -> DriveReason {
        switch answer {
        case .lost(let error): reason(of: error.code)
        case .foreign(let status, _): status >= 500 ? .busy : .foreignAnswer
        case .unreadable: .foreignAnswer
        }
    }

    private static func reason(of code: HTTPError.Code) -> DriveReason {
        switch code {
        case .unreachable, .cantListen: .unreachable
        case .cutOff, .timedOut: .cutOff
        case .insecure, .badCredentials: .insecure
        case .tooLarge, .malformed, .other: .foreignAnswer
        }
    }

    private static func reason(of code: HubProblem.Code) -> DriveReason {
        switch code {
        case .unauthorized, .tokenExpired, .sessionEnded, .wrongCredentials, .secondFactorNeeded, .wrongCode,
            .accountLocked:
            .notLoggedIn
        case .clockOff: .clockOff
        case .busy, .tooManyRequests, .locked: .busy
        case .internalError: .serverFault
        case .quotaExceeded: .quotaExceeded
        case .storageFull: .serverFull
        case .contentChanged: .contentChanged
        case .nameTaken, .itemExists: .nameTaken
        case .notFound, .unknownContent: .notFound
        case .itemTrashed: .inTrash
        case .forbidden: .forbidden
        case .wrongKind: .wrongKind
        case .folderCycle: .folderCycle
        case .overLimit, .tooLarge: .overLimit
        default: .refused
        }
    }
}

extension DriveError: LoggableError {
    /// Without the message, which may have the name of a file.
    package var logged: LoggedError { LoggedError(Self.self, LogWord(reason), file: file, line: line) }
}
