// SPDX-License-Identifier: MIT
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let called = Option("name", value: "name", "Your own name for them.")
    fileprivate static let favourite = Option("favourite", "List them first.")
    fileprivate static let noFavourite = Option("no-favourite", "List them with the others.")
}

extension Operand {
    fileprivate static let contact = Operand("contact", "Your own name for them, or their username.")
}

extension Command {
    /// People whom one pays, under one word.
    static let people: [Command] = [
        Command(
            "contacts", "Keep the people you pay under your own names for them.",
            discussion: "They are kept at the hub for all your wallets; nobody else sees them.", usual: "list",
            commands: contactCommands)
    ]

    private static let contactCommands: [Command] = [
        Command("list", "List the contacts, favourites first.") { invocation in
            let contacts = try WalletDesk(invocation).open().contacts()
            guard !invocation.wantsJSON else {
                return invocation.console.print(.array(try contacts.map { try .wire($0) }))
            }
            guard !contacts.isEmpty else {
                return invocation.console.print("There are none. Add one: satchel contacts add USERNAME")
            }
            var table = Table(.words(""), .words("name"), .words("username"), .words("note"))
            for contact in contacts {
                table.add(contact.favourite ? "*" : "", contact.name ?? "", contact.username, contact.note ?? "")
            }
            invocation.console.print(table.text)
        },
        Command(
            "find", "Look whether an account has exactly this name.",
            discussion: "There is no search by part of a name, and only so many wrong names an hour are answered.",
            operands: [.username]
        ) { invocation in
            let found = try WalletDesk(invocation).open().findAccount(try invocation.operand(.username))
            invocation.answer(
                try .wire(found), found.merchant.map { "\(found.username) is \($0)." } ?? "\(found.username) is here.")
        },
        Command(
            "add", "Keep somebody, under your own name for them if you like.",
            options: [.called, .note, .favourite], operands: [.username],
            examples: [.init("satchel contacts add bob --name Robert --favourite", "Then: satchel send --to Robert 5")]
        ) { invocation in
            let contact = try WalletDesk(invocation).open().keep(
                Contact(
                    username: try invocation.operand(.username), name: invocation.value(.called),
                    note: invocation.value(.note), favourite: invocation.has(.favourite)))
            invocation.answer(try .wire(contact), "\(contact.name ?? contact.username) is a contact now.")
        },
        Command(
            "edit", "Change what is kept of a contact; an empty text removes it.",
            options: [.called, .note, .favourite, .noFavourite], operands: [.contact]
        ) { invocation in
            let wallet = try WalletDesk(invocation).open()
            var contact = try wallet.contact(try invocation.operand(.contact))
            if let name = invocation.value(.called) { contact.name = name.isEmpty ? nil : name }
            if let note = invocation.value(.note) { contact.note = note.isEmpty ? nil : note }
            if invocation.has(.favourite) { contact.favourite = true }
            if invocation.has(.noFavourite) { contact.favourite = false }
            contact = try wallet.keep(contact)
            invocation.answer(try .wire(contact), "\(contact.name ?? contact.username) is kept like that.")
        },
        Command("remove", "Keep a contact no longer.", operands: [.contact]) { invocation in
            let word = try invocation.operand(.contact)
            try WalletDesk(invocation).open().forgetContact(word)
            invocation.answer(["removed": .text(word)], "\(word) is no contact any more.")
        },
        Command("block", "Take no requests for money from an account any more.", operands: [.username]) { invocation in
            let name = try invocation.operand(.username)
            try WalletDesk(invocation).open().block(name)
            invocation.answer(["blocked": .text(name)], "\(name) cannot ask you for money any more.")
        },
        Command("unblock", "Take requests from an account again.", operands: [.username]) { invocation in
            let name = try invocation.operand(.username)
            try WalletDesk(invocation).open().unblock(name)
            invocation.answer(["unblocked": .text(name)], "\(name) can ask you for money again.")
        },
        Command("blocked", "List the accounts whose requests are not taken.") { invocation in
            let names = try WalletDesk(invocation).open().blockedAccounts()
            if invocation.wantsJSON {
                invocation.console.print(.array(names.map { .text($0) }))
            } else {
                invocation.console.print(
                    names.isEmpty ? "There are none." : names.joined(separator: "\n").printable(keeping: ["\n"]))
            }
        },
    ]
}
