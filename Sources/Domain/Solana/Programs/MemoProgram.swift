// SPDX-License-Identifier: MIT

/// A memo in a transaction, which anyone can read permanently.
package enum MemoProgram {
    /// This wallet's limit; the chain's only limit is the packet.
    package static let maximumCount = 566

    /// - Throws: ``SolanaError`` with `.tooLarge` above ``maximumCount`` bytes of UTF-8.
    package static func note(_ text: String, signers: [Address] = []) throws -> Instruction {
        guard text.utf8.count <= maximumCount else {
            throw SolanaError(.tooLarge, "A memo has at most \(maximumCount) bytes, not \(text.utf8.count).")
        }
        return Instruction(
            program: .memoProgram, accounts: signers.map(Instruction.Account.signer), data: Array(text.utf8))
    }
}
