// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Verifies that the owner of an address signed a text.
package enum MessageSignature {
    /// The longest signature accepted.
    private static let maximumTextCount = 8_192

    /// Verifies signatures of single keys and of sorted or unsorted multisig in P2WSH.
    ///
    /// | Form | Addresses |
    /// |---|---|
    /// | 65 bytes, from before BIP-0322 | P2PKH; with the headers of BIP-0137 or, as Electrum writes them, those of P2PKH: P2WPKH, P2WPKH inside P2SH |
    /// | BIP-0322 simple, plain or behind `smp` | P2WPKH, P2TR by key, P2WSH multisig |
    /// | BIP-0322 full, plain or behind `ful` | the same, P2PKH, P2WPKH inside P2SH |
    ///
    /// A full signature may contain lock times; the result does not depend on them.
    ///
    /// - Returns: false when another key signed, or another text.
    /// - Throws: ``BitcoinError`` with `.malformed` for text that is not a signature, `.unsupported` for one that
    ///   cannot be verified without a script interpreter or the chain.
    package static func isValid(_ signature: String, of text: String, by address: Address) throws -> Bool {
        guard text.utf8.count <= MessageReview.maximumCount, signature.utf8.count <= maximumTextCount else {
            throw BitcoinError(.tooLarge, "The message or its signature is too long.")
        }
        let prefix = String(signature.prefix(3))
        switch prefix {
        case "smp": return try isSimple(decoded(signature.dropFirst(3)), text, address)
        case "ful": return try isFull(decoded(signature.dropFirst(3)), text, address)
        case "pof":
            throw BitcoinError(
                .unsupported, "This is a proof of funds; only signatures of texts are checked here.")
        default: break
        }
        let bytes = try decoded(signature[...])
        // No other form has this length: a simple signature of a taproot key has 66 or 67 bytes.
        if bytes.count == 65, (27...42).contains(bytes[0]) { return try isCompact(bytes, text, address) }
        switch address.script.kind {
        case .publicKeyHash, .scriptHash: return try isFull(bytes, text, address)
        // A transaction begins with a version of four bytes, the last three of them zero; no witness stack of a
        // signature does.
        default:
            return bytes.dropFirst().prefix(3).allSatisfy { $0 == 0 } && bytes.count > 4
                ? try isFull(bytes, text, address) : try isSimple(bytes, text, address)
        }
    }

    private static func decoded(_ text: Substring) throws -> [UInt8] {
        do {
            return try Base64.decode(String(text))
        } catch {
            throw BitcoinError(.malformed, "A signature of a message is base64 text; this is not.", cause: error)
        }
    }

    // MARK: - Before BIP-0322

    /// The header says which of four keys signed, and for which kind of address: 27 uncompressed P2PKH, 31 P2PKH, 35
    /// P2WPKH inside P2SH, 39 P2WPKH. BIP-0137; Electrum writes 31 for the last three.
    private static func isCompact(_ bytes: [UInt8], _ text: String, _ address: Address) throws -> Bool {
        let header = bytes[0]
        let key: Secp256k1.PublicKey
        do {
            key = try Secp256k1.recover(
                Secp256k1.Signature(raw: Array(bytes[1...])), recoveryID: (header - 27) & 3,
                digest: MessageForm.originalDigest(text))
        } catch {
            // No key could have made it, so this one did not.
            return false
        }
        let hash = Hash160.hash(key.compressed)
        switch address.script.kind {
        case .publicKeyHash(let owner):
            return header < 31 ? Hash160.hash(key.uncompressed) == owner : header < 35 && hash == owner
        case .scriptHash:
            let program = Script.witness(version: 0, program: hash)
            return (31..<39).contains(header) && program.payToScriptHash == address.script
        case .witnessPublicKeyHash(let owner):
            return ((31..<35).contains(header) || header >= 39) && hash == owner
        default:
            throw BitcoinError(.unsupported, "A signature of this form says nothing about such an address.")
        }
    }

    // MARK: - BIP-0322

    private static func isSimple(_ bytes: [UInt8], _ text: String, _ address: Address) throws -> Bool {
        guard address.script.witnessProgram != nil else {
            throw BitcoinError(.malformed, "A simple signature is of a SegWit address; this address takes a full one.")
        }
        var reader = WireReader(bytes)
        let count = try reader.count()
        let witness = try (0..<count).map { _ in try reader.sizedBytes() }
        try reader.finish()
        var signed = try MessageForm(text, script: address.script).toSign
        signed.inputs[0].witness = witness
        return try isUnlocked(signed, text, address)
    }

    private static func isFull(_ bytes: [UInt8], _ text: String, _ address: Address) throws -> Bool {
        let signed = try Transaction(parsing: bytes)
        let form = try MessageForm(text, script: address.script)
        guard signed.inputs.first?.outPoint == form.toSign.inputs[0].outPoint, signed.outputs == form.toSign.outputs
        else { return false }
        guard signed.inputs.count == 1 else {
            throw BitcoinError(.unsupported, "The signature proves funds besides, which takes the chain to check.")
        }
        guard signed.version == 0 || signed.version == 2 else {
            throw BitcoinError(.unsupported, "The signature is of a version that has no rules yet.")
        }
        return try isUnlocked(signed, text, address)
    }

    /// Whether the only input unlocks the address with exactly the items that its script requires.
    private static func isUnlocked(_ signed: Transaction, _ text: String, _ address: Address) throws -> Bool {
        let form = try MessageForm(text, script: address.script)
        let (unlocking, witness) = (signed.inputs[0].unlockingScript, signed.inputs[0].witness)
        let hash = try SignatureHash(signed, spending: form.toSpend.outputs)
        do {
            switch address.script.kind {
            case .publicKeyHash(let owner):
                guard witness.isEmpty, let items = pushed(by: unlocking), items.count == 2,
                    Hash160.hash(items[1]) == owner
                else { return false }
                let digest = try SignatureHash.original(signed, input: 0, scriptCode: address.script)
                return try isValid(items[0], of: items[1], for: digest)
            case .scriptHash:
                // The unlocking script holds only the redeem script, which is the P2WPKH script of the key.
                guard let items = pushed(by: unlocking), let redeem = items.last.map({ Script($0) }),
                    redeem.payToScriptHash == address.script
                else { return false }
                guard items.count == 1, case .witnessPublicKeyHash(let owner) = redeem.kind else {
                    throw BitcoinError(.unsupported, "The script of this address cannot be judged here.")
                }
                return try isKeyWitness(witness, owner, hash)
            case .witnessPublicKeyHash(let owner):
                return try unlocking.bytes.isEmpty && isKeyWitness(witness, owner, hash)
            case .witnessScriptHash(let owner):
                guard unlocking.bytes.isEmpty, let last = witness.last, SHA256.hash(last).bytes == owner else {
                    return false
                }
                return try isMultisigWitness(witness, Script(last), hash)
            case .taproot(let output):
                guard unlocking.bytes.isEmpty, let signature = witness.first else { return false }
                guard witness.count == 1 else {
                    throw BitcoinError(.unsupported, "The signature is by a script of the address, not by its key.")
                }
                guard signature.count == 64 || (signature.count == 65 && signature[64] == all) else { return false }
                let type: SignatureHashType = signature.count == 64 ? .implied : .all
                return try Secp256k1.XOnlyKey(output).isValid(
                    Array(signature.prefix(64)), for: hash.taproot(input: 0, type: type))
            default: throw BitcoinError(.unsupported, "Messages of such an address cannot be checked here.")
            }
        } catch is CryptoError {
            // An invalid key or signature matches no address.
            return false
        }
    }

    private static func isKeyWitness(_ witness: [[UInt8]], _ owner: [UInt8], _ hash: SignatureHash) throws -> Bool {
        guard witness.count == 2, witness[1].count == 33, Hash160.hash(witness[1]) == owner else { return false }
        let digest = try hash.witnessVersion0(input: 0, scriptCode: .publicKeyHash(owner))
        return try isValid(witness[0], of: witness[1], for: digest)
    }

    /// Requires exactly the threshold of signatures, each by another key, in the order of the keys.
    private static func isMultisigWitness(
        _ witness: [[UInt8]], _ script: Script, _ hash: SignatureHash
    ) throws -> Bool {
        guard case .multisig(let threshold, let keys) = script.kind, keys.allSatisfy({ $0.count == 33 }) else {
            throw BitcoinError(.unsupported, "The script of this address cannot be judged here.")
        }
        // OP_CHECKMULTISIG takes one extra item, which must be empty. BIP-0147
        guard witness.count == threshold + 2, witness[0].isEmpty else { return false }
        let digest = try hash.witnessVersion0(input: 0, scriptCode: script)
        var open = keys[...]
        for signature in witness[1...threshold] {
            guard let place = try open.firstIndex(where: { try isValid(signature, of: $0, for: digest) }) else {
                return false
            }
            open = open[(place + 1)...]
        }
        return true
    }

    private static let all = UInt8(truncatingIfNeeded: SignatureHashType.all.rawValue)

    /// Whether a signature covers everything, is strict DER (BIP-0066), and is by this key.
    private static func isValid(_ signature: [UInt8], of key: [UInt8], for digest: [UInt8]) throws -> Bool {
        guard signature.last == all else { return false }
        let parsed = try Secp256k1.Signature(der: Array(signature.dropLast()))
        return try parsed.der == Array(signature.dropLast())
            && Secp256k1.PublicKey(key).isValid(parsed, forDigest: digest)
    }

    /// The data that a script pushes; nil when it does anything else or a push is not minimal.
    private static func pushed(by script: Script) -> [[UInt8]]? {
        var items: [[UInt8]] = []
        do {
            for element in try script.elements {
                guard case .push(let bytes) = element else { return nil }
                items.append(bytes)
            }
        } catch {
            return nil
        }
        return items.flatMap(Script.push) == script.bytes ? items : nil
    }
}
