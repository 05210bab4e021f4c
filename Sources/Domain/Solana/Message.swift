// SPDX-License-Identifier: MIT

/// The signed part of a transaction: accounts, their order, and the calls. Legacy and version 0.
///
/// A value of this type satisfies the rules that validators check first (``check()``), so indexes are always valid.
/// Source: `solana-message` of the Solana SDK, `sanitize`.
package struct Message: Hashable, Sendable {
    package enum Version: Hashable, Sendable {
        case legacy
        /// Version 0: accounts may also come from lookup tables.
        case zero
    }

    /// How many accounts sign, and how many of each half are read-only.
    package struct Header: Hashable, Sendable {
        package let signerCount: Int
        package let readonlySignerCount: Int
        package let readonlyNonSignerCount: Int

        package init(signerCount: Int, readonlySignerCount: Int, readonlyNonSignerCount: Int) {
            self.signerCount = signerCount
            self.readonlySignerCount = readonlySignerCount
            self.readonlyNonSignerCount = readonlyNonSignerCount
        }
    }

    /// A call that names its accounts by index.
    package struct Call: Hashable, Sendable {
        package let program: UInt8
        package let accounts: [UInt8]
        package let data: [UInt8]

        package init(program: UInt8, accounts: [UInt8], data: [UInt8]) {
            self.program = program
            self.accounts = accounts
            self.data = data
        }
    }

    /// Accounts from a table on the chain, by their index in it.
    package struct Lookup: Hashable, Sendable {
        package let table: Address
        package let writable: [UInt8]
        package let readonly: [UInt8]

        package init(table: Address, writable: [UInt8], readonly: [UInt8]) {
            self.table = table
            self.writable = writable
            self.readonly = readonly
        }
    }

    package let version: Version
    package let header: Header
    /// The accounts written out; the first pays the fee.
    package let accounts: [Address]
    package let blockhash: Blockhash
    package let calls: [Call]
    /// Empty in a legacy message.
    package let lookups: [Lookup]

    /// An index is one byte.
    static let maximumAccountCount = 256
    /// A list's count has 16 bits; a packet holds far less.
    static let maximumListCount = 0xFFFF

    /// - Throws: ``SolanaError`` with `.malformed` when a validator would refuse the message unread.
    package init(
        version: Version, header: Header, accounts: [Address], blockhash: Blockhash, calls: [Call],
        lookups: [Lookup] = []
    ) throws {
        self.init(
            compiled: version, header: header, accounts: accounts, blockhash: blockhash, calls: calls, lookups: lookups)
        try check()
    }

    /// For parts that satisfy the rules by construction.
    init(
        compiled version: Version, header: Header, accounts: [Address], blockhash: Blockhash, calls: [Call],
        lookups: [Lookup]
    ) {
        self.version = version
        self.header = header
        self.accounts = accounts
        self.blockhash = blockhash
        self.calls = calls
        self.lookups = lookups
    }

    /// The account that pays the fee.
    package var feePayer: Address { accounts[0] }

    /// The signers, in the order of the signatures.
    package var signers: ArraySlice<Address> { accounts.prefix(header.signerCount) }

    /// The number of accounts from tables.
    package var lookedUpCount: Int { lookups.reduce(0) { $0 + $1.writable.count + $1.readonly.count } }

    /// The same message with another lifetime: a fresh blockhash, or a nonce's value.
    package func with(_ blockhash: Blockhash) -> Message {
        Message(
            compiled: version, header: header, accounts: accounts, blockhash: blockhash, calls: calls,
            lookups: lookups)
    }

    /// Whether a written-out account is writable, by its index.
    package func isWritable(_ index: Int) -> Bool {
        if index < header.signerCount { return index < header.signerCount - header.readonlySignerCount }
        return index < accounts.count - header.readonlyNonSignerCount
    }

    private func check() throws {
        guard header.readonlySignerCount < header.signerCount else {
            throw SolanaError(.malformed, "A message without a signer who may pay the fee is never run.")
        }
        guard header.signerCount + header.readonlyNonSignerCount <= accounts.count else {
            throw SolanaError(.malformed, "The message's header counts more accounts than there are.")
        }
        guard calls.count <= Self.maximumListCount else {
            throw SolanaError(.tooLarge, "A message has more calls than any transaction can hold.")
        }
        let total = accounts.count + lookedUpCount
        guard total <= Self.maximumAccountCount else {
            throw SolanaError(.tooLarge, "A message names at most 256 accounts, not \(total).")
        }
        guard version == .zero || lookups.isEmpty else {
            throw SolanaError(.malformed, "A legacy message has no lookup tables.")
        }
        guard lookups.allSatisfy({ !$0.writable.isEmpty || !$0.readonly.isEmpty }) else {
            throw SolanaError(.malformed, "A lookup table is named and nothing is taken from it.")
        }
        for call in calls {
            guard call.accounts.count <= Self.maximumListCount, call.data.count <= Self.maximumListCount else {
                throw SolanaError(.tooLarge, "A call has more accounts or data than any transaction can hold.")
            }
            // The program is never the payer, and never comes from a table.
            guard call.program > 0, Int(call.program) < accounts.count else {
                throw SolanaError(.malformed, "A call names a program that is not among the accounts.")
            }
            guard call.accounts.allSatisfy({ Int($0) < total }) else {
                throw SolanaError(.malformed, "A call names an account that is not there.")
            }
        }
        guard !hasRepeatedAccount else {
            throw SolanaError(.malformed, "An account is listed twice; the chain refuses such a message.")
        }
    }

    private var hasRepeatedAccount: Bool {
        let sorted = accounts.sorted()
        return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    }
}
