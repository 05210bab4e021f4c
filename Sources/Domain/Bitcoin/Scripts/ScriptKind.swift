// SPDX-License-Identifier: MIT

/// The type of a locking script, with the part that names the owner.
package enum ScriptKind: Hashable, Sendable {
    /// P2PKH: the hash of a public key.
    case publicKeyHash([UInt8])
    /// P2SH: the hash of any script, BIP-0016.
    case scriptHash([UInt8])
    /// P2WPKH: the hash of a public key, BIP-0141.
    case witnessPublicKeyHash([UInt8])
    /// P2WSH: the SHA-256 of any script, BIP-0141.
    case witnessScriptHash([UInt8])
    /// P2TR: an output key, BIP-0341.
    case taproot([UInt8])
    /// A witness program of a version without rules yet.
    case futureWitness(version: UInt8, program: [UInt8])
    /// A bare public key of 33 or 65 bytes.
    case publicKey([UInt8])
    /// A bare `m` of `n`.
    case multisig(threshold: Int, keys: [[UInt8]])
    /// Data that pays no one.
    case data([UInt8])
    /// Anything else.
    case other
}

extension Script {
    /// The type of the script. It never fails, because a script may hold any bytes.
    package var kind: ScriptKind {
        if let (version, program) = witnessProgram {
            switch (version, program.count) {
            case (0, 20): return .witnessPublicKeyHash(program)
            case (0, 32): return .witnessScriptHash(program)
            case (0, _): return .other
            case (1, 32): return .taproot(program)
            default: return .futureWitness(version: version, program: program)
            }
        }
        switch bytes.count {
        case 25
        where bytes.starts(with: [Opcode.duplicate, Opcode.hash160, 20])
            && bytes.suffix(2) == [Opcode.equalVerify, Opcode.checkSignature]:
            return .publicKeyHash(Array(bytes[3..<23]))
        case 23 where bytes.starts(with: [Opcode.hash160, 20]) && bytes.last == Opcode.equal:
            return .scriptHash(Array(bytes[2..<22]))
        case 35 where bytes[0] == 33 && bytes[34] == Opcode.checkSignature && (2...3).contains(bytes[1]),
            67 where bytes[0] == 65 && bytes[66] == Opcode.checkSignature && bytes[1] == 4:
            return .publicKey(Array(bytes[1..<bytes.count - 1]))
        default: return longKind
        }
    }

    private var longKind: ScriptKind {
        guard let first = bytes.first, bytes.count <= Self.maximumCount else { return .other }
        let steps: [ScriptElement]
        do { steps = try elements } catch { return .other }
        if first == Opcode.returns {
            var data: [UInt8] = []
            for step in steps.dropFirst() {
                switch step {
                case .push(let bytes): data += bytes
                case .operation(let code) where (Opcode.number1...Opcode.number16).contains(code):
                    data.append(code - Opcode.number1 + 1)
                case .operation: return .other
                }
            }
            return .data(data)
        }
        guard steps.count >= 4, steps.last == .operation(Opcode.checkMultisig),
            case .operation(let least) = steps[0], case .operation(let most) = steps[steps.count - 2],
            (Opcode.number1...Opcode.number16).contains(least), (least...Opcode.number16).contains(most),
            steps.count == Int(most - Opcode.number1) + 4
        else { return .other }
        var keys: [[UInt8]] = []
        for step in steps[1..<steps.count - 2] {
            guard case .push(let key) = step, Self.hasFormOfPublicKey(key) else { return .other }
            keys.append(key)
        }
        return .multisig(threshold: Int(least - Opcode.number1) + 1, keys: keys)
    }

    private static func hasFormOfPublicKey(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 33: bytes[0] == 2 || bytes[0] == 3
        case 65: bytes[0] == 4
        default: false
        }
    }
}
