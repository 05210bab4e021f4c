// SPDX-License-Identifier: MIT
package import Chains

/// Checks whether the owner of an address signed a message. This needs no account, no phrase and no server.
package enum SignedText {
    /// Checks a signature of ``MessagePlan/signed(acknowledging:)`` or of another wallet.
    ///
    /// - Parameter signature: base64 for Bitcoin, hexadecimal digits for Ethereum, base 58 for Solana.
    /// - Returns: false when another key signed it, or another text was signed.
    /// - Throws: ``CoinsError`` with code `.badDocument` for text that is not a signature, `.badAddress`,
    ///   `.otherNetwork`.
    package static func isValid(
        _ signature: String, of message: CoinMessage, by address: String, on network: Network
    ) throws -> Bool {
        do {
            return try CoinChains.standard[network].isValid(signature, of: message, by: address, on: network)
        } catch {
            throw CoinsError.translating(error)
        }
    }
}

extension CoinMessage {
    /// - Throws: ``CoinsError`` with code `.badDocument` for typed data.
    var text: String {
        get throws {
            guard case .text(let text) = self else {
                throw CoinsError(.badDocument, "Typed data is signed with Ethereum accounts only.")
            }
            return text
        }
    }
}
