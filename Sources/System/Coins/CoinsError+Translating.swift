// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Ethereum
internal import Keys
internal import Money
internal import Solana
internal import Vault

extension CoinsError {
    /// Whether only the servers failed, so that the stored data is still valid.
    package var isAboutServers: Bool {
        [.noServer, .unreachable, .lyingServer, .tooLarge, .interrupted].contains(code)
    }

    /// Translates an error of a lower module to ``CoinsError``. A stop requested by `onStep` and unknown errors stay as
    /// they are.
    static func translating(_ error: any Error) -> any Error {
        if let (trouble, message) = StoreTrouble.of(error) {
            return CoinsError(code(for: trouble), message, cause: error)
        }
        return switch error {
        case let error as DeviceRestriction: CoinsError(.featureRestricted, error.message, cause: error)
        case let error as ChainsError: CoinsError(code(for: error), error.message, cause: error)
        case let error as BitcoinError: CoinsError(code(for: error), error.message, cause: error)
        case let error as EthereumError: CoinsError(code(for: error), error.message, cause: error)
        case let error as SolanaError: CoinsError(code(for: error), error.message, cause: error)
        case let error as MoneyError: CoinsError(.badAmount, error.message, cause: error)
        default: error
        }
    }

    private static func code(for trouble: StoreTrouble) -> Code {
        switch trouble {
        case .damaged: .damaged
        case .full: .storageFull
        case .inUse: .inUse
        case .newerVersion: .newerVersion
        case .storage, .wrongPassphrase: .storage
        case .tooLarge: .recordTooLarge
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
        case .frozen: .frozen
        default: .badDocument
        }
    }
}
