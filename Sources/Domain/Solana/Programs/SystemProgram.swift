// SPDX-License-Identifier: MIT
internal import Bytes

/// Instructions of the system program: transfers of native coins, new accounts, durable nonces.
///
/// Source: `solana-system-interface`, `instruction.rs`; a four-byte tag, then the fields, all little-endian.
package enum SystemProgram {
    enum Tag: UInt32 {
        case createAccount = 0
        case assign, transfer, createAccountWithSeed, advanceNonce, withdrawNonce, initializeNonce, authorizeNonce
        case allocate, allocateWithSeed, assignWithSeed, transferWithSeed, upgradeNonce
    }

    /// Transfers native coins. `references` are keys that only mark the transaction, so that it can be found.
    package static func transfer(
        from: Address, to: Address, _ amount: Lamports, references: [Address] = []
    ) -> Instruction {
        var data = start(.transfer, capacity: 12)
        data.append(uint64LE: amount.units)
        var accounts: [Instruction.Account] = []
        accounts.reserveCapacity(2 + references.count)
        accounts.append(.signerWritable(from))
        accounts.append(.writable(to))
        for reference in references { accounts.append(.readonly(reference)) }
        return Instruction(program: .systemProgram, accounts: accounts, data: data.bytes)
    }

    /// Creates an account of `space` bytes that `owner` controls.
    package static func createAccount(
        payer: Address, new: Address, _ balance: Lamports, space: UInt64, owner: Address
    ) -> Instruction {
        var data = start(.createAccount, capacity: 52)
        data.append(uint64LE: balance.units)
        data.append(uint64LE: space)
        data.append(owner.bytes)
        return Instruction(
            program: .systemProgram, accounts: [.signerWritable(payer), .signerWritable(new)], data: data.bytes)
    }

    /// Assigns an account to a program.
    package static func assign(_ account: Address, to owner: Address) -> Instruction {
        var data = start(.assign, capacity: 36)
        data.append(owner.bytes)
        return Instruction(program: .systemProgram, accounts: [.signerWritable(account)], data: data.bytes)
    }

    /// Initializes a nonce in an account of ``NonceAccount/count`` bytes.
    package static func initializeNonce(_ nonce: Address, authority: Address) -> Instruction {
        var data = start(.initializeNonce, capacity: 36)
        data.append(authority.bytes)
        return Instruction(
            program: .systemProgram,
            accounts: [.writable(nonce), .readonly(.recentBlockhashesSysvar), .readonly(.rentSysvar)], data: data.bytes)
    }

    /// Uses a nonce up. It must be the first instruction of the transaction that uses the nonce's value.
    package static func advanceNonce(_ nonce: Address, authority: Address) -> Instruction {
        Instruction(
            program: .systemProgram,
            accounts: [.writable(nonce), .readonly(.recentBlockhashesSysvar), .signer(authority)],
            data: start(.advanceNonce, capacity: 4).bytes)
    }

    /// Withdraws coins from a nonce account; withdrawing all closes it.
    package static func withdrawNonce(
        _ nonce: Address, authority: Address, to: Address, _ amount: Lamports
    ) -> Instruction {
        var data = start(.withdrawNonce, capacity: 12)
        data.append(uint64LE: amount.units)
        return Instruction(
            program: .systemProgram,
            accounts: [
                .writable(nonce), .writable(to), .readonly(.recentBlockhashesSysvar), .readonly(.rentSysvar),
                .signer(authority),
            ], data: data.bytes)
    }

    private static func start(_ tag: Tag, capacity: Int) -> ByteWriter {
        var data = ByteWriter(capacity: capacity)
        data.append(uint32LE: tag.rawValue)
        return data
    }
}
