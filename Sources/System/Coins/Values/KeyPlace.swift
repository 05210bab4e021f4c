// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains

/// An address with its key origin, as an offline signer knows it: `[73c5da0a/44'/60'/0'/0/0]0x90F8…`, in the notation
/// of descriptors. BIP-0380
struct KeyPlace {
    let rootFingerprint: [UInt8]
    let path: DerivationPath
    let address: String

    init(rootFingerprint: [UInt8], path: DerivationPath, address: String) {
        self.rootFingerprint = rootFingerprint
        self.path = path
        self.address = address
    }

    /// Nil for a text that does not begin with a bracket.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` for a key origin that cannot be parsed.
    init?(parsing text: String) throws {
        guard text.hasPrefix("[") else { return nil }
        guard let end = text.firstIndex(of: "]"), text.utf8.count <= 512 else { throw Self.unreadable }
        let place = text[text.index(after: text.startIndex)..<end].split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        do {
            rootFingerprint = try Hex.decode(String(place[0]))
            path = try DerivationPath(place.count > 1 ? "m/\(place[1])" : "m")
        } catch {
            throw Self.unreadable
        }
        guard rootFingerprint.count == 4 else { throw Self.unreadable }
        address = String(text[text.index(after: end)...])
    }

    var text: String { "[\(Hex.encode(rootFingerprint))\(path.text.dropFirst())]\(address)" }

    private static var unreadable: CoinsError {
        CoinsError(.badDocument, "The place of a key is written like [73c5da0a/44'/60'/0'/0/0] before its address.")
    }
}
