// SPDX-License-Identifier: MIT
internal import Bitcoin
package import Chains

/// A PSBT that belongs to no account. It can be shown, combined and finalized, but not signed.
package struct LoosePSBT: Sendable {
    private let psbt: PSBT

    /// - Throws: ``CoinsError`` with code `.badDocument` for bytes that are not a PSBT.
    package init(_ bytes: [UInt8]) throws { psbt = try Self.translated { try PSBT(parsing: bytes) } }

    private init(_ psbt: PSBT) { self.psbt = psbt }

    /// The PSBT as a document for another signer.
    package var document: OfflineDocument { OfflineDocument(kind: .psbt, bytes: psbt.serialized) }

    /// The PSBT with the signatures of both.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` when the other PSBT is for another transaction.
    package func combined(with other: LoosePSBT) throws -> LoosePSBT {
        try Self.translated { LoosePSBT(try psbt.combined(with: other.psbt)) }
    }

    /// The final transaction. Every signature has been checked.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` when a signature is missing or wrong.
    package func finished() throws -> (id: String, bytes: [UInt8]) {
        try Self.translated {
            try psbt.checkSignatures()
            let transaction = try psbt.finalized().extracted()
            return ("\(transaction.id)", transaction.serialized())
        }
    }

    /// A summary with the addresses of a network, because a PSBT does not name its network.
    ///
    /// - Throws: ``CoinsError`` with code `.badDocument` where it contradicts itself, or a signature is wrong.
    package func summary(on network: Network) throws -> PSBTSummary {
        try Self.translated {
            let transaction = psbt.transaction
            let knowsAll = psbt.inputs.allSatisfy { $0.isSpendingKnown }
            if knowsAll { try psbt.checkSignatures() }
            let inputs = try psbt.inputs.indices.map { try input($0, on: network) }
            let paid = try Satoshis.sum(transaction.outputs.map(\.value))
            var fee: CoinAmount?
            if knowsAll {
                let brought = try Satoshis.sum(psbt.inputs.indices.map { try psbt.spentOutput(of: $0).value })
                fee = Self.amount(try brought.subtracting(paid), network)
            }
            var facts: [ReviewFact] = []
            if psbt.inputs.contains(where: { $0.previousTransaction == nil }) {
                facts.append(.unprovenAmounts)
            }
            if transaction.lockTime > 0 { facts.append(.lockTime(transaction.lockTime)) }
            if psbt.version > 0 { facts.append(.psbtVersion(psbt.version)) }
            return PSBTSummary(
                network: network,
                outputs: transaction.outputs.map {
                    PSBTSummary.Output(
                        address: $0.script.address(on: network)?.text ?? "script \($0.script)",
                        amount: Self.amount($0.value, network))
                }, inputs: inputs, fee: fee, facts: facts, isComplete: inputs.allSatisfy(\.isComplete))
        }
    }

    private func input(_ index: Int, on network: Network) throws -> PSBTSummary.Input {
        let input = psbt.inputs[index]
        let output = input.isSpendingKnown ? try psbt.spentOutput(of: index) : nil
        return PSBTSummary.Input(
            outPoint: "\(psbt.transaction.inputs[index].outPoint)",
            amount: output.map { Self.amount($0.value, network) },
            signatures: input.partialSignatures.count + (input.taprootSignature == nil ? 0 : 1),
            needed: output.flatMap { Self.needed(input, spending: $0.script) }, isFinal: input.isFinal)
    }

    /// How many signatures a script requires; nil for a script that the file does not contain, or of another kind.
    private static func needed(_ input: PSBTInput, spending script: Script) -> Int? {
        switch script.kind {
        case .publicKey, .publicKeyHash, .witnessPublicKeyHash, .taproot: 1
        case .multisig(let threshold, _): threshold
        case .witnessScriptHash: input.witnessScript.flatMap { needed(input, spending: $0) }
        case .scriptHash: input.redeemScript.flatMap { needed(input, spending: $0) }
        default: nil
        }
    }

    private static func amount(_ value: Satoshis, _ network: Network) -> CoinAmount {
        CoinAmount(UInt256(value.value), network.unit)
    }

    private static func translated<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            throw CoinsError.translating(error)
        }
    }
}

extension PSBTInput {
    /// Whether the file contains the output that is spent.
    fileprivate var isSpendingKnown: Bool { previousTransaction != nil || spentOutput != nil }
}
