// SPDX-License-Identifier: MIT

/// A payment request: `solana:`, a recipient and parameters. Solana Pay, transfer requests.
///
/// Source: `SPEC.md` of <https://github.com/solana-foundation/solana-pay>. The other kind of request, a link to a
/// server that supplies a transaction, is ``TransactionLink``.
package struct PaymentLink: Hashable, Sendable {
    package let recipient: Address
    /// The original text: in SOL or in the token's own unit; nil when the payer chooses.
    package let amount: String?
    /// The token's mint; nil for SOL.
    package let mint: Address?
    /// Keys added to the transfer, by which the recipient finds it.
    package let references: [Address]
    /// The payee's name, the purpose, and the memo to write into the transaction.
    package let label: String?
    package let message: String?
    package let memo: String?

    package static let maximumTextCount = 2048
    package static let maximumReferenceCount = 16

    /// - Throws: ``SolanaError`` with `.badAmount` for an amount that is not digits with at most one point, `.tooLarge`
    ///   for too many references or a long memo.
    package init(
        recipient: Address, amount: String? = nil, mint: Address? = nil, references: [Address] = [],
        label: String? = nil, message: String? = nil, memo: String? = nil
    ) throws {
        if let amount { try Self.checkAmount(amount) }
        guard references.count <= Self.maximumReferenceCount, (memo?.utf8.count ?? 0) <= MemoProgram.maximumCount else {
            throw SolanaError(.tooLarge, "A payment link has at most 16 references and a memo of 566 bytes.")
        }
        self.recipient = recipient
        self.amount = amount
        self.mint = mint
        self.references = references
        self.label = label
        self.message = message
        self.memo = memo
    }

    /// Parses `solana:<recipient>?amount=…&spl-token=…&reference=…&label=…&message=…&memo=…`.
    ///
    /// - Throws: ``SolanaError`` with `.unsupported` for a link to a server, `.otherNetwork` for another scheme,
    ///   `.badAddress`, `.badAmount`, `.malformed`, `.tooLarge`.
    package init(parsing text: String) throws {
        let parts = try LinkParts(parsing: text)
        guard !parts.isTransactionRequest else {
            throw SolanaError(
                .unsupported,
                "This link asks a server for a transaction, which this wallet does not do. Ask for an "
                    + "address and an amount.")
        }
        try self.init(
            recipient: Address(parsing: parts.path), amount: parts.single("amount"),
            mint: parts.single("spl-token").map(Address.init(parsing:)),
            references: parts.all("reference").map(Address.init(parsing:)), label: parts.single("label"),
            message: parts.single("message"), memo: parts.single("memo"))
    }

    /// The link's text.
    package var text: String {
        var query: [String] = []
        func add(_ key: String, _ value: String?) {
            if let value { query.append("\(key)=\(LinkParts.escape(value))") }
        }
        add("amount", amount)
        add("spl-token", mint?.text)
        for reference in references { add("reference", reference.text) }
        add("label", label)
        add("message", message)
        add("memo", memo)
        return "solana:\(recipient)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// The requested amount in smallest units; nil when the payer chooses.
    ///
    /// - Throws: ``SolanaError`` with `.badAmount` for more decimals than the token has or beyond 64 bits.
    package func units(decimals: UInt8) throws -> TokenAmount? {
        try amount.map { try TokenAmount(parsing: $0, decimals: decimals) }
    }

    /// Accepts digits, and after a point more digits: no sign, no exponent, no bare point.
    private static func checkAmount(_ amount: String) throws {
        let parts = amount.split(separator: ".", omittingEmptySubsequences: false)
        guard amount.utf8.count <= 64, 1...2 ~= parts.count,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else {
            throw SolanaError(.badAmount, "The amount of a payment link is digits with at most one point.")
        }
    }
}
