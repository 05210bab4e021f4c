// SPDX-License-Identifier: MIT

/// The effect of one instruction, in terms that a user can judge.
package enum Action: Hashable, Sendable {
    case transfer(from: Address, to: Address, Lamports)
    case createAccount(payer: Address, account: Address, Lamports, space: UInt64, owner: Address)
    /// Assigns an account to a program.
    case assign(account: Address, owner: Address)
    case allocate(account: Address, space: UInt64)

    case advanceNonce(Address, authority: Address)
    case initializeNonce(Address, authority: Address)
    case withdrawNonce(Address, authority: Address, to: Address, Lamports)
    case authorizeNonce(Address, authority: Address, next: Address)

    /// `mint` and `decimals` are nil in the old form, which does not state them; `withheld` is nil unless stated.
    case transferTokens(TokenTransfer)
    /// Lets another key move tokens.
    case approve(program: Address, account: Address, delegate: Address, owner: Address, units: UInt64)
    case revoke(program: Address, account: Address)
    /// Transfers an authority over an account or a mint; `next` is nil when it is removed.
    case setAuthority(program: Address, account: Address, kind: UInt8, current: Address, next: Address?)
    case burn(program: Address, account: Address, mint: Address, owner: Address, units: UInt64)
    case closeTokenAccount(program: Address, account: Address, to: Address, owner: Address)
    case syncNative(account: Address)
    case createTokenAccount(payer: Address, account: Address, owner: Address, mint: Address, program: Address)

    case memo(String)
    case unitLimit(UInt32)
    /// In millionths of a lamport.
    case unitPrice(UInt64)
    case otherBudget

    /// A call of a known program that this wallet cannot decode.
    case unknownCall(program: Address)
    case unknownProgram(Address)

    /// A transfer of tokens between two token accounts.
    package struct TokenTransfer: Hashable, Sendable {
        package let program: Address
        package let source: Address
        package let mint: Address?
        package let destination: Address
        /// The signer for the source: its owner or a delegate.
        package let authority: Address
        package let units: UInt64
        package let decimals: UInt8?
        /// The amount that the mint withholds, when the instruction states it.
        package let withheld: UInt64?

        package init(
            program: Address, source: Address, mint: Address?, destination: Address, authority: Address, units: UInt64,
            decimals: UInt8?, withheld: UInt64? = nil
        ) {
            self.program = program
            self.source = source
            self.mint = mint
            self.destination = destination
            self.authority = authority
            self.units = units
            self.decimals = decimals
            self.withheld = withheld
        }
    }
}
