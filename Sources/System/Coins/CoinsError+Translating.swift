// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Ethereum
internal import Keys
internal import Money
internal import SQLite
internal import Solana
internal import Vault

extension CoinsError {
    /// Whether only the servers failed, so that what was known still holds.
    package var isAboutServers: Bool { [.noServer, .unreachable, .lyingServer, .tooLarge].contains(code) }

    /// The same failure in this module's words, when it came from a module below; a stop asked for by `onStep` and anything
    /// unknown stay as they are.
    static func translating(_ error: any Error) -> any Error {
        switch error {
        case let error as SQLiteError: CoinsError(code(for: error), error.message, cause: error)
        case let error as KeysError: CoinsError(code(for: error), error.message, cause: error)
        case let error as VaultError:
            CoinsError(error.code == .tooLarge ? .badDocument : .damaged, error.message, cause: error)
        case let error as ChainsError: CoinsError(code(for: error), error.message, cause: error)
        case let error as BitcoinError: CoinsError(code(for: error), error.message, cause: error)
        case let error as EthereumError: CoinsError(code(for: error), error.message, cause: error)
        case let error as SolanaError: CoinsError(code(for: error), error.message, cause: error)
        case let error as MoneyError: CoinsError(.badAmount, error.message, cause: error)
        default: error
        }
    }

    private static func code(for error: SQLiteError) -> Code {
        switch error.code {
        case .full: .storageFull
        case .busy: .inUse
        case .newerVersion: .newerVersion
        case .corrupt, .foreignFile, .mismatch: .damaged
        default: .storage
        }
    }

    private static func code(for error: KeysError) -> Code {
        switch error.code {
        case .malformed, .brokenSeal: .damaged
        case .unsupported: .newerVersion
        case .locked: .inUse
        case .full: .storageFull
        default: .storage
        }
    }

    private static func code(for error: ChainsError) -> Code {
        switch error.code {
        case .badPhrase: .badPhrase
        case .badPath: .badPath
        case .badKey: .badKey
        case .overflow, .tooPrecise: .badAmount
        default: .badDocument
        }
    }

    private static func code(for error: BitcoinError) -> Code {
        switch error.code {
        case .badAddress: .badAddress
        case .otherNetwork: .otherNetwork
        case .badAmount: .badAmount
        case .dust: .dust
        case .insufficientFunds: .insufficient
        case .absurdFee: .badFee
        case .unconfirmed: .notAcknowledged
        case .badReplacement: .underpriced
        default: .badDocument
        }
    }

    private static func code(for error: EthereumError) -> Code {
        switch error.code {
        case .badAddress: .badAddress
        case .otherNetwork: .otherNetwork
        case .badAmount: .badAmount
        case .insufficientFunds: .insufficientForFee
        case .absurdFee: .badFee
        case .notAcknowledged: .notAcknowledged
        default: .badDocument
        }
    }

    private static func code(for error: SolanaError) -> Code {
        switch error.code {
        case .badAddress: .badAddress
        case .otherNetwork: .otherNetwork
        case .badAmount: .badAmount
        case .insufficientFunds: .insufficient
        case .absurdFee: .badFee
        default: .badDocument
        }
    }
}
