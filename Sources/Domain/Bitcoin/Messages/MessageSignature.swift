// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// Whether the owner of an address signed a text.
package enum MessageSignature {
    /// The longest signature that is read.
    private static let maximumTextCount = 4_096

    /// Checks what single-key wallets make: Core's form for P2PKH, BIP-0322 for P2WPKH, P2TR and P2WPKH inside P2SH.
    ///
    /// - Returns: false when somebody else signed, or another text.
    /// - Throws: ``BitcoinError`` with `.malformed` for what is no signature, `.unsupported` for addresses of other kinds.
    package static func isValid(_ signature: String, of text: String, by address: Address) throws -> Bool {
        guard text.utf8.count <= MessageReview.maximumCount, signature.utf8.count <= maximumTextCount else {
            throw BitcoinError(.tooLarge, "The message or its signature is too long.")
        }
        let bytes: [UInt8]
        do {
            bytes = try Base64.decode(signature)
        } catch {
            throw BitcoinError(.malformed, "A signature of a message is base64 text; this is not.", cause: error)
        }
        switch address.script.kind {
        case .publicKeyHash(let hash): return try isOriginal(bytes, text, hash)
        case .witnessPublicKeyHash, .taproot:
            var reader = WireReader(bytes)
            let count = try reader.count()
            let witness = try (0..<count).map { _ in try reader.sizedBytes() }
            try reader.finish()
            return try isWitness(witness, text, address.script)
        case .scriptHash:
            let signed = try Transaction(parsing: bytes)
            let form = try MessageForm(text, script: address.script)
            var bare = signed
            guard bare.inputs.count == 1 else { return false }
            bare.inputs[0].unlockingScript = Script([])
            bare.inputs[0].witness = []
            // The redeem script stands alone in the unlocking script, and is the P2WPKH script of the key.
            let redeem = Script(Array(signed.inputs[0].unlockingScript.bytes.dropFirst()))
            guard bare == form.toSign, Script.push(redeem.bytes) == signed.inputs[0].unlockingScript.bytes,
                redeem.payToScriptHash == address.script, case .witnessPublicKeyHash = redeem.kind
            else { return false }
            return try isWitness(signed.inputs[0].witness, text, address.script, program: redeem)
        default: throw BitcoinError(.unsupported, "Messages of such an address cannot be checked here.")
        }
    }

    private static func isOriginal(_ bytes: [UInt8], _ text: String, _ hash: [UInt8]) throws -> Bool {
        guard bytes.count == 65, (27...34).contains(bytes[0]) else {
            throw BitcoinError(.malformed, "A signature of such an address has 65 bytes.")
        }
        let isCompressed = bytes[0] >= ApprovedMessage.compressedHead
        do {
            let key = try Secp256k1.recover(
                Secp256k1.Signature(raw: Array(bytes[1...])), recoveryID: (bytes[0] - 27) & 3,
                digest: MessageForm.originalDigest(text))
            return Hash160.hash(isCompressed ? key.compressed : key.uncompressed) == hash
        } catch {
            // No key could have made it, so this one did not.
            return false
        }
    }

    private static func isWitness(
        _ witness: [[UInt8]], _ text: String, _ script: Script, program: Script? = nil
    ) throws -> Bool {
        let form = try MessageForm(text, script: script)
        let hash = try SignatureHash(form.toSign, spending: form.toSpend.outputs)
        do {
            switch (program ?? script).kind {
            case .taproot(let output):
                guard witness.count == 1, witness[0].count == 64 || (witness[0].count == 65 && witness[0][64] == 1)
                else { return false }
                let type: SignatureHashType = witness[0].count == 64 ? .implied : .all
                return try Secp256k1.XOnlyKey(output).isValid(
                    Array(witness[0].prefix(64)), for: hash.taproot(input: 0, type: type))
            case .witnessPublicKeyHash(let keyHash):
                guard witness.count == 2, witness[1].count == 33, Hash160.hash(witness[1]) == keyHash,
                    witness[0].last == 1
                else { return false }
                let digest = try hash.witnessVersion0(input: 0, scriptCode: .publicKeyHash(keyHash))
                return try Secp256k1.PublicKey(witness[1]).isValid(
                    Secp256k1.Signature(der: Array(witness[0].dropLast())), forDigest: digest)
            default: return false
            }
        } catch is CryptoError {
            // A key or a signature that cannot be is nobody's.
            return false
        }
    }
}
