// SPDX-License-Identifier: MIT
internal import Bytes

/// The Token-2022 extensions of a mint or an account that matter to a payer.
///
/// Source: `spl-token-2022-interface`, `extension/mod.rs`: after byte 165 a kind, then type, length and value.
package enum TokenExtension: Hashable, Sendable {
    /// Part of each transfer is withheld.
    case transferFee(TransferFee)
    /// A program of the mint's author runs in each transfer; nil when none is set.
    case transferHook(program: Address?)
    case nonTransferable
    /// An authority that may move or burn any holder's tokens.
    case permanentDelegate(Address?)
    /// New accounts are created frozen.
    case defaultFrozen
    case paused(Bool)
    /// The displayed amount differs from the units by interest or a factor.
    case scaledDisplay
    /// The account refuses a transfer without a preceding memo.
    case memoRequired(Bool)
    /// Any other extension, which does not affect a payer.
    case other(type: UInt16)

    /// The offset of the extensions: mints are padded to the length of accounts.
    static let start = 166
    static let accountCount = 165

    /// The largest account data accepted; the chain's own limit is 10 MB.
    static let maximumDataCount = 65_536
    /// There are 27 kinds today.
    static let maximumExtensionCount = 64

    /// Parses the extensions after the base data of a mint or an account.
    static func list(in data: [UInt8], isMint: Bool) throws -> [TokenExtension] {
        guard data.count > accountCount else { return [] }
        guard data.count <= maximumDataCount else {
            throw SolanaError(.tooLarge, "A token's data has \(data.count) bytes; \(maximumDataCount) are read.")
        }
        var reader = ByteReader(data)
        try reader.skip(accountCount)
        guard try reader.byte() == (isMint ? 1 : 2) else {
            throw SolanaError(.malformed, "The token data is not that of a \(isMint ? "mint" : "token account").")
        }
        var found: [TokenExtension] = []
        while reader.remaining >= 2 {
            let type = try reader.uint16LE()
            // Type 0 is unused space.
            guard type != 0 else { break }
            guard found.count < maximumExtensionCount else {
                throw SolanaError(.tooLarge, "A token has more than \(maximumExtensionCount) extensions.")
            }
            let value = try reader.bytes(Int(try reader.uint16LE()))
            found.append(try TokenExtension(type: type, value: value))
        }
        return found
    }

    private init(type: UInt16, value: [UInt8]) throws {
        var reader = ByteReader(value)
        switch type {
        case 1: self = .transferFee(try TransferFee(from: &reader))
        case 6: self = try reader.byte() == 2 ? .defaultFrozen : .other(type: type)
        case 8: self = .memoRequired(try reader.byte() != 0)
        case 9: self = .nonTransferable
        case 10, 25: self = .scaledDisplay
        case 12: self = .permanentDelegate(try Self.address(from: &reader))
        case 14:
            try reader.skip(Bytes32.count)
            self = .transferHook(program: try Self.address(from: &reader))
        case 26:
            try reader.skip(Bytes32.count)
            self = .paused(try reader.byte() != 0)
        default: self = .other(type: type)
        }
    }

    /// All zeros mean no address.
    private static func address(from reader: inout ByteReader) throws -> Address? {
        let address = Address(try Bytes32(from: &reader))
        return address == .systemProgram ? nil : address
    }

    /// The size that the extension adds to a new account of the mint; nil for none.
    var accountCount: Int? {
        switch self {
        case .transferFee: 12
        case .transferHook: 5
        case .nonTransferable, .paused: 4
        default: nil
        }
    }
}

/// The share of a transfer that a mint withholds. There are two rates, and the epoch decides which one applies.
package struct TransferFee: Hashable, Sendable {
    package struct Rate: Hashable, Sendable {
        package let fromEpoch: UInt64
        /// In the token's smallest units.
        package let maximum: UInt64
        /// In hundredths of a percent.
        package let basisPoints: UInt16

        package init(fromEpoch: UInt64, maximum: UInt64, basisPoints: UInt16) {
            self.fromEpoch = fromEpoch
            self.maximum = maximum
            self.basisPoints = basisPoints
        }

        /// The amount withheld from a transfer, rounded up.
        package func fee(on units: UInt64) -> UInt64 {
            let product = units.multipliedFullWidth(by: UInt64(min(basisPoints, 10_000)))
            let (quotient, rest) = UInt64(10_000).dividingFullWidth(product)
            return min(maximum, rest == 0 ? quotient : quotient + 1)
        }
    }

    package let older: Rate
    package let newer: Rate

    package init(older: Rate, newer: Rate) {
        self.older = older
        self.newer = newer
    }

    init(from reader: inout ByteReader) throws {
        // Two authorities and the amount withheld so far.
        try reader.skip(2 * Bytes32.count + 8)
        older = try Self.rate(from: &reader)
        newer = try Self.rate(from: &reader)
    }

    /// The most that can be withheld in any epoch.
    package func most(on units: UInt64) -> UInt64 { max(older.fee(on: units), newer.fee(on: units)) }

    private static func rate(from reader: inout ByteReader) throws -> Rate {
        Rate(fromEpoch: try reader.uint64LE(), maximum: try reader.uint64LE(), basisPoints: try reader.uint16LE())
    }
}
