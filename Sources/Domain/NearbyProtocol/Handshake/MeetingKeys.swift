// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import Tokens

/// What payer and payee derive from a request that one shows and the other has read.
///
/// HKDF-SHA-256 with the bytes of the request as input, the hub's id as salt and a text for each output. The request's
/// nonce alone has 128 bits, so no other device can derive them.
package struct MeetingKeys: Sendable {
    /// Proves in the handshake that both have the same request.
    package let secret: SecretBytes
    /// The Bluetooth service of this request: a UUID of version 8. RFC 9562, section 5.8
    package let serviceID: [UInt8]
    /// The name of this request on the local network: 16 hexadecimal digits.
    package let networkName: String
    /// The name in the list of payees nearby.
    package let listedName: String

    private static let salt = "satchel/near/"

    /// - Parameter request: the encoded request.
    package init(request: [UInt8], hub: HubID) {
        let input = SecretBytes(request)
        func derived(_ name: String, _ count: Int) -> SecretBytes {
            HKDF.derive(from: input, salt: hub.bytes, info: Array((Self.salt + name).utf8), count: count)
        }
        func bytes(_ name: String, _ count: Int) -> [UInt8] { derived(name, count).withUnsafeBytes { Array($0) } }
        secret = derived("psk", 32)
        var uuid = bytes("uuid", 16)
        uuid[6] = uuid[6] & 0x0f | 0x80
        uuid[8] = uuid[8] & 0x3f | 0x80
        serviceID = uuid
        networkName = Hex.encode(bytes("lan", 8))
        listedName = ListedName(bytes("name", 4)).text
    }
}

/// The name under which a payee is in the list: `Wallet_` and eight hexadecimal digits.
package struct ListedName: Hashable, Sendable {
    package let text: String

    private static let head = "Wallet_"

    init(_ bytes: [UInt8]) { text = Self.head + Hex.encode(bytes) }

    /// Reads a name that a stranger's device announced; nil if it is of another form.
    package init?(announced text: String) {
        guard text.hasPrefix(Self.head), text.utf8.count == Self.head.utf8.count + 8,
            text.dropFirst(Self.head.count).allSatisfy({ "0123456789abcdef".contains($0) })
        else { return nil }
        self.text = text
    }
}
