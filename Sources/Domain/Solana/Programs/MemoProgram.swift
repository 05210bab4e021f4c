// SPDX-License-Identifier: MIT

/// A note in a transaction, readable by everybody for ever.
package enum MemoProgram {
    /// The chain has no limit of its own; a packet has, and so do the people who read it.
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
