// SPDX-License-Identifier: MIT
internal import Crypto

/// The entries of one input. Each has a valid form; ``PSBTReview`` verifies their claims.
package struct PSBTInput: Hashable, Sendable {
    package internal(set) var map: PSBTMap
    /// The transaction whose output is spent. Its id is the one that the input names.
    package internal(set) var previousTransaction: Transaction?
    /// The output that is spent; unproven where there is no ``previousTransaction``.
    package internal(set) var spentOutput: TransactionOutput?

    init() {
        map = PSBTMap(isOfInput: true)
    }

    /// - Throws: ``BitcoinError`` with `.malformed`.
    init(_ map: PSBTMap, index: Int, version: UInt32) throws {
        self.map = map
        for entry in map.entries { try check(entry, place: "input \(index)", version: version) }
    }

    /// The required signature type of this input; nil for the default.
    package var signatureHashType: SignatureHashType? {
        number(PSBTField.Input.signatureHashType).map { SignatureHashType(rawValue: $0) }
    }

    /// The redeem script of P2SH.
    package var redeemScript: Script? { map[PSBTField.Input.redeemScript].map { Script($0) } }
    /// The witness script of P2WSH.
    package var witnessScript: Script? { map[PSBTField.Input.witnessScript].map { Script($0) } }

    /// The claimed origins of the scripts' keys.
    package var derivations: [PSBTDerivation] {
        get throws {
            try map.entries(ofType: PSBTField.Input.derivation).map {
                try PSBTDerivation(publicKey: $0.keyData, value: $0.value, isTaproot: false)
            }
        }
    }

    /// The claimed origins of taproot keys.
    package var taprootDerivations: [PSBTDerivation] {
        get throws {
            try map.entries(ofType: PSBTField.Input.taprootDerivation).map {
                try PSBTDerivation(publicKey: $0.keyData, value: $0.value, isTaproot: true)
            }
        }
    }

    /// The signatures so far by public key; the last byte of each is its type.
    package var partialSignatures: [(publicKey: [UInt8], signature: [UInt8])] {
        map.entries(ofType: PSBTField.Input.partialSignature).map { ($0.keyData, $0.value) }
    }

    /// The internal key, before the script tree is committed to. BIP-0371
    package var taprootInternalKey: [UInt8]? { map[PSBTField.Input.taprootInternalKey] }
    /// The Merkle root of the scripts; nil without scripts.
    package var taprootRoot: [UInt8]? { map[PSBTField.Input.taprootRoot] }
    /// The key-spend signature.
    package var taprootSignature: [UInt8]? { map[PSBTField.Input.taprootSignature] }

    /// Whether the input is complete, so that no signature is missing.
    package var isFinal: Bool {
        map[PSBTField.Input.finalScript] != nil || map[PSBTField.Input.finalWitness] != nil
    }

    func number(_ type: UInt64) -> UInt32? {
        map[type].map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

// MARK: - Form

extension PSBTInput {
    private typealias Field = PSBTField.Input

    private mutating func check(_ entry: PSBTMap.Entry, place: String, version: UInt32) throws {
        func form(_ name: String) -> PSBTFieldCheck { PSBTFieldCheck(entry, of: place, name: name) }
        if (Field.previousID...Field.requiredHeight).contains(entry.type), version == 0 {
            // With data in the key they count as unknown entries: Core's combiner tests contain such entries.
            guard entry.isPlain else { return }
            throw BitcoinError(.malformed, "The PSBT is of version 0 and has an entry of version 2 in \(place).")
        }
        switch entry.type {
        case Field.previousTransaction:
            try form("the previous transaction").plain()
            previousTransaction = try Transaction(parsing: entry.value)
        case Field.spentOutput:
            try form("the spent output").plain()
            var reader = WireReader(entry.value)
            spentOutput = TransactionOutput(
                value: try Satoshis(reader.uint64()), script: Script(try reader.sizedBytes()))
            try reader.finish()
        case Field.partialSignature:
            try form("a signature").publicKey()
            try form("a signature").ecdsaSignature()
        case Field.signatureHashType: _ = try form("the signature type").uint32()
        case Field.redeemScript: try form("the redeem script").plain()
        case Field.witnessScript: try form("the witness script").plain()
        case Field.derivation:
            try form("a derivation").publicKey()
            try form("a derivation").derivation()
            _ = try PSBTDerivation(publicKey: entry.keyData, value: entry.value, isTaproot: false)
        case Field.finalScript: try form("the final script").plain()
        case Field.finalWitness:
            try form("the final witness").plain()
            _ = try Self.witness(entry.value)
        case Field.previousID: try form("the previous transaction's id").plain(count: 32)
        case Field.outputIndex, Field.sequence: _ = try form("a number").uint32()
        case Field.requiredTime:
            guard try form("the lock time").uint32() >= PSBT.firstTime else {
                throw BitcoinError(.malformed, "The PSBT asks for a time in \(place) and means a block height.")
            }
        case Field.requiredHeight:
            guard 1..<PSBT.firstTime ~= (try form("the lock height").uint32()) else {
                throw BitcoinError(.malformed, "The PSBT asks for a block height in \(place) and means none.")
            }
        default: try checkLater(entry, form: form)
        }
    }

    /// Checks hashes, taproot, MuSig and proprietary entries.
    private func checkLater(_ entry: PSBTMap.Entry, form: (String) -> PSBTFieldCheck) throws {
        switch entry.type {
        case Field.ripemd160: try form("a preimage").preimage { RIPEMD160.hash($0) }
        case Field.sha256: try form("a preimage").preimage { SHA256.hash($0).bytes }
        case Field.hash160: try form("a preimage").preimage { Hash160.hash($0) }
        case Field.doubleSHA256: try form("a preimage").preimage { DoubleSHA256.hash($0) }
        case Field.taprootSignature:
            try form("the taproot signature").plain()
            try form("the taproot signature").taprootSignature()
        case Field.taprootScriptSignature:
            try form("a taproot signature").keyData(counts: [64])
            try form("a taproot signature").taprootSignature()
        case Field.taprootLeaf:
            try form("a taproot leaf").keyData(counts: Set((0...128).map { 33 + 32 * $0 }))
            guard !entry.value.isEmpty else {
                throw BitcoinError(.malformed, "The PSBT is damaged: a taproot leaf has no version.")
            }
        case Field.taprootDerivation:
            try form("a taproot derivation").xOnlyKey()
            _ = try PSBTDerivation(publicKey: entry.keyData, value: entry.value, isTaproot: true)
        case Field.taprootInternalKey: try form("the taproot key").plain(count: 32)
        case Field.taprootRoot: try form("the taproot root").plain(count: 32)
        case Field.musigParticipants: try form("a shared key").musigParticipants()
        case Field.musigNonce: try form("a nonce").musigShare(count: 66)
        case Field.musigSignature: try form("a shared signature").musigShare(count: 32)
        case PSBTField.proprietary: try form("an entry").proprietary()
        default: break
        }
    }

    /// Parses a witness in its transaction encoding.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed`.
    static func witness(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var reader = WireReader(bytes)
        let count = try reader.count()
        var items: [[UInt8]] = []
        for _ in 0..<count { items.append(try reader.sizedBytes()) }
        try reader.finish()
        return items
    }
}
