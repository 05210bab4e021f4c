// SPDX-License-Identifier: MIT
internal import Bytes

/// An owner's balance of one token.
package struct TokenAccount: Hashable, Sendable {
    package let address: Address
    /// The token program that owns it.
    package let program: Address
    package let mint: Address
    package let owner: Address
    /// In the token's smallest units.
    package let units: UInt64
    /// Another key that may move some of the balance; nil for none.
    package let delegate: Address?
    package let isFrozen: Bool
    /// Whether it holds native coins wrapped as a token.
    package let isWrappedNative: Bool
    /// Another key that may close it; nil for none.
    package let closeAuthority: Address?
    package let extensions: [TokenExtension]

    /// Without extensions.
    package static let count = TokenExtension.accountCount
    /// A multisignature of the token programs has this size, whatever its content.
    private static let multisignatureCount = 355

    package init(
        address: Address, program: Address, mint: Address, owner: Address, units: UInt64, delegate: Address? = nil,
        isFrozen: Bool = false, isWrappedNative: Bool = false, closeAuthority: Address? = nil,
        extensions: [TokenExtension] = []
    ) {
        self.address = address
        self.program = program
        self.mint = mint
        self.owner = owner
        self.units = units
        self.delegate = delegate
        self.isFrozen = isFrozen
        self.isWrappedNative = isWrappedNative
        self.closeAuthority = closeAuthority
        self.extensions = extensions
    }

    /// Parses the data of a token account.
    ///
    /// - Throws: ``SolanaError`` with `.badAddress` when no token program owns the account, `.malformed` for anything
    ///   but an initialised token account.
    package init(address: Address, owner program: Address, data: [UInt8]) throws {
        guard program == .tokenProgram || program == .token2022Program else {
            throw SolanaError(.badAddress, "\(address) is not a token account: \(program) owns it.")
        }
        let isExtended =
            program == .token2022Program && data.count >= TokenExtension.start
            && data.count != Self.multisignatureCount
        guard data.count == Self.count || isExtended else {
            throw SolanaError(.malformed, "A token account has \(Self.count) bytes, not \(data.count).")
        }
        var reader = ByteReader(data)
        self = try SolanaError.reading("token account") {
            let mint = Address(try Bytes32(from: &reader))
            let owner = Address(try Bytes32(from: &reader))
            let units = try reader.uint64LE()
            let delegate = try reader.optionalAddress()
            let state = try reader.byte()
            guard state == 1 || state == 2 else {
                throw SolanaError(.malformed, "The token account \(address) is not initialised.")
            }
            let native = try reader.uint32LE()
            guard native <= 1 else { throw SolanaError(.malformed, "A token account has the native flag \(native).") }
            // The rent reserve of a wrapped account, then the delegate's allowance.
            try reader.skip(16)
            return TokenAccount(
                address: address, program: program, mint: mint, owner: owner, units: units, delegate: delegate,
                isFrozen: state == 2, isWrappedNative: native == 1, closeAuthority: try reader.optionalAddress(),
                extensions: try TokenExtension.list(in: data, isMint: false))
        }
    }

    /// Whether transfers to it require a preceding memo.
    package var requiresMemo: Bool { extensions.contains(.memoRequired(true)) }
}
