// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Terminal
import Wallet

extension Operand {
    fileprivate static let iban = Operand("iban", "The number of an account at a bank, with or without spaces.")
    fileprivate static let payout = Operand("id", "The payout's id, as `satchel payouts` shows it.")
}

extension Option {
    fileprivate static let owner = Option("name", value: "name", "Whose account it is.")
    fileprivate static let says = Option("note", value: "text", "What the transfer says, at most 140 bytes.")
}

extension Command {
    /// From and to banks.
    static let bank: [Command] = [
        Command("funding", "Show how to bring money to the account by a bank transfer.") { invocation in
            let answer = try WalletDesk(invocation).open().funding()
            let reference = try CreditorReference(answer.reference)
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "reference": .text(reference.text),
                    "banks": .array(
                        answer.banks.map {
                            [
                                "currency": .text($0.currency), "iban": .text($0.iban), "name": .text($0.name),
                                "bic": .text($0.bic),
                            ] as JSON
                        }),
                ])
            }
            guard !answer.banks.isEmpty else {
                return invocation.console.print("This hub has no account at a bank. Ask its operator.")
            }
            for bank in answer.banks {
                let bic = bank.bic.map { ", BIC \($0)" } ?? ""
                invocation.console.print(
                    "\(bank.currency): \(try IBAN(bank.iban).printed), \(bank.name.printable())\(bic)")
            }
            invocation.console.print("Write this reference on the transfer: \(reference.printed)")
        },
        Command(
            "payout", "Pay from the account to an account at a bank.",
            discussion:
                "The money leaves the account at once, and can be taken back until the hub has ordered the bank.",
            options: [.owner.required(), .says, .yes], operands: [.iban, .amount],
            examples: [
                .init("satchel payout \"DE89 3704 0044 0532 0130 00\" 50EUR --name \"A. Smith\"", "Pay 50.00 EUR out.")
            ]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let iban = try invocation.operand(.iban) { try IBAN($0) }
            let amount = try wallet.amountInAnyCurrency(invocation)
            let name = try invocation.required(.owner)
            if !invocation.has(.yes), !invocation.wantsJSON, invocation.console.isTerminal {
                guard
                    try invocation.console.confirm(
                        "Pay \(amount.formatted) to \(name.printable()), \(iban.printed)?")
                else { throw Failure(.failed, "Nothing was paid.") }
            }
            let order = try wallet.payOut(amount, to: iban, name: name, note: invocation.value(.says))
            invocation.answer(
                ["order": .text(order), "iban": .text(iban.text), "amount": .amount(amount)],
                """
                Ordered: \(amount.formatted) to \(iban.printed) (\(order)). `satchel payouts` shows what becomes of it.
                """)
        },
        Command("payouts", "Show the newest payouts and what became of them.") { invocation in
            let payouts = try WalletDesk(invocation).open().payouts()
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .array(
                        payouts.map {
                            [
                                "id": .text($0.id.description), "iban": .text($0.iban), "name": .text($0.name),
                                "amount": .amount($0.amount), "state": .text($0.state.rawValue),
                            ] as JSON
                        }))
            }
            guard !payouts.isEmpty else { return invocation.console.print("There are none.") }
            var table = Table(.words("id"), .numbers("amount"), .words("to"), .words("state"))
            for payout in payouts {
                table.add(
                    payout.id.description, payout.amount.formatted, "\(payout.name.printable()) \(payout.iban)",
                    payout.state.rawValue)
            }
            invocation.console.print(table.text)
        },
        Command("cancel-payout", "Take a payout back that no bank has seen yet.", operands: [.payout]) { invocation in
            let wallet = try WalletDesk(invocation).open()
            let id = try invocation.operand(.payout) { text in
                guard let id = OperationID(text: text) else {
                    throw Failure(.usage, "it is written as `satchel payouts` shows it")
                }
                return id
            }
            let payout = try wallet.cancelPayout(id)
            invocation.answer(
                ["id": .text(payout.id.description), "amount": .amount(payout.amount)],
                "\(payout.amount.formatted) is on the account again.")
        },
    ]
}
