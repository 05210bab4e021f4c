// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Wallet

extension Operand {
    fileprivate static let iban = Operand("iban", "IBAN of the bank account, with or without spaces.")
    fileprivate static let payout = Operand("id", "Payout ID from `satchel payouts`.")
}

extension Option {
    fileprivate static let owner = Option("name", value: "name", "Name of the account holder.")
    fileprivate static let says = Option("note", value: "text", "Remittance text of the transfer, at most 140 bytes.")
}

extension Command {
    /// Bank transfers in and out.
    static let bank: [Command] = [
        Command("funding", "Show how to top up the account by bank transfer.") { invocation in
            let answer = try CommandContext(invocation).open().funding()
            let reference = try CreditorReference(answer.reference)
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "reference": .string(reference.text),
                    "banks": .array(
                        answer.banks.map {
                            [
                                "currency": .string($0.currency), "iban": .string($0.iban), "name": .string($0.name),
                                "bic": .string($0.bic),
                            ] as JSONValue
                        }),
                ])
            }
            guard !answer.banks.isEmpty else {
                return invocation.console.print("This hub has no bank account. Ask its operator how to top up.")
            }
            for bank in answer.banks {
                let bic = bank.bic.map { ", BIC \($0)" } ?? ""
                invocation.console.print(
                    "\(bank.currency): \(try IBAN(bank.iban).printed), \(bank.name.printable())\(bic)")
            }
            invocation.console.print("Use this reference for the transfer: \(reference.printed)")
        },
        Command("payouts", "Pay money to bank accounts.", usual: "list", commands: payouts),
    ]

    private static let payouts: [Command] = [
        Command(
            "new", "Pay money from the account to a bank account.", confirms: true,
            discussion:
                "The money leaves the account at once. You can cancel until the hub has sent the order to its bank.",
            options: [.owner.required(), .says], operands: [.iban, .amount],
            examples: [
                .init(
                    "satchel payouts new \"DE89 3704 0044 0532 0130 00\" 50EUR --name \"A. Smith\"",
                    "Pay out 50.00 EUR.")
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let iban = try invocation.operand(.iban) { try IBAN($0) }
            let amount = try wallet.amountInAnyCurrency(invocation)
            let name = try invocation.required(.owner)
            try invocation.confirm("Pay \(amount.formatted) to \(name), \(iban.printed)?")
            let order = try wallet.payOut(amount, to: iban, name: name, note: invocation.value(.says))
            invocation.answer(
                ["id": .string(order.description), "iban": .string(iban.text), "amount": .amount(amount)],
                """
                Ordered \(amount.formatted) to \(iban.printed) (\(order)). Check its state: satchel payouts
                """)
        },
        Command("list", "List the newest payouts and their states.") { invocation in
            let payouts = try CommandContext(invocation).open().payouts()
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(
                        payouts.map {
                            [
                                "id": .string($0.id.description), "iban": .string($0.iban), "name": .string($0.name),
                                "amount": .amount($0.amount), "state": .string($0.state.rawValue),
                            ] as JSONValue
                        }))
            }
            guard !payouts.isEmpty else { return invocation.console.print("No payouts.") }
            var table = Table(.words("id"), .numbers("amount"), .words("to"), .words("state"))
            for payout in payouts {
                table.add(
                    payout.id.description, payout.amount.formatted, "\(payout.name.printable()) \(payout.iban)",
                    payout.state.rawValue)
            }
            invocation.console.print(table.text)
        },
        Command("cancel", "Cancel a payout that the bank has not received.", operands: [.payout]) { invocation in
            let wallet = try CommandContext(invocation).open()
            let id = try invocation.operand(.payout) { text in
                guard let id = OperationID(text: text) else {
                    throw Failure(.usage, "use an ID from `satchel payouts`")
                }
                return id
            }
            let payout = try wallet.cancelPayout(id)
            invocation.answer(
                ["id": .string(payout.id.description), "amount": .amount(payout.amount)],
                "Payout cancelled. \(payout.amount.formatted) is back in the account.")
        },
    ]
}
