// SPDX-License-Identifier: MIT
internal import Bytes

extension Transaction {
    /// The smallest sizes of an input and an output.
    private static let minimumInputCount = OutPoint.count + 1 + 4
    private static let minimumOutputCount = 8 + 1

    /// Parses exactly one transaction.
    ///
    /// - Parameter allowsWitness: false for a format without witnesses, such as PSBT; then a transaction without inputs
    ///   can be parsed too.
    /// - Throws: ``BitcoinError`` with `.malformed`, `.tooLarge` or `.badAmount`; also for non-minimal sizes, for a
    ///   witness form without witnesses, and for trailing bytes.
    package init(parsing bytes: [UInt8], allowsWitness: Bool = true) throws {
        guard bytes.count <= Self.maximumWeight else {
            throw BitcoinError(.tooLarge, "A transaction of \(bytes.count) bytes does not fit in any block.")
        }
        var reader = WireReader(bytes)
        try self.init(from: &reader, allowsWitness: allowsWitness)
        try reader.finish()
        guard weight <= Self.maximumWeight else {
            throw BitcoinError(.tooLarge, "A transaction of \(weight) weight units does not fit in any block.")
        }
    }

    /// Parses exactly one transaction from hexadecimal text.
    ///
    /// - Throws: ``BitcoinError`` as for bytes.
    package init(hex: String) throws {
        guard hex.utf8.count <= Self.maximumWeight * 2 else {
            throw BitcoinError(.tooLarge, "A transaction of \(hex.utf8.count / 2) bytes does not fit in any block.")
        }
        let bytes: [UInt8]
        do {
            bytes = try Hex.decode(hex)
        } catch {
            throw BitcoinError(.malformed, "A transaction is hexadecimal text; this is not.", cause: error)
        }
        try self.init(parsing: bytes)
    }

    private init(from reader: inout WireReader, allowsWitness: Bool) throws {
        version = try reader.uint32()
        var count = try reader.count(itemCount: 1)
        var isExtended = false
        if count == 0 && allowsWitness {
            // Zero inputs is the marker of BIP-0144; the only defined flag is 1.
            guard try reader.byte() == 1 else {
                throw BitcoinError(.malformed, "A transaction without inputs, or with an unknown flag, is invalid.")
            }
            isExtended = true
            count = try reader.count(itemCount: Self.minimumInputCount)
        }
        guard count > 0 || !allowsWitness else {
            throw BitcoinError(.malformed, "A transaction without inputs spends nothing.")
        }
        guard count <= reader.remaining / Self.minimumInputCount else {
            throw BitcoinError(.tooLarge, "\(count) inputs do not fit in \(reader.remaining) bytes.")
        }
        inputs = []
        inputs.reserveCapacity(count)
        for _ in 0..<count {
            inputs.append(
                TransactionInput(
                    outPoint: OutPoint(
                        transactionID: try TransactionID(reader.bytes(TransactionID.count)),
                        index: try reader.uint32()),
                    unlockingScript: Script(try reader.sizedBytes()), sequence: try reader.uint32()))
        }
        let outputCount = try reader.count(itemCount: Self.minimumOutputCount)
        outputs = []
        outputs.reserveCapacity(outputCount)
        for _ in 0..<outputCount {
            outputs.append(
                TransactionOutput(value: try Satoshis(reader.uint64()), script: Script(try reader.sizedBytes())))
        }
        if isExtended {
            for index in inputs.indices {
                let items = try reader.count()
                inputs[index].witness = try (0..<items).map { _ in try reader.sizedBytes() }
            }
        }
        lockTime = try reader.uint32()
        guard hasWitness || !isExtended else {
            throw BitcoinError(.malformed, "The transaction claims witnesses and has none.")
        }
    }

    /// Checks the rules that hold for every transaction. Core: `CheckTransaction`
    ///
    /// - Throws: ``BitcoinError`` with `.malformed`, `.tooLarge` or `.badAmount`.
    package func validate() throws {
        guard !inputs.isEmpty, !outputs.isEmpty else {
            throw BitcoinError(.malformed, "A transaction needs inputs and outputs.")
        }
        guard serialized(withWitness: false).count * 4 <= Self.maximumWeight else {
            throw BitcoinError(.tooLarge, "The transaction does not fit in any block.")
        }
        _ = try Satoshis.sum(outputs.map(\.value))
        guard Set(inputs.map(\.outPoint)).count == inputs.count else {
            throw BitcoinError(.malformed, "The transaction spends an output twice.")
        }
        if isCoinbase {
            guard (2...100).contains(inputs[0].unlockingScript.bytes.count) else {
                throw BitcoinError(.malformed, "The input of a coinbase has 2 to 100 bytes.")
            }
        } else if inputs.contains(where: { $0.outPoint.isNull }) {
            throw BitcoinError(.malformed, "The transaction spends no output in one of its inputs.")
        }
    }
}
