// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains

/// A wallet's request to an offline signer: `sol-sign-request`.
///
/// Source: Keystone's registry, `ur-registry/src/solana/sol_sign_request.rs`.
package struct SignRequest: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The message of a transaction.
        case transaction(Message)
        /// An off-chain message, or other bytes that are not a transaction.
        case message([UInt8])
    }

    /// Sixteen bytes that the answer repeats; nil when the wallet needs none.
    package let requestID: [UInt8]?
    package let content: Content
    /// The key that should sign.
    package let keyPath: KeyPathRecord
    /// The address of that key; nil when unknown.
    package let address: Address?
    /// The requester's name, for the signer's user; nil when unknown.
    package let origin: String?

    /// The type in `ur:sol-sign-request/…`.
    package static let type = "sol-sign-request"
    package static let identifierCount = 16
    package static let maximumOriginCount = 128
    /// The largest record accepted, in bytes: a message, a path, an address and a name.
    package static let maximumCount = 4096
    static let identifierTag: UInt64 = 37

    /// - Throws: ``SolanaError`` with `.malformed` for an identifier of another size or an origin that is too long.
    package init(
        requestID: [UInt8]?, content: Content, keyPath: KeyPathRecord, address: Address? = nil, origin: String? = nil
    ) throws {
        guard requestID.map({ $0.count == Self.identifierCount }) ?? true else {
            throw SolanaError(.malformed, "A sign request's identifier has 16 bytes.")
        }
        guard (origin?.utf8.count ?? 0) <= Self.maximumOriginCount else {
            throw SolanaError(.tooLarge, "A sign request's origin has at most \(Self.maximumOriginCount) bytes.")
        }
        self.requestID = requestID
        self.content = content
        self.keyPath = keyPath
        self.address = address
        self.origin = origin
    }

    /// Parses the record's CBOR.
    ///
    /// A transaction must be one whole message. Bytes that could be a transaction are never accepted as a message,
    /// because the user would sign them blindly.
    ///
    /// - Throws: ``SolanaError`` with `.malformed`, `.tooLarge` or `.unsupported`.
    package init(decoding bytes: [UInt8]) throws {
        let map = try SolanaError.reading("sign request") {
            try CBORValue(parsing: bytes, maximumCount: Self.maximumCount)
        }
        guard case .map = map, let data = map[2]?.bytes, let path = map[3] else {
            throw SolanaError(.malformed, "A Solana sign request has data and a key path.")
        }
        let content: Content
        switch map[6] {
        case .unsigned(1)?, nil: content = .transaction(try Message(parsing: data))
        case .unsigned(2)?:
            // Safe: these bytes must not parse as a transaction's message.
            guard (try? Message(parsing: data)) == nil else {
                throw SolanaError(.unsupported, "This request calls a transaction a message; it is not signed.")
            }
            content = .message(data)
        default:
            throw SolanaError(.unsupported, "This Solana sign request asks for something this wallet does not sign.")
        }
        let keyPath: KeyPathRecord
        do {
            keyPath = try KeyPathRecord(path)
        } catch let error as ChainsError {
            throw SolanaError(
                .malformed, "The key path of the sign request is malformed: \(error.message)", cause: error)
        }
        try self.init(
            requestID: try map[1].map { try Self.identifier($0) }, content: content, keyPath: keyPath,
            address: try map[4].map { field in
                guard let bytes = field.bytes else {
                    throw SolanaError(.malformed, "The address is not a byte string.")
                }
                return try Address(bytes)
            },
            origin: try map[5].map { field in
                guard let text = field.text else { throw SolanaError(.malformed, "The origin is not text.") }
                return text
            })
    }

    static func identifier(_ field: CBORValue) throws -> [UInt8] {
        guard let bytes = field.content(ofTag: identifierTag)?.bytes else {
            throw SolanaError(.malformed, "The identifier of a sign request is tagged bytes.")
        }
        return bytes
    }

    /// The bytes to sign.
    package var data: [UInt8] {
        switch content {
        case .transaction(let message): message.encoded
        case .message(let bytes): bytes
        }
    }

    /// The record's CBOR.
    package var encoded: [UInt8] {
        var entries: [CBORValue.Entry] = []
        func add(_ key: UInt64, _ value: CBORValue) { entries.append(CBORValue.Entry(.unsigned(key), value)) }
        if let requestID { add(1, .tagged(Self.identifierTag, .bytes(requestID))) }
        add(2, .bytes(data))
        add(3, keyPath.tagged)
        if let address { add(4, .bytes(address.bytes)) }
        if let origin { add(5, .text(origin)) }
        if case .message = content { add(6, .unsigned(2)) } else { add(6, .unsigned(1)) }
        return CBORValue.map(entries).encoded
    }
}
