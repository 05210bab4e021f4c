// SPDX-License-Identifier: MIT
package import Logging

/// A refusal in a hub's answer: a stable code for programs, a message for people, and details.
package struct HubProblem: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// The codes never change. A client treats an unknown one by its HTTP status.
    package enum Code: String, Codable, Sendable, CaseIterable {
        case badRequest = "BAD_REQUEST"
        case unknownField = "UNKNOWN_FIELD"
        case notFound = "NOT_FOUND"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case tooLarge = "TOO_LARGE"
        case unauthorized = "UNAUTHORIZED"
        case tokenExpired = "TOKEN_EXPIRED"
        case sessionEnded = "SESSION_ENDED"
        case unsigned = "UNSIGNED"
        case clockOff = "CLOCK_OFF"
        case wrongCredentials = "WRONG_CREDENTIALS"
        case secondFactorNeeded = "SECOND_FACTOR_NEEDED"
        case wrongCode = "WRONG_CODE"
        case secondFactorOn = "SECOND_FACTOR_ON"
        case secondFactorOff = "SECOND_FACTOR_OFF"
        case forbidden = "FORBIDDEN"
        case accountLocked = "ACCOUNT_LOCKED"
        case usernameTaken = "USERNAME_TAKEN"
        case weakPassword = "WEAK_PASSWORD"
        case badUsername = "BAD_USERNAME"
        case tooManyRequests = "TOO_MANY_REQUESTS"
        case busy = "BUSY"
        case insufficientBalance = "INSUFFICIENT_BALANCE"
        case unknownCurrency = "UNKNOWN_CURRENCY"
        case unknownRecipient = "UNKNOWN_RECIPIENT"
        case amountNotPositive = "AMOUNT_NOT_POSITIVE"
        case overLimit = "OVER_LIMIT"
        case youngAccount = "YOUNG_ACCOUNT"
        case idempotencyConflict = "IDEMPOTENCY_CONFLICT"
        case keyOfAnotherAccount = "KEY_OF_ANOTHER_ACCOUNT"
        case badRecord = "BAD_RECORD"
        case unknownRoot = "UNKNOWN_ROOT"
        case tooLate = "TOO_LATE"
        case accountFrozen = "ACCOUNT_FROZEN"
        case requestClosed = "REQUEST_CLOSED"
        case wrongAmount = "WRONG_AMOUNT"
        case notAccepted = "NOT_ACCEPTED"
        case noRate = "NO_RATE"
        case quoteExpired = "QUOTE_EXPIRED"
        case quoteUsed = "QUOTE_USED"
        case badIBAN = "BAD_IBAN"
        case noBank = "NO_BANK"
        case badName = "BAD_NAME"
        case unknownContent = "UNKNOWN_CONTENT"
        case nameTaken = "NAME_TAKEN"
        case itemExists = "ITEM_EXISTS"
        case itemTrashed = "ITEM_TRASHED"
        case folderCycle = "FOLDER_CYCLE"
        case wrongKind = "WRONG_KIND"
        case feedReset = "FEED_RESET"
        case contentChanged = "CONTENT_CHANGED"
        case locked = "LOCKED"
        case quotaExceeded = "QUOTA_EXCEEDED"
        case storageFull = "STORAGE_FULL"
        case internalError = "INTERNAL"
    }

    package var code: Code
    /// What failed and what to do next. Contains no secrets.
    package var message: String
    package var details: [String: String]

    enum CodingKeys: String, CodingKey { case code = "code", message = "message", details = "details" }

    package init(_ code: Code, _ message: String, details: [String: String] = [:]) {
        self.code = code
        self.message = message
        self.details = details
    }

    package var description: String { "\(code.rawValue): \(message)" }

    /// The HTTP status for this code.
    package var status: Int {
        switch code {
        case .badRequest, .unknownField, .weakPassword, .badUsername, .unknownCurrency, .amountNotPositive, .badRecord,
            .badIBAN, .badName:
            400
        case .unauthorized, .tokenExpired, .sessionEnded, .unsigned, .clockOff, .wrongCredentials, .secondFactorNeeded,
            .wrongCode:
            401
        case .accountFrozen, .accountLocked, .forbidden, .keyOfAnotherAccount, .notAccepted: 403
        case .notFound, .unknownRecipient, .unknownRoot, .noRate, .noBank, .unknownContent: 404
        case .methodNotAllowed: 405
        case .usernameTaken, .secondFactorOn, .secondFactorOff, .requestClosed, .quoteUsed, .nameTaken, .itemExists,
            .itemTrashed, .folderCycle, .wrongKind:
            409
        case .tooLate, .quoteExpired, .feedReset: 410
        case .contentChanged: 412
        case .tooLarge: 413
        case .locked: 423
        case .insufficientBalance, .overLimit, .youngAccount, .idempotencyConflict, .wrongAmount: 422
        case .tooManyRequests: 429
        case .internalError: 500
        case .busy: 503
        case .quotaExceeded, .storageFull: 507
        }
    }
}

extension HubProblem: LoggableError {
    /// Without the message, which may have names and amounts.
    package var logged: LoggedError { LoggedError(Self.self, LogWord(raw: code)) }
}
