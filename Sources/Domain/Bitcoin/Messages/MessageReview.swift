// SPDX-License-Identifier: MIT
package import Chains

/// A text that somebody is asked to sign with the key of an address, for a person to read first. It moves no money.
package struct MessageReview: Sendable {
    /// What a person reads before saying yes.
    package let text: String
    package let address: Address
    private let spending: Spending

    /// The longest text that is signed.
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

    /// Says yes to what was read.
    package func approve() -> ApprovedMessage {
        ApprovedMessage(text: text, spending: spending)
    }
}

/// A text that somebody read and agreed to: the only kind that is signed.
package struct ApprovedMessage: Sendable {
    package let text: String
    let spending: Spending

    fileprivate init(text: String, spending: Spending) {
        self.text = text
        self.spending = spending
    }
}
