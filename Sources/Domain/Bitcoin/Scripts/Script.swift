// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

/// The bytes of a script; ``kind`` interprets them.
package struct Script: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// The consensus limit; longer scripts cannot be spent. Core: `MAX_SCRIPT_SIZE`
    package static let maximumCount = 10_000

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Pays to the hash of a public key, of 20 bytes.
    package static func publicKeyHash(_ hash: [UInt8]) -> Script {
        precondition(hash.count == 20, "The hash of a public key has 20 bytes.")
        return Script(
            [Opcode.duplicate, Opcode.hash160, 20] + hash + [Opcode.equalVerify, Opcode.checkSignature])
    }

    /// Pays to the hash of a script, of 20 bytes. BIP-0016
    package static func scriptHash(_ hash: [UInt8]) -> Script {
        precondition(hash.count == 20, "The hash of a script has 20 bytes.")
        return Script([Opcode.hash160, 20] + hash + [Opcode.equal])
    }

    /// Pays to a witness program of 2 to 40 bytes. BIP-0141
    package static func witness(version: UInt8, program: [UInt8]) -> Script {
        precondition(version <= 16 && (2...40).contains(program.count), "No such witness program exists.")
        let head = version == 0 ? Opcode.push0 : Opcode.number1 + version - 1
        return Script([head, UInt8(program.count)] + program)
    }

    /// `m` of the keys, in the order given; at most 16 keys of 33 bytes.
    package static func multisig(threshold: Int, keys: [[UInt8]]) -> Script {
        precondition((1...16).contains(threshold) && (threshold...16).contains(keys.count), "No such multisig exists.")
        var bytes = [Opcode.number1 + UInt8(threshold) - 1]
        for key in keys { bytes += [UInt8(key.count)] + key }
        return Script(bytes + [Opcode.number1 + UInt8(keys.count) - 1, Opcode.checkMultisig])
    }

    /// Carries data and pays no one.
    ///
    /// - Throws: ``BitcoinError`` with `.tooLarge` above 80 bytes, which not every node relays.
    package static func data(_ data: [UInt8]) throws -> Script {
        guard data.count <= maximumDataCount else {
            throw BitcoinError(
                .tooLarge, "A note on the chain has at most \(maximumDataCount) bytes; this one has \(data.count).")
        }
        return Script([Opcode.returns] + push(data))
    }

    /// The data that every node relays in one output. Core before 30: `MAX_OP_RETURN_RELAY`, minus three bytes of
    /// overhead
    package static let maximumDataCount = 80

    /// The shortest push of some bytes, as required in unlocking scripts. BIP-0062, rule 3
    package static func push(_ data: [UInt8]) -> [UInt8] {
        switch data.count {
        case 0: [Opcode.push0]
        case 1 where (1...16).contains(data[0]): [Opcode.number1 + data[0] - 1]
        case 1 where data[0] == 0x81: [0x4f]
        case 1..<Int(Opcode.pushData1): [UInt8(data.count)] + data
        case ..<0x100: [Opcode.pushData1, UInt8(data.count)] + data
        case ..<0x1_0000: [Opcode.pushData2, UInt8(data.count & 0xff), UInt8(data.count >> 8)] + data
        default:
            [Opcode.pushData4] + (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) } + data
        }
    }

    /// The P2SH script of this redeem script. BIP-0016
    package var payToScriptHash: Script { .scriptHash(Hash160.hash(bytes)) }

    /// The P2WSH script of this witness script. BIP-0141
    package var payToWitnessScriptHash: Script { .witness(version: 0, program: SHA256.hash(bytes).bytes) }

    /// Version and program when the script is a witness program of any version. BIP-0141
    package var witnessProgram: (version: UInt8, program: [UInt8])? {
        guard (4...42).contains(bytes.count), Int(bytes[1]) == bytes.count - 2 else { return nil }
        switch bytes[0] {
        case Opcode.push0: return (0, Array(bytes[2...]))
        case Opcode.number1...Opcode.number16: return (bytes[0] - Opcode.number1 + 1, Array(bytes[2...]))
        default: return nil
        }
    }

    /// Whether no signature can ever spend it. Core: `IsUnspendable`
    package var isUnspendable: Bool { bytes.first == Opcode.returns || bytes.count > Self.maximumCount }

    package var description: String { Hex.encode(bytes) }
}
