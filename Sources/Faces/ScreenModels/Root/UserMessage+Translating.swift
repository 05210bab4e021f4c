// SPDX-License-Identifier: MIT
internal import Bytes
internal import Cards
internal import Chains
internal import Codes
internal import Coins
internal import Crypto
internal import Drive
internal import FileModel
internal import HTTP
package import HubAPI
internal import Keys
internal import Money
internal import CardStore
internal import Barcodes
internal import Tokens
internal import Wallet

extension UserMessage {
    /// The single place that translates errors to sentences.
    package init(_ error: any Error) {
        switch error {
        case let refusal as UserMessage: self = refusal
        case let error as WalletError: self.init(wallet: error)
        case let failure as SyncFailure: self.init(sync: failure)
        case let refused as RefusedRequest: self.init(request: refused)
        case let error as CoinsError: self.init(coins: error)
        case let error as DriveError: self.init(drive: error)
        case let error as FileModelError: self.init(.refusedFileName, detail: error.message)
        case let error as CardStoreError: self.init(pocket: error)
        case let error as CardsError: self.init(cards: error)
        case let error as CodesError: self.init(codes: error)
        case let error as MoneyError: self.init(Self.word(error.code), detail: error.message)
        // An error of local parsing, not of the hub: a link, a rhythm.
        case let error as HubProblem where error.code == .badRequest:
            self.init(.refusedBadLink, detail: error.message)
        case let error as HubProblem: self.init(hub: error)
        case let error as NoAnswer: self.init(.refusedUnreachable, remedy: .retry, detail: error.message)
        case let error as HTTPError: self.init(.refusedUnreachable, remedy: .retry, detail: error.message)
        case let error as TokensError: self.init(Self.word(error.code), detail: error.message)
        case let error as BytesError: self.init(.refusedBadDocument, detail: error.message)
        case let error as SymbolsError: self.init(.refusedCodeCannotHold, detail: error.message)
        case let error as ChainsError: self.init(.refusedCoinInput, detail: error.message)
        case let error as KeysError: self.init(Self.word(error.code), detail: error.message)
        case let error as CryptoError: self.init(.refusedUnforeseen, detail: error.message)
        default: self.init(.refusedUnforeseen, detail: "\(error)")
        }
    }

    private static func word(_ code: KeysError.Code) -> StringKey {
        switch code {
        case .wrongPassphrase: .refusedPassphrase
        case .notFound: .refusedFile
        case .full: .refusedStorageFull
        case .malformed, .brokenSeal: .refusedDamaged
        case .unsupported: .refusedNewerVersion
        case .locked: .refusedInUse
        case .inputOutput, .stale: .refusedStorage
        }
    }

    private static func word(_ code: TokensError.Code) -> StringKey {
        code == .newerVersion ? .refusedNewerVersion : .refusedBadDocument
    }

    private init(wallet error: WalletError) {
        // Whatever the reason, the user must not order it again.
        guard error.keptOrder == nil else {
            self.init(.orderWaits, remedy: .sync, detail: error.message)
            return
        }
        // The hub's own reason is more specific than the refusal.
        if let cause = error.cause as? TokensError, cause.code == .newerVersion {
            self.init(.refusedNewerVersion, detail: error.message)
        } else if let restriction = error.cause as? DeviceRestriction {
            self.init(device: restriction)
        } else if let refused = error.cause as? RefusedRequest {
            self.init(request: refused)
        } else if let problem = error.cause as? HubProblem {
            self.init(hub: problem, remedy: Self.remedy(error.code), detail: error.message)
        } else {
            self.init(Self.word(error.code), remedy: Self.remedy(error.code), detail: error.message)
        }
    }

    private init(device restriction: DeviceRestriction) {
        self.init(
            .refusedRestricted, reasons: restriction.findings.map(Reason.device), detail: restriction.message)
    }

    private init(request: RefusedRequest) {
        self.init(
            .refusedRequest, reasons: request.findings.map(Reason.request),
            detail: request.findings.map(\.description).joined(separator: " "))
    }

    /// Of several orders or uploads, the first one says it.
    private init(sync failure: SyncFailure) {
        if let error = failure.error {
            self.init(wallet: error)
        } else {
            self.init(.refusedUnforeseen, detail: "\(failure)")
        }
    }

    /// What the hub said, in the person's language; a reason that is not known here is named by its code.
    private init(hub problem: HubProblem, remedy: Remedy = .none, detail: String? = nil) {
        let detail = detail ?? problem.message
        let remedy = remedy == .none ? Self.remedy(problem.code) : remedy
        if let code = problem.foreignCode {
            self.init(.refusedForUnknownReason, ["code": code], remedy: remedy, detail: detail)
        } else {
            let limit = YoungAccountLimit(problem).map { [Reason.youngAccount($0)] }
            self.init(Self.word(problem.code), remedy: remedy, reasons: limit ?? [], detail: detail)
        }
    }

    /// The hub's refusal of something that is stored with its code.
    package init(hubCode code: String, detail: String) {
        if let known = HubProblem.Code(rawValue: code) {
            self.init(Self.word(known), detail: detail)
        } else {
            self.init(.refusedForUnknownReason, ["code": code], detail: detail)
        }
    }

    private static func remedy(_ code: HubProblem.Code) -> Remedy {
        switch code {
        case .busy, .internalError, .tooManyRequests: .retry
        case .unauthorized, .tokenExpired, .sessionEnded: .logIn
        default: .none
        }
    }

    private static func remedy(_ code: WalletError.Code) -> Remedy {
        switch code {
        case .hubUnreachable, .inUse, .chipUnavailable: .retry
        case .noAnswer: .sync
        case .notLoggedIn: .logIn
        case .notJoined: .join
        case .frozen, .poolEmpty: .sync
        case .stopped: .unlock
        default: .none
        }
    }

    private static func word(_ code: WalletError.Code) -> StringKey {
        switch code {
        case .noWallet: .refusedNoWallet
        case .walletExists: .refusedWalletExists
        case .wrongPassphrase: .refusedPassphrase
        case .inUse: .refusedInUse
        case .newerVersion: .refusedNewerVersion
        case .damaged: .refusedDamaged
        case .stopped: .refusedLocked
        case .notJoined: .refusedNotJoined
        case .otherHub: .refusedOtherHub
        case .unprovedHub: .refusedUnprovedHub
        case .notLoggedIn: .refusedNotLoggedIn
        case .hubUnreachable: .refusedUnreachable
        case .noAnswer: .refusedNoAnswer
        case .hubRefused: .refusedByHub
        case .rewrittenLedger: .refusedRewrittenLedger
        case .insufficient: .refusedInsufficient
        case .overLimit: .refusedOverLimit
        case .badAmount: .refusedAmount
        case .frozen: .refusedFrozen
        case .poolEmpty: .refusedPoolEmpty
        case .featureRestricted: .refusedRestricted
        case .chipUnavailable: .refusedChip
        case .badDocument: .refusedBadDocument
        case .requestRefused: .refusedRequest
        case .paymentRefused: .refusedPayment
        case .notOurs: .refusedNotOurs
        case .tooLate: .refusedTooLate
        case .doubleSpend: .refusedDoubleSpend
        case .storage: .refusedStorage
        case .storageFull: .refusedStorageFull
        case .badBackup: .refusedBadBackup
        case .tooLarge: .refusedPiece
        }
    }

    /// Every code of the hub has a sentence; without one, a new code does not compile.
    package static func word(_ code: HubProblem.Code) -> StringKey {
        switch code {
        case .badRequest, .unknownField, .methodNotAllowed, .idempotencyConflict: .refusedNotUnderstood
        case .notFound: .refusedNotFound
        case .tooLarge: .refusedTooLarge
        case .unauthorized, .tokenExpired, .sessionEnded: .refusedNotLoggedIn
        case .unsigned, .keyOfAnotherAccount: .refusedOtherKey
        case .clockOff: .refusedClock
        case .wrongCredentials: .refusedCredentials
        case .secondFactorNeeded, .wrongCode: .refusedOneTimeCode
        case .secondFactorOn: .refusedSecondFactorOn
        case .secondFactorOff: .refusedSecondFactorOff
        case .forbidden: .refusedForbidden
        case .accountLocked: .refusedAccountLocked
        case .usernameTaken: .refusedUsernameTaken
        case .weakPassword: .refusedWeakPassword
        case .badUsername: .refusedBadUsername
        case .tooManyRequests: .refusedTooMany
        case .busy: .refusedBusy
        case .insufficientBalance: .refusedInsufficient
        case .unknownCurrency: .refusedUnknownCurrency
        case .unknownRecipient: .refusedUnknownRecipient
        case .amountNotPositive: .refusedZero
        case .overLimit: .refusedOverLimit
        case .youngAccount: .refusedYoungAccount
        case .badRecord: .refusedPayment
        case .unknownRoot: .refusedUnknownMoney
        case .tooLate: .refusedTooLate
        case .accountFrozen: .refusedAccountFrozen
        case .requestClosed: .refusedRequestClosed
        case .wrongAmount: .refusedWrongAmount
        case .notAccepted: .refusedNotAccepted
        case .noRate: .refusedNoRate
        case .quoteExpired: .refusedQuoteExpired
        case .quoteUsed: .refusedQuoteUsed
        case .badIBAN: .refusedIBAN
        case .noBank: .refusedNoBank
        case .badName: .refusedFileName
        case .unknownContent, .feedReset: .refusedNotFound
        case .nameTaken, .itemExists: .refusedFileNameTaken
        case .itemTrashed: .refusedInTrash
        case .folderCycle, .wrongKind: .refusedFolder
        case .contentChanged: .refusedFileChanged
        case .locked: .refusedFileInUse
        case .quotaExceeded: .refusedFileQuota
        case .storageFull: .refusedHubFull
        case .internalError: .refusedHubBroken
        }
    }

    private static func word(_ code: MoneyError.Code) -> StringKey {
        switch code {
        case .tooPrecise: .refusedTooPrecise
        case .currencyMismatch, .unknownCurrency: .refusedCurrency
        case .malformed, .overflow, .unbalanced, .negative: .refusedAmount
        }
    }

    private init(coins error: CoinsError) {
        if let restriction = error.cause as? DeviceRestriction {
            self.init(device: restriction)
            return
        }
        let word: StringKey =
            switch error.code {
            case .newerVersion: .refusedNewerVersion
            case .damaged: .refusedDamaged
            case .storage: .refusedStorage
            case .storageFull: .refusedStorageFull
            case .inUse: .refusedInUse
            case .stopped: .refusedLocked
            case .noPhrase: .refusedNoPhrase
            case .phraseExists: .refusedPhraseExists
            case .badPhrase: .refusedBadPhrase
            case .otherNetwork: .refusedOtherNetwork
            case .badAddress: .refusedBadAddress
            case .badAmount: .refusedAmount
            case .insufficient: .refusedInsufficient
            case .insufficientForFee: .refusedInsufficientForFee
            case .dust: .refusedDust
            case .badFee: .refusedFee
            case .underpriced: .refusedUnderpriced
            case .noServer: .refusedNoServer
            case .unreachable: .refusedServerUnreachable
            case .tooLarge: .refusedLongAnswer
            case .recordTooLarge: .refusedPiece
            case .lyingServer: .refusedLyingServer
            case .interrupted: .refusedSlowServer
            case .watchOnly: .refusedWatchOnly
            case .accountExists: .refusedAccountExists
            case .expired: .refusedExpired
            case .replaced: .refusedReplaced
            case .mismatch: .refusedOtherTransaction
            case .tooLate: .refusedTooLate
            case .nonceGap: .refusedNonceGap
            case .frozen: .refusedTokenFrozen
            case .featureRestricted: .refusedRestricted
            case .badDocument: .refusedBadDocument
            case .badKey: .refusedKey
            case .badName: .refusedName
            case .badPath: .refusedPath
            case .noAccount, .notFound: .refusedNotFound
            case .notAcknowledged: .refusedNotAcknowledged
            case .refused: .refusedByServer
            }
        self.init(
            word, remedy: error.isAboutServers ? .retry : .none, reasons: Self.reasons(error), detail: error.message)
    }

    private static func reasons(_ error: CoinsError) -> [Reason] {
        switch error.cause {
        case let refusal as ServerRefusal: [.server(.refused(refusal))]
        case let refused as RefusedSend: [.server(refused.remark), .kept]
        default: []
        }
    }

    private init(pocket error: CardStoreError) {
        let word: StringKey =
            switch error.code {
            case .noCard: .refusedNoCard
            case .noPhoto: .refusedNoPhoto
            case .noCardsToExport: .refusedNoCards
            case .duplicate: .refusedDuplicateCard
            case .badCard: .refusedBadCard
            case .tooLarge: .refusedTooLarge
            case .newerVersion: .refusedNewerVersion
            case .damaged: .refusedDamaged
            case .storage: .refusedStorage
            case .storageFull: .refusedStorageFull
            case .inUse: .refusedInUse
            case .stopped: .refusedLocked
            }
        self.init(word, detail: error.message)
    }

    private init(cards error: CardsError) {
        let word: StringKey =
            switch error.code {
            case .missing: .refusedCardMissing
            case .tooLarge: .refusedTooLarge
            case .malformed: .refusedBadCard
            case .noCardsToExport: .refusedNoCards
            case .decodingFailed: .refusedFileFormat
            case .fileReadFailed: .refusedFile
            case .newerVersion: .refusedNewerVersion
            case .passwordNeeded: .refusedFileLocked
            case .wrongPassword: .refusedPassphrase
            }
        self.init(word, detail: error.message)
    }

    private init(codes error: CodesError) {
        let word: StringKey =
            switch error.code {
            case .noCode: .refusedNoCode
            case .severalCodes: .refusedSeveralCodes
            case .incomplete, .severalFrames: .refusedIncompleteCode
            case .otherContent: .refusedOtherContent
            case .notAnImage, .unsupportedFormat, .damagedImage, .readerDied, .readerTookTooLong: .refusedNotAnImage
            case .imageTooLarge: .refusedTooLarge
            case .cannotOpenImage, .badFrames: .refusedFile
            case .cannotWriteFile: .refusedCannotWrite
            case .readerMissing, .readerBroken: .refusedReaderMissing
            case .noCamera, .cameraProgramMissing, .cameraFailed: .refusedNoCamera
            case .tooLong, .resourceTooLarge, .doesNotFit, .drawingFailed, .empty, .invalidInput:
                .refusedCodeCannotHold
            case .malformedResource, .wrongChecksum: .refusedBadDocument
            }
        self.init(word, detail: error.message)
    }
}
