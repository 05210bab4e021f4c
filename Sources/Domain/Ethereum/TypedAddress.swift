// SPDX-License-Identifier: MIT
internal import Bytes

/// An address as the user typed or pasted it, and whether a typing error would have been noticed.
package struct TypedAddress: Hashable, Sendable {
    package let address: Address
    /// The original text.
    package let text: String
    /// Whether the text has the checksum of EIP-55. Without it, ask the user to compare the address again.
    package let isChecksummed: Bool

    /// Parses `0x` and 40 hexadecimal digits. Text in a single case is accepted without a checksum.
    ///
    /// - Throws: ``EthereumError`` with `.badAddress`: wrong prefix, length or letter, mixed case that is not the
    ///   checksum, or an ICAP text.
    package init(_ text: String) throws {
        self.text = text
        let characters = Array(text.utf8)
        guard characters.count > 2, characters.starts(with: "0x".utf8) else {
            if characters.starts(with: "XE".utf8) {
                throw EthereumError(
                    .badAddress,
                    "Satchel does not support ICAP addresses (XE…). Ask for the address that begins with 0x.")
            }
            throw EthereumError(.badAddress, "An Ethereum address begins with 0x.")
        }
        guard characters.count == 2 + 2 * Address.count else {
            throw EthereumError(
                .badAddress, "An Ethereum address has 40 digits after 0x; this one has \(characters.count - 2).")
        }
        do {
            address = try Address(Hex.decode(String(decoding: characters.dropFirst(2), as: UTF8.self)))
        } catch {
            throw EthereumError(.badAddress, "An Ethereum address has only the digits 0-9 and a-f.", cause: error)
        }
        isChecksummed = Array(address.text.utf8) == characters
        let hasSmall = characters.dropFirst(2).contains { $0 >= UInt8(ascii: "a") }
        let hasCapital = characters.contains { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 }
        guard isChecksummed || !(hasSmall && hasCapital) else {
            throw EthereumError(
                .badAddress, "The address has a wrong checksum: a letter was changed. Copy it again from its source.")
        }
    }
}
