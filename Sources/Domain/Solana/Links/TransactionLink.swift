// SPDX-License-Identifier: MIT

/// A link to a server that supplies a transaction to sign. Solana Pay, transaction requests.
///
/// It is only parsed, to show the user where it leads. Nothing is fetched from it.
package struct TransactionLink: Hashable, Sendable {
    /// Always `https`.
    package let address: String
    package let label: String?
    package let message: String?

    /// - Throws: ``SolanaError`` with `.malformed` for a transfer request or a link that is not `https`,
    ///   `.otherNetwork` for another scheme.
    package init(parsing text: String) throws {
        let parts = try LinkParts(parsing: text)
        guard parts.isTransactionRequest else {
            throw SolanaError(.malformed, "This link names a recipient, not a server.")
        }
        let address = try LinkParts.unescape(parts.path, isForm: false)
        let prefix = "https://"
        guard address.hasPrefix(prefix), let host = address.dropFirst(prefix.count).first, host != "/", host != "?",
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw SolanaError(.malformed, "A transaction request must lead to an https address.")
        }
        self.address = address
        label = try parts.single("label")
        message = try parts.single("message")
    }

    /// The link's text.
    package var text: String {
        let query = [label.map { "label=" + LinkParts.escape($0) }, message.map { "message=" + LinkParts.escape($0) }]
            .compactMap(\.self)
        // Encodes characters that would end the path, or be decoded when the link is parsed again.
        let path = address.contains(where: "?#%+".contains) ? LinkParts.escape(address) : address
        return "solana:\(path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}
