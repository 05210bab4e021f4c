// SPDX-License-Identifier: MIT
internal import Bytes

extension PSBT {
    private typealias Global = PSBTField.Global
    private typealias Input = PSBTField.Input
    private typealias Output = PSBTField.Output

    /// Parses the base64 text that users paste.
    ///
    /// - Throws: ``BitcoinError`` as for bytes.
    package init(parsing text: String) throws {
        guard text.utf8.count <= Self.maximumCount / 3 * 4 + 4 else {
            throw BitcoinError(.tooLarge, "The text is too long for a PSBT.")
        }
        let bytes: [UInt8]
        do {
            bytes = try Base64.decode(text)
        } catch {
            throw BitcoinError(.malformed, "A PSBT is base64 text that begins with cHNidP8; this is not.", cause: error)
        }
        try self.init(parsing: bytes)
    }

    /// Parses exactly one PSBT.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed`, `.tooLarge` or `.badAmount`, or `.unsupported` for a version other
    ///   than 0 and 2.
    package init(parsing bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumCount else {
            throw BitcoinError(.tooLarge, "A PSBT of \(bytes.count) bytes is refused; \(Self.maximumCount) are read.")
        }
        guard bytes.starts(with: PSBTField.magic) else {
            throw BitcoinError(.malformed, "This is not a PSBT: it does not begin like one.")
        }
        var reader = WireReader(bytes)
        _ = try reader.bytes(PSBTField.magic.count)
        var budget = PSBTMap.maximumEntries
        let global = try PSBTMap(from: &reader, budget: &budget)
        let version = try Self.checkGlobal(global)
        let unsigned = version == 0 ? try Self.unsignedTransaction(global) : nil
        let inputCount = try unsigned?.inputs.count ?? Self.count(Global.inputCount, in: global)
        let outputCount = try unsigned?.outputs.count ?? Self.count(Global.outputCount, in: global)
        // Each map takes at least its terminating byte.
        guard inputCount <= reader.remaining, outputCount <= reader.remaining - inputCount else {
            throw BitcoinError(.malformed, "The PSBT ends before its inputs and outputs do.")
        }
        var inputs: [PSBTInput] = []
        for index in 0..<inputCount {
            inputs.append(
                try PSBTInput(PSBTMap(from: &reader, budget: &budget, isOfInput: true), index: index, version: version))
        }
        var outputs: [PSBTOutput] = []
        for index in 0..<outputCount {
            outputs.append(
                try PSBTOutput(PSBTMap(from: &reader, budget: &budget), index: index, version: version))
        }
        try reader.finish()
        let transaction = try unsigned ?? Self.transaction(global, inputs, outputs)
        try Self.checkPrevious(transaction, inputs)
        self.init(version: version, transaction: transaction, global: global, inputs: inputs, outputs: outputs)
    }

    private static func checkGlobal(_ global: PSBTMap) throws -> UInt32 {
        func form(_ entry: PSBTMap.Entry, _ name: String) -> PSBTFieldCheck {
            PSBTFieldCheck(entry, of: "the file", name: name)
        }
        var version: UInt32 = 0
        for entry in global.entries {
            switch entry.type {
            case Global.unsignedTransaction: try form(entry, "the transaction").plain()
            case Global.extendedKey: try checkExtendedKey(entry)
            case Global.transactionVersion, Global.fallbackLockTime: _ = try form(entry, "a number").uint32()
            case Global.inputCount, Global.outputCount: try form(entry, "a count").plain()
            case Global.modifiable: try form(entry, "the permission to change it").plain(count: 1)
            case Global.version: version = try form(entry, "the version").uint32()
            case PSBTField.proprietary: try form(entry, "an entry").proprietary()
            default: break
            }
        }
        guard version == 0 || version == 2 else {
            throw BitcoinError(.unsupported, "The PSBT has version \(version); 0 and 2 are known.")
        }
        let isOfVersion2 = Global.transactionVersion...Global.modifiable
        guard version == 2 || !global.entries.contains(where: { isOfVersion2.contains($0.type) }) else {
            throw BitcoinError(.malformed, "The PSBT is of version 0 and has an entry of version 2.")
        }
        guard version == 0 || global[Global.unsignedTransaction] == nil else {
            throw BitcoinError(.malformed, "The PSBT is of version 2 and has the transaction of version 0.")
        }
        return version
    }

    /// A key of 78 bytes, followed by as many steps as its depth.
    private static func checkExtendedKey(_ entry: PSBTMap.Entry) throws {
        let key = entry.keyData
        guard key.count == 78, PSBTFieldCheck.isPublicKey(Array(key[45...])), entry.value.count == 4 + 4 * Int(key[4])
        else {
            throw BitcoinError(.malformed, "The PSBT is damaged: an extended key or its path is.")
        }
    }

    private static func unsignedTransaction(_ global: PSBTMap) throws -> Transaction {
        guard let bytes = global[Global.unsignedTransaction] else {
            throw BitcoinError(.malformed, "The PSBT has no transaction.")
        }
        let transaction = try Transaction(parsing: bytes, allowsWitness: false)
        guard transaction.inputs.allSatisfy({ $0.unlockingScript.bytes.isEmpty }) else {
            throw BitcoinError(.malformed, "The transaction in the PSBT must be unsigned.")
        }
        return transaction
    }

    private static func count(_ type: UInt64, in global: PSBTMap) throws -> Int {
        guard let bytes = global[type] else {
            throw BitcoinError(.malformed, "The PSBT of version 2 does not say how many inputs or outputs it has.")
        }
        var reader = WireReader(bytes)
        let value = try reader.compactSize()
        try reader.finish()
        guard let count = Int(exactly: value), count <= maximumCount else {
            throw BitcoinError(.tooLarge, "The PSBT claims \(value) inputs or outputs.")
        }
        return count
    }

    /// The transaction that the maps of version 2 describe.
    private static func transaction(
        _ global: PSBTMap, _ inputs: [PSBTInput], _ outputs: [PSBTOutput]
    ) throws -> Transaction {
        guard let version = global[Global.transactionVersion] else {
            throw BitcoinError(.malformed, "The PSBT of version 2 lacks the version of its transaction.")
        }
        var reader = WireReader(version)
        let transactionInputs = try inputs.enumerated().map { index, input in
            guard let id = input.map[Input.previousID], let output = input.number(Input.outputIndex) else {
                throw BitcoinError(.malformed, "The PSBT of version 2 does not say what input \(index) spends.")
            }
            return TransactionInput(
                outPoint: OutPoint(transactionID: try TransactionID(id), index: output),
                sequence: input.number(Input.sequence) ?? .max)
        }
        let transactionOutputs = try outputs.enumerated().map { index, output in
            guard let amount = output.map[Output.amount], let script = output.map[Output.script] else {
                throw BitcoinError(.malformed, "The PSBT of version 2 lacks amount or script of output \(index).")
            }
            var reader = WireReader(amount)
            return TransactionOutput(value: try Satoshis(reader.uint64()), script: Script(script))
        }
        return Transaction(
            version: try reader.uint32(), inputs: transactionInputs, outputs: transactionOutputs,
            lockTime: try lockTime(global, inputs))
    }

    /// A height is preferred where both a height and a time are possible. BIP-0370, "Determining Lock Time"
    private static func lockTime(_ global: PSBTMap, _ inputs: [PSBTInput]) throws -> UInt32 {
        let times = inputs.map { $0.number(Input.requiredTime) }
        let heights = inputs.map { $0.number(Input.requiredHeight) }
        let asking = inputs.indices.filter { times[$0] != nil || heights[$0] != nil }
        guard !asking.isEmpty else {
            guard let bytes = global[Global.fallbackLockTime] else { return 0 }
            var reader = WireReader(bytes)
            return try reader.uint32()
        }
        for kind in [heights, times] where asking.allSatisfy({ kind[$0] != nil }) {
            return kind.compactMap { $0 }.max() ?? 0
        }
        throw BitcoinError(
            .malformed, "One input of the PSBT waits for a time, another for a height; no lock time is both.")
    }

    /// A previous transaction proves the spent output only if it is the one that the input names.
    private static func checkPrevious(_ transaction: Transaction, _ inputs: [PSBTInput]) throws {
        for (index, input) in inputs.enumerated() {
            guard let previous = input.previousTransaction else { continue }
            let outPoint = transaction.inputs[index].outPoint
            guard previous.id == outPoint.transactionID else {
                throw BitcoinError(
                    .malformed, "The previous transaction in input \(index) of the PSBT is not the one it spends.")
            }
            guard outPoint.index < previous.outputs.count else {
                throw BitcoinError(.malformed, "Input \(index) of the PSBT spends an output that does not exist.")
            }
        }
    }
}
