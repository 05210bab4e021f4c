// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal

extension Operand {
    fileprivate static let message = Operand("text", "What to sign; with --typed a file of JSON, or - .")
}

extension Option {
    fileprivate static let typed = Option("typed", "The text is a file of typed data. Ethereum, EIP-712.")
    fileprivate static let address = Option(
        "address", value: "address", "Which of a Bitcoin account's addresses signs; its first one otherwise.")
    fileprivate static let sign = Option("yes", short: "y", "Sign it; without this it is only shown.")
}

extension Command {
    /// Signing what is no transaction.
    static let coinMessages: [Command] = [
        Command(
            "message", "Sign a text, to prove that an address is yours: shows it; with --yes signs it.",
            discussion: "Bitcoin: BIP-322, or the older form for legacy addresses. Ethereum: EIP-191 and EIP-712.",
            options: [.typed, .address, .sign, .accept], operands: [.account, .message],
            examples: [.init("satchel coins message savings 'I am the owner' --yes", "Sign a text.")]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let word = try invocation.operand(.message)
            let message: CoinMessage =
                invocation.has(.typed)
                ? .typed(try TextFile.bytes(of: word, maximumBytes: 1 << 20)) : .text(word)
            let plan = try desk.coins.review(
                message, account: try desk.account().id, address: invocation.value(.address))
            if !invocation.wantsJSON { invocation.show(plan) }
            guard invocation.has(.sign) else {
                if invocation.wantsJSON {
                    invocation.console.print(["signed": false, "signer": .text(plan.signer)])
                } else {
                    invocation.console.print("\nNothing was signed. To sign it, repeat this with --yes.")
                }
                return
            }
            let signature = try plan.signed(acknowledging: Set(invocation.values(.accept)))
            invocation.answer(
                ["signed": true, "signer": .text(plan.signer), "signature": .text(signature)], signature)
        }
    ]
}

extension Invocation {
    fileprivate func show(_ plan: MessagePlan) {
        console.print("signer   \(plan.signer)")
        console.print("network  \(plan.network.title)")
        for line in plan.lines { console.print("         \(line)".printable()) }
        for warning in plan.warnings { console.print("WARNING  \(warning.sentence) [\(warning.name)]".printable()) }
    }
}
