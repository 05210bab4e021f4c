// SPDX-License-Identifier: MIT

/// What the wallet knows about the accounts of a transaction, of itself or from servers, for ``Review``.
///
/// A server's word only ever adds a warning or a name; it never takes a warning about an address away, except that an
/// account stands where it says so.
package struct AccountFacts: Sendable {
    /// What stands at an address.
    package enum Kind: Hashable, Sendable {
        case nothing
        /// Held by the system program and without data: a person's account.
        case wallet
        case tokenAccount
        case mint
        case program
        case nonce
        /// Kept by a program that this wallet does not know.
        case other(program: Address)

        /// Judges an account by what `getAccountInfo` says of it.
        package init(owner: Address, isExecutable: Bool, data: [UInt8]) {
            if isExecutable {
                self = .program
            } else if owner == .systemProgram {
                self = data.isEmpty ? .wallet : data.count == NonceAccount.count ? .nonce : .other(program: owner)
            } else if owner == .tokenProgram || owner == .token2022Program {
                let isMint =
                    data.count == Mint.count || data.count > TokenAccount.count && data[TokenAccount.count] == 1
                self = isMint ? .mint : .tokenAccount
            } else {
                self = .other(program: owner)
            }
        }
    }

    /// Addresses whose keys are in this wallet.
    package var own: Set<Address>
    /// Wallets that the person means to pay: their token accounts are recognised by derivation, without a server.
    package var recipients: Set<Address>
    package var kinds: [Address: Kind]
    package var tokenAccounts: [Address: TokenAccount]
    package var mints: [Address: Mint]
    package var tables: [LookupTable]
    package var rent: Rent

    package init(
        own: Set<Address>, recipients: Set<Address> = [], kinds: [Address: Kind] = [:],
        tokenAccounts: [Address: TokenAccount] = [:],
        mints: [Address: Mint] = [:], tables: [LookupTable] = [], rent: Rent = .standard
    ) {
        self.own = own
        self.recipients = recipients
        self.kinds = kinds
        self.tokenAccounts = tokenAccounts
        self.mints = mints
        self.tables = tables
        self.rent = rent
    }
}
