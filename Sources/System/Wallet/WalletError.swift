// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI
internal import Keys
internal import Money
internal import Tokens
internal import Vault

/// An error of the wallet: what failed, on what, and what to do next.
package struct WalletError: Error, CustomStringConvertible, Sendable {
    /// The reason, for callers to branch on.
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // Opening
        case noWallet, walletExists, wrongPassphrase, inUse, newerVersion, damaged, stopped
        // Account and hub
        case notJoined, otherHub, unprovedHub, notLoggedIn, hubUnreachable, noAnswer, hubRefused, rewrittenLedger
        // Money
        case insufficient, overLimit, badAmount, frozen, poolEmpty
        // Documents
        case badDocument, requestRefused, paymentRefused, notOurs, tooLate, doubleSpend
        // Device
        case featureRestricted, chipUnavailable
        // Storage
        case storage, storageFull, badBackup, tooLarge
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?
    /// What the history names an order by that is durable all the same, and that the next sync finishes: whoever gives it
    /// again orders twice.
    package private(set) var keptOrder: OrderName?
    package let file: String
    package let line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "WalletError.\(code.rawValue): \(message)" }
}

extension WalletError: Equatable {
    /// Whether a caller does the same and a person reads the same.
    package static func == (left: WalletError, right: WalletError) -> Bool {
        left.code == right.code && left.message == right.message && left.keptOrder == right.keptOrder
    }
}

extension WalletError {
    /// The same failure as a ``WalletError``, if it came from a module below. The error that `onStep` threw and unknown
    /// errors stay unchanged.
    static func translating(_ error: any Error) -> any Error {
        if let (trouble, message) = StoreTrouble.of(error) {
            return WalletError(code(for: trouble), message, cause: error)
        }
        return switch error {
        case let error as DeviceRestriction: WalletError(.featureRestricted, error.message, cause: error)
        case let error as ChipError: WalletError(.chipUnavailable, error.message, cause: error)
        case let error as HubProblem: WalletError(code(for: error), error.message, cause: error)
        case let error as NoAnswer: WalletError(code(for: error), error.message, cause: error)
        case let error as HTTPError: WalletError(.hubUnreachable, error.message, cause: error)
        case let error as MoneyError: WalletError(.badAmount, error.message, cause: error)
        case let error as TokensError: WalletError(code(for: error), error.message, cause: error)
        default: error
        }
    }

    /// That an order is kept, in place of a sentence that says to try again.
    static func kept(_ order: OrderName, because failure: WalletError) -> WalletError {
        var kept = WalletError(
            failure.code,
            "Your order is kept as \(order) and is not confirmed yet: \(failure.delay). The next sync finishes it, or says why not; do not order it again.",
            cause: failure.cause)
        kept.keptOrder = order
        return kept
    }

    /// Why an order was not executed now, as part of a sentence, without advice to repeat it.
    private var delay: String {
        switch cause {
        case let problem as HubProblem where problem.code == .busy || problem.code == .tooManyRequests:
            return "the hub is busy"
        case let noAnswer as NoAnswer: return noAnswer.delay
        default:
            // The sentence continues after it.
            return message.hasSuffix(".") ? String(message.dropLast()) : message
        }
    }

    private static func code(for trouble: StoreTrouble) -> Code {
        switch trouble {
        case .damaged: .damaged
        case .full: .storageFull
        case .inUse: .inUse
        case .newerVersion: .newerVersion
        case .storage: .storage
        case .tooLarge: .tooLarge
        case .wrongPassphrase: .wrongPassphrase
        }
    }

    private static func code(for noAnswer: NoAnswer) -> Code {
        switch noAnswer {
        case .lost, .foreign: .hubUnreachable
        case .unreadable: .noAnswer
        }
    }

    private static func code(for problem: HubProblem) -> Code {
        switch problem.code {
        case .unauthorized, .tokenExpired, .sessionEnded, .wrongCredentials, .secondFactorNeeded, .wrongCode:
            .notLoggedIn
        case .insufficientBalance: .insufficient
        case .overLimit, .youngAccount: .overLimit
        case .unknownCurrency, .amountNotPositive: .badAmount
        case .busy, .tooManyRequests: .hubUnreachable
        default: .hubRefused
        }
    }

    private static func code(for error: TokensError) -> Code {
        switch error.code {
        case .insufficient: .insufficient
        case .limitExceeded, .overCap: .overLimit
        case .tooLate: .tooLate
        case .malformed, .notCanonical, .tooLarge, .newerVersion, .oldVersion, .otherKind: .badDocument
        default: .paymentRefused
        }
    }
}

extension NoAnswer {
    /// Why an order was not executed now, as part of a sentence.
    fileprivate var delay: String {
        switch self {
        case .lost(let error) where error.code == .unreachable: "the hub cannot be reached"
        case .lost(let error) where error.code == .insecure:
            "what answers is not the hub, so do not go on over this network"
        case .lost: "no answer came from the hub, which may have done it already"
        case .foreign(let status, _):
            "what answered is not the hub (status \(status)), which may have done it already"
        case .unreadable(let reason):
            "the hub's answer cannot be read (\(reason)), and it may have done it already"
        }
    }
}
