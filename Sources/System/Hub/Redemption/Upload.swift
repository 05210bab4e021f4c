// SPDX-License-Identifier: MIT
import HubAPI
import Tokens

/// One uploaded item after parsing: its form is valid, and nothing else is checked.
enum Upload: Sendable {
    /// To be credited to the caller.
    case redemption(Redemption)
    /// To be recorded for its holder.
    case chain(OfflineToken)

    /// A redemption is an array of six. Anything else must be a payment of one offline token.
    ///
    /// - Throws: `TokensError`, or `HubProblem` with `.badRecord` for a payment of several offline tokens.
    init(decoding bytes: [UInt8]) throws {
        let arrayOfSix: UInt8 = 0x86
        guard bytes.first != arrayOfSix else {
            self = .redemption(try Redemption(decoding: bytes))
            return
        }
        let payment = try UnverifiedPayment(decoding: bytes)
        guard payment.tokens.count == 1, let token = payment.tokens.first else {
            throw HubProblem(.badRecord, "Upload each offline token of a payment as an item of its own.")
        }
        self = .chain(token)
    }

    /// Whether it is another holder's chain and not the caller's redemption.
    var isChain: Bool { if case .chain = self { true } else { false } }

    var token: OfflineToken {
        switch self {
        case .redemption(let redemption): redemption.token
        case .chain(let token): token
        }
    }
}

extension HubProblem {
    /// A refusal of the token protocol as an API problem.
    init(_ error: TokensError) {
        self.init(
            error.code == .expired ? .tooLate : .badRecord, error.message, details: ["reason": error.code.rawValue])
    }
}
