// SPDX-License-Identifier: MIT

/// The wallet's knowledge about a transaction's accounts, its own or from servers, for ``Review``.
///
/// A server's answer can add a warning or a name. It never removes a warning about an address, except that an account
/// exists.
package struct AccountFacts: Sendable {
    /// The account at an address.
    package enum Kind: Hashable, Sendable {
        case nothing
        /// Owned by the system program and without data: a user's account.
        case wallet
        case tokenAccount
        case mint
        case program
        case nonce
        /// Owned by a program that this wallet does not know.
        case other(program: Address)

        /// Classifies an account from the answer of `getAccountInfo`.
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
    /// Wallets that the user intends to pay. Their token accounts are recognized by derivation, without a server.
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
