// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Crypto

/// A structured message for a contract, whose signature covers the names of its fields. EIP-712
///
/// Everything shown is signed, and everything signed is shown. An extra field, a value that does not match its type,
/// and a struct name with two meanings are refused.
package struct TypedData: Equatable, Sendable {
    package let primaryType: String
    /// The digest that is signed.
    package let digest: [UInt8]
    /// The hash of the domain: the application, contract and network of the message.
    package let domainSeparator: [UInt8]
    /// The domain's chain id; nil when it has none.
    package let chainID: UInt256?
    /// The domain's contract.
    package let verifyingContract: Address?
    /// Whether its kind may let another party move what the account has: permits, orders, signed transfers, and others by
    /// the names of its structs and fields.
    package let isPermission: Bool
    /// The fields of the domain, then those of the message, in readable form.
    package let domainLines: [Line]
    package let lines: [Line]

    /// One value of the message.
    package struct Line: Hashable, Sendable {
        /// Its place in the message: `from.wallets[1]`.
        package let path: String
        /// The name of its type.
        package let type: String
        /// The value as it is signed.
        package let value: String
    }

    /// The largest JSON accepted, in bytes.
    package static let maximumCount = 256 << 10
    /// The deepest nesting of structs and arrays.
    package static let maximumDepth = 24
    /// The most values of a message.
    package static let maximumItems = 10_000

    /// Parses the JSON that applications send: `types`, `primaryType`, `domain`, `message`.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.tooLarge`, `.badAddress` or `.unsupported`.
    package init(parsing bytes: [UInt8]) throws {
        do {
            try self.init(JSONValue(parsing: bytes, maximumCount: Self.maximumCount))
        } catch let error as BytesError {
            throw EthereumError(.malformed, "The message is not JSON: \(error.message)", cause: error)
        }
    }

    /// Takes JSON that is already parsed.
    package init(_ json: JSONValue) throws {
        guard let typesValue = json["types"], case .object? = json["types"],
            let primaryType = json["primaryType"]?.string, let domain = json["domain"], let message = json["message"],
            json.members?.count == 4
        else {
            throw EthereumError(
                .malformed, "A typed message has types, primaryType, domain and message, and nothing else.")
        }
        guard primaryType != TypedDataTypes.domainName else {
            throw EthereumError(.unsupported, "A message that is only a domain is not signed.")
        }
        let types = try TypedDataTypes(typesValue, domain: domain)
        var encoder = TypedDataEncoder(types: types)
        domainSeparator = try encoder.hash(of: domain, as: TypedDataTypes.domainName)
        domainLines = encoder.takeLines()
        let content = try encoder.hash(of: message, as: primaryType)
        lines = encoder.takeLines()
        digest = Keccak256.hash([0x19, 0x01] + domainSeparator + content)
        self.primaryType = primaryType
        isPermission = types.mayMove
        chainID = try domain["chainId"].map { try TypedDataEncoder.unsigned($0, bits: 256, at: "chainId") }
        verifyingContract = try domain["verifyingContract"]?.string.map { try Address(parsing: $0) }
    }
}
