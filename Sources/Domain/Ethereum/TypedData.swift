// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
internal import Crypto

/// A structured message that a contract will read, with the names of its fields under the signature. EIP-712
///
/// Everything that is shown is signed, and everything that is signed is shown: a field too many, a value that does not
/// fit its type, and a struct's name that is used for two things are refused.
package struct TypedData: Equatable, Sendable {
    package let primaryType: String
    /// What a signature is made of.
    package let digest: [UInt8]
    /// The hash of the domain: which application, contract and network the message is for.
    package let domainSeparator: [UInt8]
    /// The network that the domain names; nil when it names none.
    package let chainID: UInt256?
    /// The contract that the domain names.
    package let verifyingContract: Address?
    /// Whether it is of a kind that lets somebody take what the account holds. EIP-2612 and its relatives, sale orders
    package let isPermission: Bool
    /// The fields of the domain, then those of the message, for a person to read.
    package let domainLines: [Line]
    package let lines: [Line]

    /// One value of the message.
    package struct Line: Hashable, Sendable {
        /// Where it stands: `from.wallets[1]`.
        package let path: String
        /// The name of its type.
        package let type: String
        /// The value as it is signed.
        package let value: String
    }

    /// The most bytes of JSON that are read.
    package static let maximumCount = 256 << 10
    /// How deep structs and arrays may be nested.
    package static let maximumDepth = 24
    /// How many values a message may hold.
    package static let maximumItems = 10_000

    /// Reads the JSON that applications send: `types`, `primaryType`, `domain`, `message`.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, `.tooLarge`, `.badAddress` or `.unsupported`.
    package init(parsing bytes: [UInt8]) throws {
        do {
            try self.init(JSONValue(parsing: bytes, maximumCount: Self.maximumCount))
        } catch let error as BytesError {
            throw EthereumError(.malformed, "The message is not JSON: \(error.message)", cause: error)
        }
    }

    /// The same for JSON that was read already.
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
        isPermission = types.names.contains { name in
            ["Permit", "Order", "BulkOrder"].contains { name.hasPrefix($0) }
        }
        chainID = try domain["chainId"].map { try TypedDataEncoder.unsigned($0, bits: 256, at: "chainId") }
        verifyingContract = try domain["verifyingContract"]?.string.map { try Address(parsing: $0) }
    }
}
