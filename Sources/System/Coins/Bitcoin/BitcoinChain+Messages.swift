// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Vault

extension BitcoinChain {
    func message(_ message: CoinMessage, address: String?) throws -> MessagePlan {
        guard case .text(let text) = message else {
            throw CoinsError(.badDocument, "Typed data is signed with Ethereum accounts only.")
        }
        guard let keys, account.record.path != nil else { throw watchOnly }
        let places = try places()
        var place = BitcoinPlaces.Place(branch: .receive, index: 0)
        if let address {
            guard let known = places.known[try Address(parsing: address, network: network).script]?.place else {
                throw CoinsError(.notFound, "The address \(address) is not of this account.")
            }
            place = known
        }
        let review = try MessageReview(text, by: try keys.spending(place.branch, place.index), network: network)
        return MessagePlan(network: network, signer: review.address.text, lines: [text]) { [self] _ in
            try review.approve().signed(by: MasterKey(try coins.rootSeed().root))
        }
    }
}
