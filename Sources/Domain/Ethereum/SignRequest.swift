// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains

/// A request for an offline device to sign, as the content of a UR `eth-sign-request`. EIP-4527
///
/// All of it is untrusted: ``transaction()`` and ``message()`` decode the data, and a review shows it.
package struct SignRequest: Hashable, Sendable {
    /// 16 bytes that the answer repeats.
    package var requestID: [UInt8]?
    package var kind: Kind
    /// An unsigned transaction, the JSON of a typed message, or the bytes of a message.
    package var data: [UInt8]
    /// The requesting wallet's claim; the chain id in the transaction or message decides.
    package var chainID: UInt64
    /// The key that should sign.
    package var origin: KeyOrigin
    /// The address that the requesting wallet expects for this key.
    package var address: Address?
    /// The name of the requesting wallet.
    package var wallet: String?

    /// The kind of the data.
    package enum Kind: UInt64, Hashable, Sendable {
        case legacyTransaction = 1
        case typedData = 2
        case message = 3
        case typedTransaction = 4
    }

    /// The UR type.
    package static let type = "eth-sign-request"
    /// The largest record accepted, in bytes.
    package static let maximumCount = 512 << 10
    static let uuidTag: UInt64 = 37
    static let maximumTextCount = 256

    package init(
        requestID: [UInt8]?, kind: Kind, data: [UInt8], chainID: UInt64, origin: KeyOrigin, address: Address? = nil,
        wallet: String? = nil
    ) {
        self.requestID = requestID
        self.kind = kind
        self.data = data
        self.chainID = chainID
        self.origin = origin
        self.address = address
        self.wallet = wallet
    }

    /// Requests the signature of a transaction that has a chain id.
    ///
    /// - Throws: ``EthereumError`` with `.otherNetwork` when it has none.
    package init(
        _ transaction: Transaction, requestID: [UInt8], origin: KeyOrigin, address: Address, wallet: String? = nil
    ) throws {
        guard let chainID = transaction.chainID else {
            throw EthereumError(.otherNetwork, "The transaction names no network; it is not signed.")
        }
        self.init(
            requestID: requestID, kind: transaction.type == nil ? .legacyTransaction : .typedTransaction,
            data: transaction.unsigned, chainID: chainID, origin: origin, address: address, wallet: wallet)
    }

    /// Parses the CBOR of a UR.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.badAddress`, or `.unsupported` for another kind of data.
    package init(decoding bytes: [UInt8]) throws {
        let record = try Self.record(bytes, keys: 1...7)
        requestID = try Self.uuid(in: record)
        guard let data = record[2]?.bytes, let kindValue = record[3], let path = record[5] else {
            throw EthereumError(.malformed, "The request lacks its data, their kind, or the path of the key.")
        }
        guard let number = (kindValue.content(ofTag: 401) ?? kindValue).uint, let kind = Kind(rawValue: number) else {
            throw EthereumError(.unsupported, "Satchel does not support the kind of data in this request.")
        }
        self.data = data
        self.kind = kind
        chainID =
            try record[4].map { value in
                guard let chainID = value.uint else {
                    throw EthereumError(.malformed, "The request has an invalid chain id.")
                }
                return chainID
            } ?? 1
        origin = try KeyOrigin(path)
        address = try record[6].map { value in
            guard let bytes = value.bytes else {
                throw EthereumError(.badAddress, "The request has an invalid address.")
            }
            return try Address(bytes)
        }
        wallet = try Self.text(record[7])
    }

    /// The CBOR for a UR.
    package var encoded: [UInt8] {
        var entries: [CBORValue.Entry] = []
        func add(_ key: UInt64, _ value: CBORValue?) {
            if let value { entries.append(CBORValue.Entry(.unsigned(key), value)) }
        }
        add(1, requestID.map { .tagged(Self.uuidTag, .bytes($0)) })
        add(2, .bytes(data))
        add(3, .unsigned(kind.rawValue))
        add(4, .unsigned(chainID))
        add(5, origin.record)
        add(6, address.map { .bytes($0.bytes) })
        add(7, wallet.map { .text($0) })
        return CBORValue.map(entries).encoded
    }

    /// The transaction to review.
    ///
    /// - Throws: ``EthereumError`` with `.unsupported` when the request is for a message, `.otherNetwork` when the
    ///   transaction names another chain than the request, or what ``Transaction/init(unsigned:)`` throws.
    package func transaction() throws -> Transaction {
        guard kind == .legacyTransaction || kind == .typedTransaction else {
            throw EthereumError(.unsupported, "The request is for a message, not for a transaction.")
        }
        let transaction = try Transaction(unsigned: data)
        guard (transaction.type == nil) == (kind == .legacyTransaction) else {
            throw EthereumError(.malformed, "The request calls its transaction by the wrong kind.")
        }
        guard transaction.chainID == chainID else {
            throw EthereumError(.otherNetwork, "The request and its transaction name different networks.")
        }
        return transaction
    }

    /// The message to review.
    ///
    /// - Throws: ``EthereumError`` with `.unsupported` when the request is for a transaction, or what ``TypedData`` and
    ///   ``PersonalMessage`` throw.
    package func message() throws -> MessageReview.Message {
        switch kind {
        case .typedData: .typed(try TypedData(parsing: data))
        case .message: .personal(try PersonalMessage(data))
        case .legacyTransaction, .typedTransaction:
            throw EthereumError(.unsupported, "The request is for a transaction, not for a message.")
        }
    }
}

extension SignRequest {
    /// Decodes a map that may have only these keys.
    static func record(_ bytes: [UInt8], keys: ClosedRange<UInt64>) throws -> CBORValue {
        let value: CBORValue
        do {
            value = try CBORValue(parsing: bytes, maximumCount: maximumCount)
        } catch {
            throw EthereumError(.malformed, "The record is not CBOR: \(error.message)", cause: error)
        }
        guard case .map(let entries) = value, entries.allSatisfy({ $0.key.uint.map(keys.contains) ?? false }) else {
            throw EthereumError(.malformed, "The record is not a map with the keys of its kind.")
        }
        return value
    }

    static func uuid(in record: CBORValue) throws -> [UInt8]? {
        try record[1].map { value in
            guard let bytes = (value.content(ofTag: uuidTag) ?? value).bytes, bytes.count == 16 else {
                throw EthereumError(.malformed, "The identifier of the request has not 16 bytes.")
            }
            return bytes
        }
    }

    static func text(_ value: CBORValue?) throws -> String? {
        try value.map { value in
            guard let text = value.text, text.utf8.count <= maximumTextCount else {
                throw EthereumError(.malformed, "The name in the record is not a short text.")
            }
            return text
        }
    }
}
