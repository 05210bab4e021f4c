// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let called = Option("name", value: "name", "Your own name for the contact.")
    fileprivate static let favourite = Option("favourite", "Make the contact a favourite, listed first.")
    fileprivate static let noFavourite = Option("no-favourite", "Remove the contact from the favourites.")
}

extension Operand {
    fileprivate static let contact = Operand("contact", "Name of the contact, or its username.")
}

extension Command {
    /// Contacts at the hub, and blocked accounts.
    static let people: [Command] = [
        Command(
            "contacts", "Manage contacts and blocked accounts.",
            discussion: "The hub stores the contacts for all your wallets. Other users cannot see them.", usual: "list",
            commands: contactCommands)
    ]

    private static let contactCommands: [Command] = [
        Command("list", "List contacts, favourites first.") { invocation in
            let contacts = try CommandContext(invocation).open().contacts()
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(contacts.map { .contact($0) }))
            }
            guard !contacts.isEmpty else {
                return invocation.console.print("No contacts. Add one: satchel contacts add USERNAME")
            }
            var table = Table(.words(""), .words("name"), .words("username"), .words("note"))
            for contact in contacts {
                table.add(contact.favourite ? "*" : "", contact.name ?? "", contact.username, contact.note ?? "")
            }
            invocation.console.print(table.text)
        },
        Command(
            "find", "Check whether an account has exactly this username.",
            discussion: "The hub does not search by part of a name, and it limits wrong names in an hour.",
            operands: [.username]
        ) { invocation in
            let found = try CommandContext(invocation).open().findAccount(try invocation.operand(.username))
            invocation.answer(
                ["username": .string(found.username), "merchant": .string(found.merchant)],
                found.merchant.map { "\(found.username) is the merchant \($0)." }
                    ?? "\(found.username) has an account at this hub.")
        },
        Command(
            "add", "Add a contact.",
            options: [.called, .note, .favourite], operands: [.username],
            examples: [.init("satchel contacts add bob --name Robert --favourite", "Next: satchel send --to Robert 5")]
        ) { invocation in
            let contact = try CommandContext(invocation).open().keep(
                Contact(
                    username: try invocation.operand(.username), name: invocation.value(.called),
                    note: invocation.value(.note), favourite: invocation.has(.favourite)))
            invocation.answer(.contact(contact), "Added \(contact.name ?? contact.username) to the contacts.")
        },
        Command(
            "edit", "Change a contact. An empty text removes a field.",
            options: [.called, .note, .favourite, .noFavourite], operands: [.contact]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            var contact = try wallet.contact(try invocation.operand(.contact))
            if let name = invocation.value(.called) { contact.name = name.isEmpty ? nil : name }
            if let note = invocation.value(.note) { contact.note = note.isEmpty ? nil : note }
            if invocation.has(.favourite) { contact.favourite = true }
            if invocation.has(.noFavourite) { contact.favourite = false }
            contact = try wallet.keep(contact)
            invocation.answer(.contact(contact), "Changed the contact \(contact.name ?? contact.username).")
        },
        Command("remove", "Remove a contact.", confirms: true, operands: [.contact]) { invocation in
            let word = try invocation.operand(.contact)
            let wallet = try CommandContext(invocation).open()
            let contact = try wallet.contact(word)
            try invocation.confirm("Remove the contact \(contact.name ?? contact.username)?")
            try wallet.forgetContact(word)
            invocation.answer(["removed": .string(word)], "Removed \(word) from the contacts.")
        },
        Command("block", "Block requests for money from an account.", operands: [.username]) { invocation in
            let name = try invocation.operand(.username)
            try CommandContext(invocation).open().block(name)
            invocation.answer(["blocked": .string(name)], "Blocked requests from \(name).")
        },
        Command("unblock", "Allow requests from an account again.", operands: [.username]) { invocation in
            let name = try invocation.operand(.username)
            try CommandContext(invocation).open().unblock(name)
            invocation.answer(["unblocked": .string(name)], "Allowed requests from \(name) again.")
        },
        Command("blocked", "List blocked accounts.") { invocation in
            let names = try CommandContext(invocation).open().blockedAccounts()
            if invocation.wantsJSON {
                invocation.console.print(.items(names.map { .string($0) }))
            } else {
                invocation.console.print(
                    names.isEmpty ? "No blocked accounts." : names.joined(separator: "\n").printable(keeping: ["\n"]))
            }
        },
    ]
}
