// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
internal import Crypto

/// The public keys of an account, for a wallet that only watches, as the content of a UR `crypto-hdkey`. EIP-4527
package struct AccountExport: Hashable, Sendable {
    package let key: PublicExtendedKey
    package let origin: KeyOrigin
    /// What the watching wallet shows.
    package let name: String?

    /// The type of the UR.
    package static let type = "crypto-hdkey"
    private static let coinTag: UInt64 = 305
    /// SLIP-0044
    private static let etherCoin: UInt64 = 60

    /// - Throws: ``EthereumError`` with `.malformed` when the path does not lead to this key's depth and number.
    package init(_ key: PublicExtendedKey, origin: KeyOrigin, name: String? = nil) throws {
        guard origin.path.components.count == Int(key.depth), origin.path.components.last ?? 0 == key.childNumber else {
            throw EthereumError(.malformed, "The path \(origin.path) does not lead to this account's key.")
        }
        self.key = key
        self.origin = origin
        self.name = name
    }

    /// The CBOR for a UR.
    package var encoded: [UInt8] {
        // Any number of addresses: 0/*
        let children = CBORValue.record([1: .array([.unsigned(0), .bool(false), .array([]), .bool(false)])])
        var entries = [
            CBORValue.Entry(.unsigned(3), .bytes(key.key.compressed)),
            CBORValue.Entry(.unsigned(4), .bytes(key.chainCode)),
            CBORValue.Entry(
                .unsigned(5),
                .tagged(Self.coinTag, .record([1: .unsigned(Self.etherCoin), 2: .unsigned(0)]))),
            CBORValue.Entry(.unsigned(6), origin.record(depth: true)),
            CBORValue.Entry(.unsigned(7), .tagged(KeyOrigin.tag, children)),
        ]
        let parent = key.parentFingerprint.reduce(0) { $0 << 8 | UInt64($1) }
        if parent != 0 { entries.append(CBORValue.Entry(.unsigned(8), .unsigned(parent))) }
        if let name { entries.append(CBORValue.Entry(.unsigned(9), .text(name))) }
        return CBORValue.map(entries).encoded
    }
}
