// SPDX-License-Identifier: MIT
package import Chains

/// A decoded message for the user to review. It is the only way to an ``ApprovedMessage``.
package struct MessageReview: Equatable, Sendable {
    package let message: Message
    package let signer: Address
    package let network: Network
    /// In the order of their declaration, without repetitions.
    package let warnings: [ReviewWarning]

    /// Text, or typed data.
    package enum Message: Equatable, Sendable {
        case personal(PersonalMessage)
        case typed(TypedData)

        /// The digest that is signed.
        package var digest: [UInt8] {
            switch self {
            case .personal(let message): message.digest
            case .typed(let data): data.digest
            }
        }
    }

    /// Decodes a message.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` when typed data is for another network than the account's.
    package init(_ message: Message, signer: Address, on network: Network) throws {
        let chainID = try network.ethereumChainID
        self.message = message
        self.signer = signer
        self.network = network
        var found: Set<ReviewWarning> = []
        switch message {
        case .personal(let message): if message.text == nil { found.insert(.messageNotReadable) }
        case .typed(let data):
            if let named = data.chainID {
                guard named == Wei(chainID) else {
                    throw EthereumError(
                        .otherNetwork, "The message is for chain \(named), and the account is on \(network.title).")
                }
            } else {
                found.insert(.anyNetwork)
            }
            if data.isPermission { found.insert(.permission) }
        }
        warnings = ReviewWarning.allCases.filter(found.contains)
    }

    /// Approves what the review shows.
    ///
    /// - Throws: ``EthereumError`` with `.notAcknowledged` when a warning was not acknowledged.
    package func approve(acknowledging acknowledged: Set<ReviewWarning> = []) throws -> ApprovedMessage {
        try ApprovedMessage(self, acknowledging: acknowledged)
    }
}
