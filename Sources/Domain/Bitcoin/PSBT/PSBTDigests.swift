// SPDX-License-Identifier: MIT
internal import Crypto

/// The digests that the signatures of a PSBT sign, by input.
struct PSBTDigests {
    private let psbt: PSBT
    private let hash: SignatureHash

    init(_ psbt: PSBT, spending outputs: [TransactionOutput]) throws {
        self.psbt = psbt
        hash = try SignatureHash(psbt.transaction, spending: outputs)
    }

    /// - Throws: ``BitcoinError`` with `.unsupported` for a lock that this wallet cannot sign for.
    func digest(of index: Int, lock: PSBTLock, type: SignatureHashType) throws -> [UInt8] {
        switch lock {
        case .original(let script):
            try SignatureHash.original(psbt.transaction, input: index, scriptCode: script, type: type)
        case .witness(let script): try hash.witnessVersion0(input: index, scriptCode: script, type: type)
        case .taproot: try hash.taproot(input: index, type: type)
        case .closed:
            throw BitcoinError(.unsupported, "Input \(index) of the PSBT cannot be signed: its script is not there.")
        }
    }
}

extension PSBT {
    /// Verifies every signature of the inputs that are not final.
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature`, naming the input, when one does not match its key; other errors
    ///   when one cannot be verified.
    package func checkSignatures() throws {
        let outputs = try inputs.indices.map { try spentOutput(of: $0) }
        let digests = try PSBTDigests(self, spending: outputs)
        for (index, input) in inputs.enumerated() where !input.isFinal {
            let lock = try lock(of: index, spending: outputs[index])
            for (publicKey, signature) in input.partialSignatures {
                let type = SignatureHashType(rawValue: UInt32(signature[signature.count - 1]))
                let digest = try digests.digest(of: index, lock: lock, type: type)
                guard Self.isValid(signature.dropLast(), of: publicKey, for: digest) else {
                    throw BitcoinError(.badSignature, "A signature of input \(index) does not fit its key.")
                }
            }
            if case .taproot(let key) = lock, let signature = input.taprootSignature {
                let type = SignatureHashType(rawValue: signature.count == 65 ? UInt32(signature[64]) : 0)
                let digest = try digests.digest(of: index, lock: lock, type: type)
                guard Self.isValid(signature.prefix(64), ofOutputKey: key, for: digest) else {
                    throw BitcoinError(.badSignature, "The signature of input \(index) does not fit its key.")
                }
            }
        }
    }

    private static func isValid(
        _ signature: ArraySlice<UInt8>, ofOutputKey key: [UInt8], for digest: [UInt8]
    ) -> Bool {
        do {
            return try Secp256k1.XOnlyKey(key).isValid(Array(signature), for: digest)
        } catch {
            // An output may pay to bytes that are not a valid key; no signature exists for them.
            return false
        }
    }

    private static func isValid(_ der: ArraySlice<UInt8>, of publicKey: [UInt8], for digest: [UInt8]) -> Bool {
        do {
            return try Secp256k1.PublicKey(publicKey)
                .isValid(Secp256k1.Signature(der: Array(der)), forDigest: digest)
        } catch {
            // Bytes that cannot be parsed are not a signature.
            return false
        }
    }
}
