// SPDX-License-Identifier: MIT
internal import Bytes

/// Instructions of SPL Token, which Token-2022 supports too.
///
/// Source: `spl-token-interface`, `instruction.rs`; a one-byte tag, then the fields, all little-endian.
package enum TokenProgram {
    enum Tag: UInt8 {
        case transfer = 3
        case approve = 4
        case revoke = 5
        case setAuthority = 6
        case burn = 8
        case closeAccount = 9
        case transferChecked = 12
        case approveChecked = 13
        case burnChecked = 15
        case syncNative = 17
    }

    /// Transfers tokens between two token accounts of one mint, and states the decimals that the payer saw.
    ///
    /// `program` is either token program: the one that owns the mint.
    package static func transferChecked(
        from source: Address, mint: Address, to destination: Address, owner: Address, _ amount: TokenAmount,
        program: Address = .tokenProgram, references: [Address] = []
    ) -> Instruction {
        var data = ByteWriter(capacity: 10)
        data.append(Tag.transferChecked.rawValue)
        data.append(uint64LE: amount.units)
        data.append(amount.decimals)
        return Instruction(
            program: program,
            accounts: [.writable(source), .readonly(mint), .writable(destination), .signer(owner)]
                + references.map(Instruction.Account.readonly),
            data: data.bytes)
    }

    /// Closes an empty token account and sends its deposit to `destination`.
    package static func closeAccount(
        _ account: Address, to destination: Address, owner: Address, program: Address = .tokenProgram
    ) -> Instruction {
        Instruction(
            program: program, accounts: [.writable(account), .writable(destination), .signer(owner)],
            data: [Tag.closeAccount.rawValue])
    }

    /// Updates the amount of a wrapped-coin account to the coins that were sent to it.
    package static func syncNative(_ account: Address, program: Address = .tokenProgram) -> Instruction {
        Instruction(program: program, accounts: [.writable(account)], data: [Tag.syncNative.rawValue])
    }
}
