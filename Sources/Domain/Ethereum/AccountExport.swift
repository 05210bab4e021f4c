// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
internal import Crypto

/// The public keys of an account for a watch-only wallet, as the content of a UR `crypto-hdkey`. EIP-4527
package struct AccountExport: Hashable, Sendable {
    package let key: PublicExtendedKey
    package let origin: KeyOrigin
    /// The children that are the accounts; nil when the record does not say.
    package let children: ChildPathRecord?
    /// The name that the watching wallet shows.
    package let name: String?

    /// The UR type.
    package static let type = "crypto-hdkey"
    private static let coinTag: UInt64 = 305
    /// The coin type. SLIP-0044
    private static let etherCoin: UInt64 = 60

    /// - Throws: ``EthereumError`` with `.malformed` when the path does not lead to this key's depth and number.
    package init(
        _ key: PublicExtendedKey, origin: KeyOrigin, children: ChildPathRecord? = .receiving, name: String? = nil
    ) throws {
        guard origin.path.components.count == Int(key.depth), origin.path.components.last ?? 0 == key.childNumber else {
            throw EthereumError(.malformed, "The path \(origin.path) does not lead to this account's key.")
        }
        self.key = key
        self.origin = origin
        self.children = children
        self.name = name
    }

    /// The steps from the key to the first account that the sender shows.
    ///
    /// - Throws: ``EthereumError`` with `.unsupported` when a step is hardened, or when the record does not name the
    ///   children and its path is neither an account's nor an address's.
    package var firstAccount: [UInt32] {
        get throws {
            if let children {
                guard let first = children.first else {
                    throw EthereumError(
                        .unsupported, "The code is of the accounts at \(children), which need the private key.")
                }
                return first
            }
            switch origin.path.components.count {
            // m/44'/60'/0' is an account of BIP-0044, m/44'/60'/0'/0/0 an address.
            case 3: return [0, 0]
            case 5: return []
            default:
                throw EthereumError(
                    .unsupported,
                    "The code has the key at \(origin.path) and does not say which children are the accounts. Watch the address instead."
                )
            }
        }
    }

    /// Parses the CBOR of a UR, to watch the accounts of an offline device.
    ///
    /// - Throws: ``EthereumError`` with `.malformed` (also for a private key), `.otherNetwork` for the key of another
    ///   coin, `.unsupported` for a key from which no addresses can be derived.
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
        else { throw EthereumError(.malformed, "The path of the key is too long, or its parent is invalid.") }
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
            origin: origin, children: try record[7].map(Self.children), name: SignRequest.text(record[9]))
    }

    private static func children(_ value: CBORValue) throws -> ChildPathRecord {
        do {
            return try ChildPathRecord(value)
        } catch {
            throw EthereumError(.malformed, "The children of the key in the record are not a path.", cause: error)
        }
    }

    /// The CBOR for a UR.
    package var encoded: [UInt8] {
        var entries = [
            CBORValue.Entry(.unsigned(3), .bytes(key.key.compressed)),
            CBORValue.Entry(.unsigned(4), .bytes(key.chainCode)),
            CBORValue.Entry(
                .unsigned(5),
                .tagged(Self.coinTag, .record([1: .unsigned(Self.etherCoin), 2: .unsigned(0)]))),
            CBORValue.Entry(.unsigned(6), origin.record(depth: true)),
        ]
        if let children { entries.append(CBORValue.Entry(.unsigned(7), children.tagged)) }
        let parent = key.parentFingerprint.reduce(0) { $0 << 8 | UInt64($1) }
        if parent != 0 { entries.append(CBORValue.Entry(.unsigned(8), .unsigned(parent))) }
        if let name { entries.append(CBORValue.Entry(.unsigned(9), .text(name))) }
        return CBORValue.map(entries).encoded
    }
}
