// SPDX-License-Identifier: MIT
internal import Bytes

/// What Token-2022 adds to a mint or an account, as far as a payer must know it.
///
/// Source: `spl-token-2022-interface`, `extension/mod.rs`: after byte 165 a kind, then type, length and value.
package enum TokenExtension: Hashable, Sendable {
    /// Part of each transfer is withheld.
    case transferFee(TransferFee)
    /// A program of the mint's author runs in each transfer; nil when none is set.
    case transferHook(program: Address?)
    case nonTransferable
    /// Somebody may move or burn everybody's tokens.
    case permanentDelegate(Address?)
    /// New accounts begin frozen.
    case defaultFrozen
    case paused(Bool)
    /// What is shown is not the amount of units: interest or a factor applies.
    case scaledDisplay
    /// The account takes no transfer without a memo before it.
    case memoRequired(Bool)
    /// Known to the wallet's reader or not, and of no consequence to a payer.
    case other(type: UInt16)

    /// Where the extensions begin: mints are padded to the length of accounts.
    static let start = 166
    static let accountCount = 165

    /// No account has more; the chain's own limit is 10 MB, of which a wallet reads none.
    static let maximumDataCount = 65_536
    /// There are 27 kinds today.
    static let maximumExtensionCount = 64

    /// Reads what follows the base data of a mint or an account.
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
            // Type 0 is unused room.
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

    /// All zeros mean nobody.
    private static func address(from reader: inout ByteReader) throws -> Address? {
        let address = Address(try Bytes32(from: &reader))
        return address == .systemProgram ? nil : address
    }

    /// How many bytes the extension adds to a new account of the mint; nil for none.
    var accountCount: Int? {
        switch self {
        case .transferFee: 12
        case .transferHook: 5
        case .nonTransferable, .paused: 4
        default: nil
        }
    }
}

/// The share of a transfer that a mint withholds. Two rates are known, and the epoch says which one holds.
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

        /// What is withheld of an amount, rounded up.
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
        // Two authorities and what was withheld so far.
        try reader.skip(2 * Bytes32.count + 8)
        older = try Self.rate(from: &reader)
        newer = try Self.rate(from: &reader)
    }

    /// The most that can be withheld, whichever epoch it is.
    package func most(on units: UInt64) -> UInt64 { max(older.fee(on: units), newer.fee(on: units)) }

    private static func rate(from reader: inout ByteReader) throws -> Rate {
        Rate(fromEpoch: try reader.uint64LE(), maximum: try reader.uint64LE(), basisPoints: try reader.uint16LE())
    }
}
