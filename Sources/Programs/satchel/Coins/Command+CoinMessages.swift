// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension Operand {
    fileprivate static let message = Operand("text", "Text to sign; with --typed a JSON file, or - .")
    fileprivate static let signer = Operand("address", "Address of the signer.")
    fileprivate static let signedMessage = Operand("text", "Signed text; with --typed a JSON file, or - .")
    fileprivate static let signature = Operand("signature", "Signature from `satchel coins message` or another wallet.")
}

extension Option {
    fileprivate static let typed = Option("typed", "Read typed data from a JSON file (Ethereum, EIP-712).")
    fileprivate static let address = Option(
        "address", value: "address", "Signing address of a Bitcoin account. Default: its first address.")
}

extension Command {
    /// Signed messages.
    static let coinMessages: [Command] = [
        Command(
            "message", "Sign a text to prove that you own an address.", confirms: true,
            discussion: "Bitcoin: BIP-322, or the older form for legacy addresses. Ethereum: EIP-191 and EIP-712.",
            options: [.typed, .address, .dryRun, .accept], operands: [.account, .message],
            examples: [.init("satchel coins message savings 'I am the owner' --yes", "Sign a text.")]
        ) { invocation in
            let context = try CoinContext(invocation)
            let message = try invocation.message(.message)
            let plan = try context.coins.review(
                message, account: try context.account().id, address: invocation.value(.address))
            if !invocation.wantsJSON { invocation.show(plan) }
            guard !invocation.has(.dryRun) else {
                return invocation.answer(
                    ["signed": false, "signer": .string(plan.signer)], ["", "Nothing was signed."])
            }
            try invocation.confirm("Sign this text as \(plan.signer)?")
            let signature = try plan.signed(acknowledging: Set(invocation.values(.accept)))
            invocation.answer(
                ["signed": true, "signer": .string(plan.signer), "signature": .string(signature)], signature)
        },
        Command(
            "verify", "Verify that the owner of an address signed a text. Needs no wallet and no server.",
            discussion: "Bitcoin: BIP-322, or the older form for legacy addresses. Ethereum: EIP-191 and EIP-712.",
            options: [.typed], operands: [.network, .signer, .signedMessage, .signature],
            examples: [
                .init(
                    "satchel coins verify bitcoin bc1q… 'I am the owner' AkcwRAIg…",
                    "Verify a signature; exit with status 6 if it is invalid.")
            ]
        ) { invocation in
            let network = try invocation.operand(.network) { try CoinChains.standard.network(named: $0) }
            let address = try invocation.operand(.signer)
            let isValid = try SignedText.isValid(
                try invocation.operand(.signature), of: try invocation.message(.signedMessage), by: address, on: network
            )
            guard isValid else {
                throw Failure(.badDocument, "Invalid signature: \(address) did not sign this text. Do not rely on it.")
            }
            invocation.answer(
                ["isValid": true, "signer": .string(address), "network": .string(network.name)],
                "Valid signature: the owner of \(address) signed this text.")
        },
    ]
}

extension Invocation {
    fileprivate func message(_ operand: Operand) throws -> CoinMessage {
        let word = try self.operand(operand)
        return has(.typed) ? .typed(try TextFile.bytes(of: word, maximumBytes: 1 << 20)) : .text(word)
    }

    fileprivate func show(_ plan: MessagePlan) {
        console.print("signer   \(plan.signer)")
        console.print("network  \(plan.network.title)")
        for line in plan.lines { console.print("         \(line)".printable()) }
        for warning in plan.warnings { console.print("WARNING  \(warning.sentence) [\(warning.name)]".printable()) }
    }
}
