// SPDX-License-Identifier: MIT
internal import Solana

extension SolanaChain {
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan {
        guard case .text(let text) = message else {
            throw CoinsError(.badDocument, "Typed data is signed with Ethereum accounts only.")
        }
        guard try address.map({ try Address(parsing: $0) == owner }) ?? true else {
            throw CoinsError(.notFound, "The address \(address ?? "") is not of this account.")
        }
        let review = MessageReview(try OffchainMessage(text, signers: [owner]))
        return MessagePlan(network: network, signer: owner.text, lines: [text]) { [self] _ in
            try review.approve().signed(by: try privateKey()).text
        }
    }
}
