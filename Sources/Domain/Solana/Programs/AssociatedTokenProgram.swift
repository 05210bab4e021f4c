// SPDX-License-Identifier: MIT

/// The program that creates a wallet's token account for a mint.
///
/// Source: `spl-associated-token-account-interface`, `instruction.rs`.
package enum AssociatedTokenProgram {
    enum Tag: UInt8 {
        case create = 0
        case createIdempotent = 1
    }

    /// Creates the account unless it exists; the payer pays for it.
    ///
    /// - Throws: ``SolanaError`` with `.malformed` for a token program that is neither of the two.
    package static func createIdempotent(
        payer: Address, owner: Address, mint: Address, program: Address = .tokenProgram
    ) throws -> Instruction {
        let account = try ProgramAddress.associatedTokenAccount(owner: owner, mint: mint, program: program)
        return Instruction(
            program: .associatedTokenProgram,
            accounts: [
                .signerWritable(payer), .writable(account), .readonly(owner), .readonly(mint),
                .readonly(.systemProgram), .readonly(program),
            ], data: [Tag.createIdempotent.rawValue])
    }
}
