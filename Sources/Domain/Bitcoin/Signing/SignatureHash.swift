// SPDX-License-Identifier: MIT
internal import Crypto

/// The digests of one transaction's signatures. Data that the inputs share is hashed once.
///
/// The legacy digest (without witnesses) serializes the transaction for each input, as its rules require. The digests
/// of BIP-0143 and BIP-0341 take the same time for every input.
package struct SignatureHash: Sendable {
    private let transaction: Transaction
    /// The outputs that the inputs spend, in order; empty when only legacy digests are needed.
    private let spent: [TransactionOutput]
    private let outPoints: [UInt8]
    private let sequences: [UInt8]
    private let outputs: [UInt8]
    private let amounts: [UInt8]
    private let scripts: [UInt8]
    private let doubleOutPoints: [UInt8]
    private let doubleSequences: [UInt8]
    private let doubleOutputs: [UInt8]

    private static let zeroes = [UInt8](repeating: 0, count: 32)

    /// - Parameter spent: one output for each input, in order.
    /// - Throws: ``BitcoinError`` with `.malformed` when the counts differ.
    package init(_ transaction: Transaction, spending spent: [TransactionOutput]) throws {
        guard spent.count == transaction.inputs.count else {
            throw BitcoinError(
                .malformed, "\(spent.count) spent outputs are known for \(transaction.inputs.count) inputs.")
        }
        self.transaction = transaction
        self.spent = spent
        let inputs = transaction.inputs
        outPoints = Self.hash(inputs.count * OutPoint.count) { writer in
            for input in inputs { writer.append(input.outPoint) }
        }
        sequences = Self.hash(inputs.count * 4) { writer in
            for input in inputs { writer.append(uint32: input.sequence) }
        }
        outputs = Self.hash(transaction.outputs.count * 43) { writer in
            for output in transaction.outputs { writer.append(output) }
        }
        amounts = Self.hash(spent.count * 8) { writer in
            for output in spent { writer.append(uint64: output.value.value) }
        }
        scripts = Self.hash(spent.count * 35) { writer in
            for output in spent { writer.append(sized: output.script.bytes) }
        }
        doubleOutPoints = SHA256.hash(outPoints).bytes
        doubleSequences = SHA256.hash(sequences).bytes
        doubleOutputs = SHA256.hash(outputs).bytes
    }

    /// The digest of version 0 witnesses. BIP-0143
    ///
    /// - Parameter scriptCode: the P2PKH script of the key for P2WPKH, the witness script for P2WSH.
    package func witnessVersion0(input index: Int, scriptCode: Script, type: SignatureHashType = .all) throws -> [UInt8]
    {
        try check(index)
        let input = transaction.inputs[index]
        var writer = WireWriter(capacity: 160 + scriptCode.bytes.count)
        writer.append(uint32: transaction.version)
        writer.append(type.isAnyoneCanPay ? Self.zeroes : doubleOutPoints)
        let isPlain = !type.isAnyoneCanPay && !type.coversNoOutput && !type.coversOneOutput
        writer.append(isPlain ? doubleSequences : Self.zeroes)
        writer.append(input.outPoint)
        writer.append(sized: scriptCode.bytes)
        writer.append(uint64: spent[index].value.value)
        writer.append(uint32: input.sequence)
        if !type.coversNoOutput && !type.coversOneOutput {
            writer.append(doubleOutputs)
        } else if type.coversOneOutput && index < transaction.outputs.count {
            writer.append(SHA256.hash(singleOutput(index)).bytes)
        } else {
            writer.append(Self.zeroes)
        }
        writer.append(uint32: transaction.lockTime)
        writer.append(uint32: type.rawValue)
        return DoubleSHA256.hash(writer.bytes)
    }

    /// The digest of taproot spends, by key or by a leaf script. BIP-0341, BIP-0342
    ///
    /// - Parameters:
    ///   - leafHash: of the executed script; nil for a key spend.
    ///   - annex: as in the witness, first byte 0x50.
    /// - Throws: ``BitcoinError`` with `.unsupported` for a type that BIP-0341 does not allow, or an output that does
    ///   not exist.
    package func taproot(
        input index: Int, type: SignatureHashType = .implied, leafHash: [UInt8]? = nil, annex: [UInt8]? = nil
    ) throws -> [UInt8] {
        try check(index)
        guard type.isTaproot, !type.coversOneOutput || index < transaction.outputs.count else {
            throw BitcoinError(.unsupported, "No taproot signature can have the type \(type.rawValue) here.")
        }
        var writer = WireWriter(capacity: 280)
        // The epoch, then the message.
        writer.append([0, UInt8(truncatingIfNeeded: type.rawValue)])
        writer.append(uint32: transaction.version)
        writer.append(uint32: transaction.lockTime)
        if !type.isAnyoneCanPay {
            writer.append(outPoints)
            writer.append(amounts)
            writer.append(scripts)
            writer.append(sequences)
        }
        if !type.coversNoOutput && !type.coversOneOutput { writer.append(outputs) }
        writer.append((leafHash == nil ? 0 : 2) | (annex == nil ? 0 : 1))
        if type.isAnyoneCanPay {
            let input = transaction.inputs[index]
            writer.append(input.outPoint)
            writer.append(spent[index])
            writer.append(uint32: input.sequence)
        } else {
            writer.append(uint32: UInt32(truncatingIfNeeded: index))
        }
        if let annex {
            writer.append(Self.hash(annex.count + 9) { $0.append(sized: annex) })
        }
        if type.coversOneOutput { writer.append(singleOutput(index)) }
        if let leafHash {
            writer.append(leafHash)
            // Key version 0; no executed code separator.
            writer.append(0)
            writer.append(uint32: .max)
        }
        return TaggedHash.tapSighash.hash(writer.bytes)
    }

    /// The legacy digest, with its historic bugs. Core: `SignatureHash`, src/script/interpreter.cpp
    ///
    /// - Parameter scriptCode: the locking script, or the redeem script of P2SH.
    package static func original(
        _ transaction: Transaction, input index: Int, scriptCode: Script, type: SignatureHashType = .all
    ) throws -> [UInt8] {
        guard transaction.inputs.indices.contains(index) else {
            throw BitcoinError(.malformed, "The transaction has no input \(index).")
        }
        if type.coversOneOutput && index >= transaction.outputs.count {
            // The historic bug: the number one is signed instead of a hash.
            return [1] + [UInt8](repeating: 0, count: 31)
        }
        let code = scriptCode.withoutCodeSeparators
        var writer = WireWriter(capacity: transaction.inputs.count * 41 + transaction.outputs.count * 34 + 200)
        writer.append(uint32: transaction.version)
        let covered = type.isAnyoneCanPay ? index..<index + 1 : transaction.inputs.indices
        writer.append(compactSize: covered.count)
        for position in covered {
            let input = transaction.inputs[position]
            writer.append(input.outPoint)
            writer.append(sized: position == index ? code : [])
            let isBlank = position != index && (type.coversNoOutput || type.coversOneOutput)
            writer.append(uint32: isBlank ? 0 : input.sequence)
        }
        let outputCount = type.coversNoOutput ? 0 : type.coversOneOutput ? index + 1 : transaction.outputs.count
        writer.append(compactSize: outputCount)
        for (position, output) in transaction.outputs.prefix(outputCount).enumerated() {
            if type.coversOneOutput && position != index {
                // An amount of minus one and no script.
                writer.append(uint64: .max)
                writer.append(0)
            } else {
                writer.append(output)
            }
        }
        writer.append(uint32: transaction.lockTime)
        writer.append(uint32: type.rawValue)
        return DoubleSHA256.hash(writer.bytes)
    }

    private func check(_ index: Int) throws {
        guard transaction.inputs.indices.contains(index) else {
            throw BitcoinError(.malformed, "The transaction has no input \(index).")
        }
    }

    private func singleOutput(_ index: Int) -> [UInt8] {
        Self.hash(43) { $0.append(transaction.outputs[index]) }
    }

    private static func hash(_ capacity: Int, _ write: (inout WireWriter) -> Void) -> [UInt8] {
        var writer = WireWriter(capacity: capacity)
        write(&writer)
        return SHA256.hash(writer.bytes).bytes
    }
}

extension Script {
    /// The legacy digest omits code separators, up to a push that is cut off.
    fileprivate var withoutCodeSeparators: [UInt8] {
        guard bytes.contains(Opcode.codeSeparator) else { return bytes }
        var kept: [UInt8] = []
        var reader = WireReader(bytes)
        while let head = reader.next {
            let start = reader.position
            do {
                _ = try reader.byte()
                switch head {
                case ..<Opcode.pushData1: _ = try reader.bytes(Int(head))
                case Opcode.pushData1: _ = try reader.bytes(Int(reader.byte()))
                case Opcode.pushData2: _ = try reader.bytes(Int(reader.uint16()))
                case Opcode.pushData4: _ = try reader.bytes(Int(reader.uint32()))
                case Opcode.codeSeparator: continue
                default: break
                }
            } catch {
                return kept + bytes[start...]
            }
            kept += bytes[start..<reader.position]
        }
        return kept
    }
}
