// SPDX-License-Identifier: MIT
import Archives
import Bytes
import Cards
import Chains
import Codes
import Coins
import Crypto
import Drive
import FileModel
import HTTP
import HubAPI
import Keys
import Money
import NearbyProtocol
import CardStore
import SQLite
import Barcodes
import Terminal
import Tokens
import Tunnel
import Wallet
import WireGuard

extension WalletProgram {
    /// Translates errors to messages and exit codes. No other place does.
    @Sendable static func explain(_ error: any Error) -> Failure {
        switch error {
        // A script that retries an unreachable hub must not order twice.
        case let error as WalletError where error.keptOrder != nil: Failure(.kept, error.message)
        case let error as WalletError: Failure(exitCode(error.code), error.message)
        case let error as CoinsError where error.code == .noServer:
            Failure(exitCode(error.code), error.message + " List public servers: satchel coins servers suggest")
        case let error as CoinsError: Failure(exitCode(error.code), error.message, showsUsage: false)
        case let error as ChainsError: Failure(.usage, error.message, showsUsage: false)
        case let error as CardStoreError: Failure(exitCode(error.code), error.message)
        case let error as CardsError: Failure(exitCode(error.code), error.message)
        case let error as ArchivesError: Failure(.badDocument, error.message)
        case let error as SymbolsError: Failure(.usage, error.message)
        case let error as CodesError: Failure(exitCode(error.code), error.message)
        case let error as DriveError: Failure(exitCode(error.reason), error.message, showsUsage: false)
        case let error as FileModelError: Failure(.usage, error.message, showsUsage: false)
        case let error as HubProblem: Failure(.failed, error.message)
        case let error as NoAnswer: Failure(.hubUnreachable, error.message)
        case let error as HTTPError: Failure(.hubUnreachable, error.message)
        case let error as MoneyError: Failure(.usage, error.message)
        case let error as TokensError: Failure(.badDocument, error.message)
        case let error as BytesError: Failure(.badDocument, error.message)
        case let error as KeysError: Failure(.storage, error.message)
        case let error as NearbyError: Failure(.failed, error.message)
        case let error as WireGuardError: Failure(.badDocument, error.message, showsUsage: false)
        case let error as TunnelError: Failure(exitCode(error.code), error.message, showsUsage: false)
        case let error as SQLiteError: Failure(.storage, error.message)
        case let error as CryptoError: Failure(.failed, error.message)
        default: Failure(.failed, "Unexpected error: \(error). No data was lost. Try again.")
        }
    }

    private static func exitCode(_ code: WalletError.Code) -> ExitCode {
        switch code {
        case .wrongPassphrase, .notLoggedIn: .locked
        case .hubUnreachable, .noAnswer: .hubUnreachable
        case .insufficient, .overLimit, .poolEmpty: .notEnough
        case .badDocument, .requestRefused, .paymentRefused, .notOurs, .tooLate, .badBackup: .badDocument
        case .walletExists, .otherHub, .unprovedHub, .doubleSpend, .rewrittenLedger, .frozen: .conflict
        case .newerVersion, .damaged, .storage, .storageFull: .storage
        case .badAmount, .tooLarge: .usage
        case .featureRestricted, .chipUnavailable: .restricted
        case .noWallet, .inUse, .stopped, .notJoined, .hubRefused: .failed
        }
    }

    private static func exitCode(_ reason: DriveReason) -> ExitCode {
        switch reason {
        case .notLoggedIn: .locked
        case .unreachable, .cutOff, .foreignAnswer, .insecure, .busy, .serverFault: .hubUnreachable
        case .storage, .diskFull, .sourceUnreadable: .storage
        case .nameTaken, .targetExists: .conflict
        case .clockOff, .quotaExceeded, .serverFull, .uploadLost, .wrongBytes, .contentChanged, .sourceChanging,
            .blocked, .networkMetered, .networkMobile, .onBattery, .sourceGone, .sourceChanged, .notFound, .inTrash,
            .forbidden, .wrongKind, .folderCycle,
            .overLimit,
            .refused, .folderFailed:
            .failed
        }
    }

    private static func exitCode(_ code: TunnelError.Code) -> ExitCode {
        switch code {
        case .badConfiguration: .badDocument
        case .othersTunnel, .overlap: .conflict
        case .noService, .notAllowed, .unresolved, .noDevice, .malformed, .system: .failed
        }
    }

    private static func exitCode(_ code: CoinsError.Code) -> ExitCode {
        switch code {
        case .insufficient, .insufficientForFee, .dust: .notEnough
        case .badAddress, .otherNetwork, .badAmount, .badFee, .badPath, .badName, .badKey, .badPhrase,
            .recordTooLarge:
            .usage
        case .badDocument, .mismatch, .expired, .replaced, .tooLate: .badDocument
        case .phraseExists, .accountExists, .nonceGap, .underpriced, .frozen: .conflict
        case .newerVersion, .damaged, .storage, .storageFull: .storage
        case .noServer, .unreachable, .interrupted: .hubUnreachable
        case .featureRestricted: .restricted
        case .inUse, .stopped, .noPhrase, .noAccount, .watchOnly, .notFound, .notAcknowledged, .refused,
            .lyingServer, .tooLarge:
            .failed
        }
    }

    private static func exitCode(_ code: CardStoreError.Code) -> ExitCode {
        switch code {
        case .badCard, .tooLarge: .usage
        case .duplicate: .conflict
        case .newerVersion, .damaged, .storage, .storageFull: .storage
        case .noCard, .noPhoto, .noCardsToExport, .inUse, .stopped: .failed
        }
    }

    private static func exitCode(_ code: CardsError.Code) -> ExitCode {
        switch code {
        case .missing: .usage
        case .noCardsToExport: .failed
        case .tooLarge, .malformed, .decodingFailed, .fileReadFailed, .newerVersion: .badDocument
        case .passwordNeeded, .wrongPassword: .locked
        }
    }

    private static func exitCode(_ code: CodesError.Code) -> ExitCode {
        switch code {
        case .cannotWriteFile: .storage
        case .doesNotFit, .empty, .invalidInput: .usage
        case .drawingFailed, .readerMissing, .readerBroken, .noCamera, .cameraProgramMissing, .cameraFailed: .failed
        default: .badDocument
        }
    }
}
