// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// A transaction with its signature, ready to broadcast. Its sender is recovered from the signature.
package struct SignedTransaction: Hashable, Sendable, CustomStringConvertible {
    package let transaction: Transaction
    package let signature: RecoverableSignature
    package let sender: Address
    /// The bytes to broadcast.
    package let bytes: [UInt8]

    /// The transaction's hash, its identifier on the network.
    package var hash: [UInt8] { Keccak256.hash(bytes) }

    /// Parses a signed transaction and recovers its sender.
    ///
    /// It accepts legacy with and without a chain id, EIP-2930 and EIP-1559, each in its canonical encoding.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.tooLarge`, `.badAddress`, `.badSignature`, or `.unsupported`
    ///   for another type.
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

    /// Adds a signature to a transaction, and recovers the signer.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` without a chain id, `.badSignature` when no key can have
    ///   signed.
    package init(_ transaction: Transaction, signature: RecoverableSignature) throws {
        guard let chainID = transaction.chainID else {
            throw EthereumError(.otherNetwork, "The transaction names no network; it is not signed.")
        }
        try self.init(
            transaction, chainID: chainID, signature: signature,
            sender: signature.signer(of: transaction.signingHash))
    }

    /// For a caller that already knows the signer.
    init(_ transaction: Transaction, chainID: UInt64, signature: RecoverableSignature, sender: Address) throws {
        self.transaction = transaction
        self.signature = signature
        self.sender = sender
        let parity: [UInt8]
        if transaction.type == nil {
            // EIP-155; in 256 bits, because a chain id may take all 64.
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

    /// Chain id and parity of y: 27 and 28 have no chain id, from 35 on v encodes both. EIP-155
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
