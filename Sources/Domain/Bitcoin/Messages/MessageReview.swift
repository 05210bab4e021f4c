// SPDX-License-Identifier: MIT
package import Chains

/// A text to sign with an address's key, for the user to read first. Signing it moves no money.
package struct MessageReview: Sendable {
    /// The text in the form shown to the user.
    package let text: String
    package let address: Address
    private let spending: Spending

    /// The longest text that can be signed, in bytes.
    package static let maximumCount = 16 << 10

    /// - Throws: ``BitcoinError`` with `.tooLarge` above ``maximumCount`` bytes, `.unsupported` for shared accounts.
    package init(_ text: String, by spending: Spending, network: Network) throws {
        guard text.utf8.count <= Self.maximumCount else {
            throw BitcoinError(.tooLarge, "A message to sign has at most \(Self.maximumCount) bytes.")
        }
        guard case .key = spending else {
            throw BitcoinError(.unsupported, "Messages are signed by single keys, not by shared accounts.")
        }
        self.text = text
        self.spending = spending
        address = try Address(spending.lockingScript, network: network)
    }

    /// Approves the text.
    package func approve() -> ApprovedMessage {
        ApprovedMessage(text: text, spending: spending)
    }
}

/// A text that the user read and approved. Only such a text can be signed.
package struct ApprovedMessage: Sendable {
    package let text: String
    let spending: Spending

    fileprivate init(text: String, spending: Spending) {
        self.text = text
        self.spending = spending
    }
}
