// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The identifier of a script at Electrum servers: its SHA-256, byte-reversed. Electrum protocol, "Script Hashes"
package struct ElectrumScriptHash: Hashable, Sendable, CustomStringConvertible {
    /// 64 hexadecimal characters, as in requests.
    package let text: String

    package init(_ script: Script) {
        text = Hex.encode(SHA256.hash(script.bytes).bytes.reversed())
    }

    package var description: String { text }
}
