// SPDX-License-Identifier: MIT
internal import Chains

extension Transaction {
    /// Parses the unsigned form that ``unsigned`` writes and that signing devices receive.
    ///
    /// A legacy transaction without a chain id is refused, because its signature would be valid on every network.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.tooLarge`, `.badAddress`, or `.unsupported` for another type.
    package init(unsigned bytes: [UInt8]) throws {
        var (fields, type) = try Self.open(bytes)
        let isLegacy = type == nil
        let count = try Self.bodyCount(type) + (isLegacy ? 3 : 0)
        guard fields.count == count else {
            if isLegacy, fields.count == count - 3 {
                throw EthereumError(
                    .unsupported, "The transaction names no chain: its signature would count on every network.")
            }
            throw EthereumError(.malformed, "The transaction has \(fields.count) fields instead of \(count).")
        }
        try self.init(body: &fields, type: type)
        if isLegacy {
            let chainID = try fields.uint64("chain id")
            guard chainID > 0, try fields.bytes("r").isEmpty, try fields.bytes("s").isEmpty else {
                throw EthereumError(.malformed, "The transaction has no chain id, or a signature already.")
            }
            self.chainID = chainID
        }
        guard chainID != 0 else { throw EthereumError(.malformed, "The transaction's chain id is zero.") }
    }

    /// Separates the type from the fields.
    static func open(_ bytes: [UInt8]) throws -> (FieldReader, type: UInt8?) {
        guard bytes.count <= maximumCount else {
            throw EthereumError(
                .tooLarge, "The transaction has \(bytes.count) bytes; nodes take at most \(maximumCount).")
        }
        guard let first = bytes.first else { throw EthereumError(.malformed, "The transaction is empty.") }
        // A first byte below 0x80 is a type, one from 0xC0 on begins a list. EIP-2718
        guard first < 0x80 else { return (try FieldReader(RLP.decode(bytes)), nil) }
        _ = try bodyCount(first)
        return (try FieldReader(RLP.decode(bytes[1...])), first)
    }

    /// The number of fields before the signature.
    static func bodyCount(_ type: UInt8?) throws -> Int {
        switch type {
        case nil: 6
        case 1: 8
        case 2: 9
        case 3: throw EthereumError(.unsupported, "Satchel does not support transactions that carry blobs (EIP-4844).")
        case 4:
            throw EthereumError(
                .unsupported, "Satchel does not support transactions that give an account code (EIP-7702).")
        case .some(let type):
            throw EthereumError(.unsupported, "Satchel does not support transactions of type \(type).")
        }
    }

    /// Reads the fields before the signature; a legacy transaction has its chain id after them.
    init(body fields: inout FieldReader, type: UInt8?) throws {
        let chainID = type == nil ? nil : try fields.uint64("chain id")
        let nonce = try fields.uint64("nonce")
        // EIP-2681
        guard nonce < .max else { throw EthereumError(.tooLarge, "The transaction's nonce is beyond 2^64 - 2.") }
        let pricing: Pricing
        switch type {
        case nil: pricing = .legacy(gasPrice: try fields.number("gas price"))
        case 1: pricing = .listed(gasPrice: try fields.number("gas price"))
        default:
            let tip = try fields.number("tip")
            let maximum = try fields.number("maximum fee")
            guard tip <= maximum else {
                throw EthereumError(.malformed, "The transaction's tip is above its maximum fee.")
            }
            pricing = .market(maximumFee: maximum, tip: tip)
        }
        self.init(
            chainID: chainID, nonce: nonce, pricing: pricing, gasLimit: try fields.uint64("gas limit"),
            to: try fields.recipient(), value: try fields.number("value"), data: try fields.bytes("data"),
            accessList: type == nil ? [] : try fields.accessList())
        // The review checks value plus fee, as a node does against the balance.
        _ = try maximumFee
    }
}
