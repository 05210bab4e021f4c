// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Recognizes text of another kind that was entered as an address, so that an error can name it.
package enum ForeignText {
    /// `an Ethereum address`, `a Lightning invoice`…; nil for unknown text.
    ///
    /// Text without a checksum of its own is recognized by its form.
    package static func name(of text: String) -> String? {
        let small = text.lowercased()
        if small.hasPrefix("0x") {
            let digits = small.dropFirst(2)
            guard digits.utf8.allSatisfy({ isHexadecimal($0) }) else { return nil }
            return digits.utf8.count == 40 ? "an Ethereum address" : digits.utf8.count == 64 ? "a hash" : nil
        }
        if text.utf8.count == 64, small.utf8.allSatisfy({ isHexadecimal($0) }) { return "a transaction id or a hash" }
        for (prefix, name) in prefixes where small.hasPrefix(prefix) && small.utf8.count > prefix.utf8.count + 5 {
            return name
        }
        if text.contains("@") { return "an e-mail or Lightning address" }
        if let name = names.first(where: { small.hasSuffix($0.suffix) && small.utf8.count > $0.suffix.utf8.count }) {
            return name.meaning
        }
        return base58Name(text)
    }

    private static let prefixes: [(String, String)] = [
        ("lnbc", "a Lightning invoice"), ("lntb", "a Lightning invoice"), ("lightning:", "a Lightning invoice"),
        ("lnurl", "a Lightning link"), ("lno1", "a Lightning offer"), ("ltc1", "a Litecoin address"),
        ("bitcoincash:", "a Bitcoin Cash address"), ("cosmos1", "a Cosmos address"), ("addr1", "a Cardano address"),
        ("sp1", "a silent payment address, which this wallet does not pay"), ("http://", "a web address"),
        ("https://", "a web address"), ("xprv", "a private key: never show it"),
        ("zprv", "a private key: never show it"), ("yprv", "a private key: never show it"),
        ("tprv", "a private key: never show it"), ("vprv", "a private key: never show it"),
        ("xpub", "an account's public key, not an address"), ("ypub", "an account's public key, not an address"),
        ("zpub", "an account's public key, not an address"), ("tpub", "an account's public key, not an address"),
        ("vpub", "an account's public key, not an address"), ("upub", "an account's public key, not an address"),
    ]
    private static let names: [(suffix: String, meaning: String)] = [
        (".eth", "an ENS name"), (".sol", "a Solana name"),
    ]
    /// The version bytes of other chains' addresses, and of Bitcoin's private keys.
    private static let versions: [UInt8: String] = [
        48: "a Litecoin address", 50: "a Litecoin address", 30: "a Dogecoin address", 22: "a Dogecoin address",
        76: "a Dash address", 16: "a Dash address", 65: "a Tron address",
    ]

    private static func base58Name(_ text: String) -> String? {
        guard (25...60).contains(text.utf8.count) else { return nil }
        do {
            let payload = try Base58Check.decode(text)
            if [33, 34].contains(payload.count), [128, 239].contains(payload[0]) {
                return "a private key: never show it"
            }
            return payload.count == 21 ? versions[payload[0]] : nil
        } catch {
            // Solana addresses are 32 bytes without a checksum.
            do { return try Base58.decode(text).count == 32 ? "a Solana address" : nil } catch { return nil }
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
