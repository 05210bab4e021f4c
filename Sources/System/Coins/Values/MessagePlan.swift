// SPDX-License-Identifier: MIT
package import Chains

/// Something to sign that is not a transaction.
package enum CoinMessage: Sendable {
    /// Readable text: a legacy Bitcoin message or BIP-0322, EIP-191, Solana's off-chain message.
    case text(String)
    /// Typed data as JSON. EIP-712
    case typed([UInt8])
}

/// A decoded message for review by the user.
package struct MessagePlan {
    package let network: Network
    /// The address whose key signs.
    package let signer: String
    /// The message's content, one line each.
    package let lines: [String]
    package let warnings: [SendReview.Warning]
    private var sign: (Set<String>) throws -> String

    init(
        network: Network, signer: String, lines: [String], warnings: [SendReview.Warning] = [],
        sign: @escaping (Set<String>) throws -> String
    ) {
        self.network = network
        self.signer = signer
        self.lines = lines.map(\.visible)
        self.warnings = warnings
        self.sign = sign
    }

    /// The same plan, which signs only if `check` throws nothing.
    func guarded(_ check: @escaping () throws -> Void) -> MessagePlan {
        var guarded = self
        guarded.sign = { [sign] names in
            try check()
            return try sign(names)
        }
        return guarded
    }

    /// Approves what was shown and signs it.
    ///
    /// - Returns: base64 for Bitcoin, `0x…` for Ethereum, base 58 for Solana.
    /// - Throws: ``CoinsError`` with code `.notAcknowledged` when a warning is left.
    package func signed(acknowledging names: Set<String> = []) throws -> String {
        if let left = warnings.first(where: { !names.contains($0.name) }) {
            throw CoinsError(.notAcknowledged, "\(left.sentence) Acknowledge '\(left.name)' to go on.")
        }
        do {
            return try sign(names)
        } catch {
            throw CoinsError.translating(error)
        }
    }
}
