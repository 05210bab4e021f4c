// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Bytes
package import Chains
internal import Crypto
internal import Ethereum
internal import Solana

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
            switch network.chain {
            case .bitcoin:
                return try MessageSignature.isValid(
                    signature, of: try text(of: message), by: try Bitcoin.Address(parsing: address, network: network))
            case .ethereum:
                return try isEthereum(signature, message, by: try Ethereum.Address(parsing: address))
            case .solana:
                let owner = try Solana.Address(parsing: address)
                let text = try OffchainMessage(try text(of: message), signers: [owner])
                return try Solana.Signature(parsing: signature).isValid(for: text, by: owner)
            }
        } catch {
            throw CoinsError.translating(error)
        }
    }

    private static func text(of message: CoinMessage) throws -> String {
        guard case .text(let text) = message else {
            throw CoinsError(.badDocument, "Typed data is signed with Ethereum accounts only.")
        }
        return text
    }

    /// The signature is r, s and 27 or 28, which some wallets write as 0 or 1. EIP-191, EIP-712
    private static func isEthereum(_ text: String, _ message: CoinMessage, by signer: Ethereum.Address) throws -> Bool {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        // Safe: text that is not hexadecimal is reported below.
        guard digits.utf8.count == 130, let bytes = try? Hex.decode(digits.lowercased()), let last = bytes.last,
            [0, 1, 27, 28].contains(last)
        else {
            throw CoinsError(.badDocument, "A signature of Ethereum is 65 bytes in hexadecimal digits; this is not.")
        }
        let digest =
            switch message {
            case .text(let text): try PersonalMessage(Array(text.utf8)).digest
            case .typed(let json): try TypedData(parsing: json).digest
            }
        do {
            let signature = RecoverableSignature(
                try Secp256k1.Signature(raw: Array(bytes.prefix(64))), isOdd: last == 1 || last == 28)
            return try signature.signer(of: digest) == signer
        } catch is CryptoError {
            return false
        } catch let error as EthereumError where error.code == .badSignature {
            // No key can have made such a signature, so this signer did not.
            return false
        }
    }
}
