// SPDX-License-Identifier: MIT
internal import Bytes
internal import Ethereum

extension EthereumChain {
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan {
        try requireOwn(address)
        switch message {
        case .text(let text): return try plan(.personal(try PersonalMessage(Array(text.utf8))), lines: [text])
        case .typed(let json):
            let data = try TypedData(parsing: json)
            let lines = (data.domainLines + data.lines).map { "\($0.path): \($0.value)" }
            return try plan(.typed(data), lines: [data.primaryType] + lines)
        }
    }

    private func plan(_ message: MessageReview.Message, lines: [String]) throws -> MessagePlan {
        let review = try MessageReview(message, signer: sender, on: network)
        return MessagePlan(
            network: network, signer: sender.text, lines: lines,
            warnings: review.warnings.map { SendReview.Warning(name: $0.name, sentence: $0.sentence) }
        ) { [self] names in
            let approved = try review.approve(
                acknowledging: Set(review.warnings.filter { names.contains($0.name) }))
            return "0x" + Hex.encode(try approved.signed(by: try privateKey()).bytes)
        }
    }

    private func requireOwn(_ address: String?) throws {
        guard let address, try Address(parsing: address) != sender else { return }
        throw CoinsError(.notFound, "The address \(address) is not of this account.")
    }
}
