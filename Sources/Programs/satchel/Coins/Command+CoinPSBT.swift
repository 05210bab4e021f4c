// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Sharing
import Terminal

extension Operand {
    fileprivate static let psbt = Operand(
        "psbt", "PSBT: a file, pictures of its codes, UR text, pasted text, or - .", count: .any, completion: .files)
    fileprivate static let psbts = Operand(
        "psbt", "PSBTs, each a file, UR text or pasted text.", count: .many, completion: .files)
}

extension Option {
    fileprivate static let network = Option(
        "network", value: "network", "Network for the format of addresses.", fallback: Network.bitcoin.name,
        completion: .choices(Network.all.filter { $0.chain == .bitcoin }.map(\.name)))
}

extension Command {
    /// Tools for PSBTs. They need no wallet, key or server.
    static let coinPSBT: [Command] = [
        Command(
            "psbt", "Inspect, combine and finalize PSBTs (Bitcoin). Needs no account.",
            discussion: """
                To sign a PSBT with this wallet's keys, use `satchel coins sign`. These commands sign and send \
                nothing, and they ask for no passphrase.
                """,
            commands: psbt)
    ]

    private static let psbt: [Command] = [
        Command(
            "show", "Show the outputs, inputs and signatures of a PSBT.", options: [.network, .camera],
            operands: [.psbt],
            examples: [
                .init("satchel coins psbt show pay.psbt", "Show a file."),
                .init("satchel coins psbt show code-*.png", "Read the pictures of its codes."),
                .init("satchel coins psbt show - --network bitcoin-testnet", "Read standard input."),
            ]
        ) { invocation in
            let psbt = try invocation.loosePSBT(.psbt)
            let network = try invocation.required(.network) { try Network(named: $0) }
            let summary = try psbt.summary(on: network)
            guard !invocation.wantsJSON else { return invocation.console.print(json(summary, psbt)) }
            for line in lines(summary) { invocation.console.print(line.printable()) }
        },
        Command(
            "combine", "Combine the signatures of several signers for one transaction.",
            options: DocumentSharing.offline, operands: [.psbts],
            examples: [.init("satchel coins psbt combine ann.psbt bob.psbt --file both.psbt", "Combine two signers.")]
        ) { invocation in
            let words = invocation.operands(.psbts)
            guard words.count > 1 else { throw Failure(.usage, "Give at least two PSBTs to combine.") }
            let parts = try words.map { try invocation.loosePSBT([$0]) }
            let combined = try parts.dropFirst().reduce(parts[0]) { try $0.combined(with: $1) }
            let summary = try combined.summary(on: .bitcoin)
            let sharing = DocumentSharing(invocation: invocation)
            let place = try sharing.show(try Parcel(combined.document))
            invocation.answer(
                ["document": try sharing.json(combined.document), "isComplete": .bool(summary.isComplete)],
                ["Combined \(words.count) PSBTs. \(summary.state) \(place ?? "")".trimmed],
                aside: sharing.isPrinting)
        },
        Command(
            "finalize", "Finalize a completely signed PSBT and print the transaction, without sending it.",
            options: [.file, .camera], operands: [.psbt],
            examples: [
                .init("satchel coins psbt finalize both.psbt", "Print the transaction in hexadecimal."),
                .init("satchel coins psbt finalize both.psbt --file tx.bin", "Write the transaction to a file."),
            ]
        ) { invocation in
            let transaction = try invocation.loosePSBT(.psbt).finished()
            let digits = Hex.encode(transaction.bytes)
            if let path = invocation.value(.file) {
                try DocumentSharing.write(transaction.bytes, to: path)
            } else if !invocation.wantsJSON {
                invocation.console.print(digits)
            }
            let place = invocation.value(.file).map { " Written to \($0)." } ?? ""
            invocation.answer(
                ["transaction": .string(transaction.id), "bytes": .string(digits), "sent": false],
                ["Finalized transaction \(transaction.id). It was not sent.\(place)"],
                aside: invocation.value(.file) == nil)
        },
    ]

    private static func lines(_ summary: PSBTSummary) -> [String] {
        var lines = summary.outputs.map { "pay      \($0.amount) to \($0.address)" }
        lines.append(summary.fee.map { "fee      \($0)" } ?? "fee      unknown: the PSBT lacks amounts of its inputs")
        lines.append("network  shown for \(summary.network.title); a PSBT does not name its network")
        for (number, input) in summary.inputs.enumerated() {
            let amount = input.amount.map { ", \($0)" } ?? ", amount unknown"
            lines.append("input \(number + 1)  \(input.outPoint)\(amount)")
            lines.append("         \(input.state)")
        }
        for fact in summary.facts { lines.append("         \(fact)") }
        return lines + ["", summary.state]
    }

    private static func json(_ summary: PSBTSummary, _ psbt: LoosePSBT) -> JSONValue {
        [
            "network": .string(summary.network.name), "isComplete": .bool(summary.isComplete),
            "outputs": .array(
                summary.outputs.map { ["address": .string($0.address), "amount": .coins($0.amount)] }),
            "fee": summary.fee.map { .coins($0) } ?? .null,
            "inputs": .array(
                summary.inputs.map {
                    [
                        "output": .string($0.outPoint), "amount": $0.amount.map { .coins($0) } ?? .null,
                        "signatures": .number(Int64($0.signatures)),
                        "needed": $0.needed.map { .number(Int64($0)) } ?? .null, "isFinal": .bool($0.isFinal),
                    ]
                }),
            "facts": .array(summary.facts.map(JSONValue.fact)),
        ]
    }
}

extension Invocation {
    /// A PSBT from the sources that the words name.
    fileprivate func loosePSBT(_ words: [String]) throws -> LoosePSBT {
        try Self.loosePSBT(try DocumentSharing(invocation: self).readCoins(words, types: OfflineDocument.psbtTypes))
    }

    fileprivate func loosePSBT(_ operand: Operand) throws -> LoosePSBT {
        try Self.loosePSBT(try DocumentSharing(invocation: self).readCoins(operand, types: OfflineDocument.psbtTypes))
    }

    private static func loosePSBT(_ document: CoinDocument) throws -> LoosePSBT {
        switch document {
        case .bytes(let bytes): try LoosePSBT(bytes)
        case .record(let record): try LoosePSBT(try OfflineDocument(record).bytes)
        }
    }
}
