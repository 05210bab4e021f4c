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

    /// Reads the CBOR of a UR, to watch the accounts of a device that is never online.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` (also for a private key), `.otherNetwork` for the key of another coin,
    ///   `.unsupported` for a key that no addresses can be derived from.
    package init(decoding bytes: [UInt8]) throws {
        let record = try SignRequest.record(bytes, keys: 1...10)
        guard record[2]?.bool != true, let point = record[3]?.bytes, let path = record[6] else {
            throw EthereumError(.malformed, "The record is not a public key with its path.")
        }
        if let coin = record[5]?.content(ofTag: Self.coinTag)?[1] {
            guard coin.uint == Self.etherCoin else {
                throw EthereumError(.otherNetwork, "The record has the key of another coin.")
            }
        }
        guard let chainCode = record[4]?.bytes, chainCode.count == 32 else {
            throw EthereumError(.unsupported, "The record has a single key; no addresses can be derived from it.")
        }
        let origin = try KeyOrigin(path)
        guard let depth = UInt8(exactly: origin.path.components.count),
            let parent = UInt32(exactly: record[8]?.uint ?? 0)
        else { throw EthereumError(.malformed, "The path of the key is too long, or its parent is none.") }
        let key: Secp256k1.PublicKey
        do {
            key = try Secp256k1.PublicKey(point)
        } catch {
            throw EthereumError(.malformed, "The record has no public key.", cause: error)
        }
        try self.init(
            PublicExtendedKey(
                key: key, chainCode: chainCode, depth: depth,
                parentFingerprint: withUnsafeBytes(of: parent.bigEndian) { [UInt8]($0) },
                childNumber: origin.path.components.last ?? 0, kind: .xpub),
            origin: origin, name: SignRequest.text(record[9]))
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
