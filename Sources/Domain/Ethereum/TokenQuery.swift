// SPDX-License-Identifier: MIT
internal import Chains

/// A read-only query of a token contract, and the decoding of its answers. ERC-20
///
/// An answer comes from a server. It is shown, and offered when the user adds a token, but never decides what is
/// signed.
package enum TokenQuery: Hashable, Sendable {
    case balance(of: Address)
    case allowance(owner: Address, spender: Address)
    case decimals
    case symbol
    case name

    /// The longest symbol or name accepted, in bytes of UTF-8.
    package static let maximumTextCount = 64
    /// The most decimals of a token.
    package static let maximumDecimals = Unit.maximumDecimals

    /// The data of the call.
    package var data: [UInt8] {
        let fill = [UInt8](repeating: 0, count: 12)
        return switch self {
        case .balance(let owner): ABI.selector("balanceOf(address)") + fill + owner.bytes
        case .allowance(let owner, let spender):
            ABI.selector("allowance(address,address)") + fill + owner.bytes + fill + spender.bytes
        case .decimals: ABI.selector("decimals()")
        case .symbol: ABI.selector("symbol()")
        case .name: ABI.selector("name()")
        }
    }

    /// Decodes the answer to ``balance(of:)`` or ``allowance(owner:spender:)``, in smallest units.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`; an empty answer means that the address has no contract.
    package static func amount(inAnswer bytes: [UInt8]) throws -> Wei {
        guard bytes.count == ABI.wordCount else { throw noToken(bytes) }
        do {
            return try Wei(bigEndian: bytes)
        } catch {
            throw EthereumError(.malformed, "The token's answer is not a number.", cause: error)
        }
    }

    /// Decodes the answer to ``decimals``.
    ///
    /// - Throws: ``EthereumError`` with `.malformed`, also above ``maximumDecimals``.
    package static func decimals(inAnswer bytes: [UInt8]) throws -> Int {
        guard let decimals = try amount(inAnswer: bytes).uint64, decimals <= UInt64(maximumDecimals) else {
            throw EthereumError(.malformed, "The token claims more than \(maximumDecimals) decimals.")
        }
        return Int(decimals)
    }

    /// Decodes the answer to ``symbol`` or ``name``: text, or 32 bytes padded with zeros as in tokens of 2017.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` for an empty, overlong or unprintable one.
    package static func text(inAnswer bytes: [UInt8]) throws -> String {
        let text: String?
        if bytes.count == ABI.wordCount {
            let content = bytes.prefix { $0 != 0 }
            guard bytes[content.count...].allSatisfy({ $0 == 0 }) else { throw noToken(bytes) }
            text = String(validating: content, as: UTF8.self)
        } else if case .string(let found)? = try ABI.decode(bytes, as: [.string]).first {
            text = found
        } else {
            text = nil
        }
        guard let text, !text.isEmpty, text.utf8.count <= maximumTextCount,
            text.unicodeScalars.allSatisfy({ isShowable($0) })
        else {
            throw EthereumError(
                .malformed,
                "The token's name is empty, longer than \(maximumTextCount) bytes, or has signs that cannot be shown.")
        }
        return text
    }

    /// Rejects control characters, invisible ones, and those that change the direction of text.
    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func noToken(_ bytes: [UInt8]) -> EthereumError {
        bytes.isEmpty
            ? EthereumError(.malformed, "No token answers at this address on this network.")
            : EthereumError(.malformed, "The token's answer has \(bytes.count) bytes instead of \(ABI.wordCount).")
    }
}
