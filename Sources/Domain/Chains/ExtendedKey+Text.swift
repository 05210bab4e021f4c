// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

// Version, depth, parent, number, chain code, key: 78 bytes. BIP-0032, "Serialization format"

extension PublicExtendedKey {
    /// Parses `xpub…`, `ypub…`, `zpub…` and their variants for test networks and shared accounts.
    ///
    /// - Throws: ``ChainsError`` with `.badKey`; a private key's text is refused too, and its message says so.
    package init(parsing text: String) throws {
        let fields = try ExtendedKeyFields(text)
        guard let kind = ExtendedKeyKind.allCases.first(where: { $0.publicVersion == fields.version }) else {
            let isPrivate = ExtendedKeyKind.allCases.contains { $0.privateVersion == fields.version }
            throw ChainsError(
                .badKey, isPrivate ? "This is a private key; a public one belongs here." : fields.unknownVersion)
        }
        do {
            self.init(
                key: try Secp256k1.PublicKey(fields.key), chainCode: fields.chainCode, depth: fields.depth,
                parentFingerprint: fields.parentFingerprint, childNumber: fields.childNumber, kind: kind)
        } catch let error as CryptoError {
            throw ChainsError(.badKey, "The extended key holds no public key.", cause: error)
        }
    }

    /// The key's text for other wallets; with its original prefix unless another kind is given.
    package func serialized(as kind: ExtendedKeyKind? = nil) -> String {
        ExtendedKeyFields(
            version: (kind ?? self.kind).publicVersion, depth: depth, parentFingerprint: parentFingerprint,
            childNumber: childNumber, chainCode: chainCode, key: key.compressed
        ).text
    }
}

extension PrivateExtendedKey {
    /// Parses `xprv…`, `yprv…`, `zprv…` and their variants for test networks and shared accounts.
    ///
    /// - Throws: ``ChainsError`` with `.badKey`; a public key's text is refused too, and its message says so.
    package init(parsing text: String) throws {
        let fields = try ExtendedKeyFields(text)
        guard let kind = ExtendedKeyKind.allCases.first(where: { $0.privateVersion == fields.version }) else {
            let isPublic = ExtendedKeyKind.allCases.contains { $0.publicVersion == fields.version }
            throw ChainsError(
                .badKey, isPublic ? "This is a public key; a private one belongs here." : fields.unknownVersion)
        }
        guard fields.key[0] == 0 else { throw ChainsError(.badKey, "The extended key holds no private key.") }
        do {
            self.init(
                key: try Secp256k1.PrivateKey(SecretBytes(Array(fields.key[1...]))),
                chainCode: SecretBytes(fields.chainCode), depth: fields.depth,
                parentFingerprint: fields.parentFingerprint, childNumber: fields.childNumber, kind: kind)
        } catch let error as CryptoError {
            throw ChainsError(.badKey, "The extended key holds no private key.", cause: error)
        }
    }

    /// The key's text for other wallets. It is a secret, only for an export.
    package func serialized(as kind: ExtendedKeyKind? = nil) -> String {
        ExtendedKeyFields(
            version: (kind ?? self.kind).privateVersion, depth: depth, parentFingerprint: parentFingerprint,
            childNumber: childNumber, chainCode: chainCode.withUnsafeBytes { Array($0) },
            key: [0] + key.scalar.withUnsafeBytes { Array($0) }
        ).text
    }
}

/// The fields of either text.
private struct ExtendedKeyFields {
    let version: UInt32
    let depth: UInt8
    let parentFingerprint: [UInt8]
    let childNumber: UInt32
    let chainCode: [UInt8]
    /// 33 bytes.
    let key: [UInt8]

    init(
        version: UInt32, depth: UInt8, parentFingerprint: [UInt8], childNumber: UInt32, chainCode: [UInt8], key: [UInt8]
    ) {
        self.version = version
        self.depth = depth
        self.parentFingerprint = parentFingerprint
        self.childNumber = childNumber
        self.chainCode = chainCode
        self.key = key
    }

    init(_ text: String) throws {
        do {
            var reader = try ByteReader(Base58Check.decode(text))
            version = try reader.uint32BE()
            depth = try reader.byte()
            parentFingerprint = try reader.bytes(4)
            childNumber = try reader.uint32BE()
            chainCode = try reader.bytes(32)
            key = try reader.bytes(33)
            try reader.finish()
        } catch let error as BytesError {
            throw ChainsError(.badKey, "This is not an extended key: \(error.message)", cause: error)
        }
        guard depth > 0 || (parentFingerprint == [0, 0, 0, 0] && childNumber == 0) else {
            throw ChainsError(.badKey, "The extended key has depth zero and names a parent.")
        }
    }

    var unknownVersion: String { "Satchel does not know the network of this extended key." }

    var text: String {
        var writer = ByteWriter(capacity: 78)
        writer.append(uint32BE: version)
        writer.append(depth)
        writer.append(parentFingerprint)
        writer.append(uint32BE: childNumber)
        writer.append(chainCode)
        writer.append(key)
        return Base58Check.encode(writer.bytes)
    }
}
