// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// A transaction with its signature: its sender is who signed it. Ready to broadcast.
package struct SignedTransaction: Hashable, Sendable, CustomStringConvertible {
    package let transaction: Transaction
    package let signature: RecoverableSignature
    package let sender: Address
    /// What nodes are sent.
    package let bytes: [UInt8]

    /// What the network calls it by.
    package var hash: [UInt8] { Keccak256.hash(bytes) }

    /// Reads a signed transaction and finds out who signed it.
    ///
    /// Legacy with and without a chain id, EIP-2930 and EIP-1559 are read, each in its one encoding.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.tooLarge`, `.badAddress`, `.badSignature`, or `.unsupported` for
    ///   another type.
    package init(decoding bytes: [UInt8]) throws {
        var (fields, type) = try Transaction.open(bytes)
        let count = try Transaction.bodyCount(type) + 3
        guard fields.count == count else {
            throw EthereumError(.malformed, "The transaction has \(fields.count) fields instead of \(count).")
        }
        var transaction = try Transaction(body: &fields, type: type)
        let v = try fields.number("v")
        let isOdd: Bool
        if type == nil {
            (transaction.chainID, isOdd) = try Self.read(legacy: v)
        } else {
            guard v <= 1 else { throw Self.badV }
            isOdd = v == 1
        }
        let signature = try RecoverableSignature(fields: &fields, isOdd: isOdd)
        self.transaction = transaction
        self.signature = signature
        self.bytes = bytes
        sender = try signature.signer(of: transaction.signingHash)
    }

    /// Puts a signature that somebody made to a transaction, and finds out who it was.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` without a chain id, `.badSignature` when nobody can have signed.
    package init(_ transaction: Transaction, signature: RecoverableSignature) throws {
        guard let chainID = transaction.chainID else {
            throw EthereumError(.otherNetwork, "The transaction names no network; it is not signed.")
        }
        try self.init(
            transaction, chainID: chainID, signature: signature,
            sender: signature.signer(of: transaction.signingHash))
    }

    /// The same when it is known already who signed.
    init(_ transaction: Transaction, chainID: UInt64, signature: RecoverableSignature, sender: Address) throws {
        self.transaction = transaction
        self.signature = signature
        self.sender = sender
        let parity: [UInt8]
        if transaction.type == nil {
            // EIP-155; in 256 bits, because a chain id may take all of 64.
            let base = try Wei(chainID).multiplied(by: 2).adding(Wei(signature.isOdd ? 36 : 35))
            parity = base.minimalBigEndian
        } else {
            parity = signature.isOdd ? [1] : []
        }
        bytes = RLP.encode(
            .list(transaction.body + [.bytes(parity)] + signature.fields), prefix: transaction.type)
        guard bytes.count <= Transaction.maximumCount else {
            throw EthereumError(
                .tooLarge, "The transaction has \(bytes.count) bytes; nodes take at most \(Transaction.maximumCount).")
        }
    }

    package var description: String { "0x\(Hex.encode(hash))" }

    /// Chain id and sign of y: 27 and 28 name no chain, from 35 on both stand in one number. EIP-155
    private static func read(legacy v: Wei) throws -> (chainID: UInt64?, isOdd: Bool) {
        if v == 27 || v == 28 { return (nil, v == 28) }
        guard v >= 35 else { throw badV }
        let (chainID, rest) = try v.subtracting(35).quotientAndRemainder(dividingBy: 2)
        guard let chainID = chainID.uint64 else {
            throw EthereumError(.unsupported, "The transaction's chain id has more than 64 bits.")
        }
        return (chainID, rest == 1)
    }

    private static let badV = EthereumError(.badSignature, "The transaction's signature has an impossible v.")
}
