// SPDX-License-Identifier: MIT
internal import Bytes

/// A token's mint: its authorities, decimals and extensions.
package struct Mint: Hashable, Sendable {
    package let address: Address
    /// The token program that owns it.
    package let program: Address
    package let decimals: UInt8
    package let supply: UInt64
    /// Nil when no more tokens can be minted.
    package let mintAuthority: Address?
    /// The authority that may freeze accounts; nil for none.
    package let freezeAuthority: Address?
    package let extensions: [TokenExtension]

    /// Without extensions.
    package static let count = 82

    package init(
        address: Address, program: Address, decimals: UInt8, supply: UInt64, mintAuthority: Address? = nil,
        freezeAuthority: Address? = nil, extensions: [TokenExtension] = []
    ) {
        self.address = address
        self.program = program
        self.decimals = decimals
        self.supply = supply
        self.mintAuthority = mintAuthority
        self.freezeAuthority = freezeAuthority
        self.extensions = extensions
    }

    /// Parses the data of a mint's account.
    ///
    /// - Throws: ``SolanaError`` with `.badAddress` when no token program owns the account, `.malformed` for anything
    ///   but an initialised mint.
    package init(address: Address, owner: Address, data: [UInt8]) throws {
        guard owner == .tokenProgram || owner == .token2022Program else {
            throw SolanaError(.badAddress, "\(address) is not a token: \(owner) owns it.")
        }
        let isExtended = owner == .token2022Program && data.count >= TokenExtension.start
        guard data.count == Self.count || isExtended else {
            throw SolanaError(.malformed, "A mint has \(Self.count) bytes, not \(data.count).")
        }
        var reader = ByteReader(data)
        self = try SolanaError.reading("mint") {
            let mintAuthority = try reader.optionalAddress()
            let supply = try reader.uint64LE()
            let decimals = try reader.byte()
            guard try reader.byte() == 1 else {
                throw SolanaError(.malformed, "The mint \(address) is not initialised.")
            }
            let freezeAuthority = try reader.optionalAddress()
            if isExtended, try !reader.bytes(TokenExtension.accountCount - Self.count).allSatisfy({ $0 == 0 }) {
                throw SolanaError(.malformed, "\(address) is a token account or a multisignature, not a mint.")
            }
            return Mint(
                address: address, program: owner, decimals: decimals, supply: supply, mintAuthority: mintAuthority,
                freezeAuthority: freezeAuthority, extensions: try TokenExtension.list(in: data, isMint: true))
        }
    }

    /// The withheld share of each transfer; nil for none.
    package var transferFee: TransferFee? {
        for case .transferFee(let fee) in extensions { return fee }
        return nil
    }

    /// The program that runs in each transfer; nil for none.
    package var transferHook: Address? {
        for case .transferHook(let program?) in extensions { return program }
        return nil
    }

    package var isTransferable: Bool { !extensions.contains(.nonTransferable) && !extensions.contains(.paused(true)) }

    /// The authority that may take any holder's tokens; nil for none.
    package var permanentDelegate: Address? {
        for case .permanentDelegate(let delegate?) in extensions { return delegate }
        return nil
    }

    /// The size of a wallet's account for this token, in bytes.
    package var associatedAccountCount: Int {
        guard program == .token2022Program else { return TokenExtension.accountCount }
        // The account type, and the immutable-owner extension that every associated account has.
        return extensions.reduce(TokenExtension.start + 4) { $0 + ($1.accountCount ?? 0) }
    }
}

extension ByteReader {
    /// A four-byte flag and the field, which is always present.
    mutating func optionalAddress() throws -> Address? {
        let flag = try uint32LE()
        let address = Address(try Bytes32(from: &self))
        guard flag <= 1 else { throw SolanaError(.malformed, "An optional address has the flag \(flag).") }
        return flag == 1 ? address : nil
    }
}
