// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Terminal
import Tokens

extension Command {
    /// Accounts, as the operator looks after them.
    static let user = Command(
        "user", "Look after accounts: list, show, lock, give roles and new passwords.",
        discussion: "May run while the hub serves; it follows within seconds.",
        commands: [list, show, role, lock, unlock, resetPassword])

    private static let list = Command(
        "list", "List accounts by name.",
        discussion: """
            In tokens is what its wallets bought and nobody has redeemed yet, which a lost or stolen one puts at risk; at \
            most is the limit of its role.
            """, options: [.search, .limit, .after],
        examples: [.init("satchel-hub user list --search shop", "Those with shop in their name.")]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let page = try hub.accounts(
            search: invocation.value(.search), after: invocation.value(.after),
            limit: try invocation.integer(.limit, in: 1...1_000) ?? 20)
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "accounts": .array(page.items.map(\.json)), "next": .text(page.next),
            ])
        }
        var table = Table(
            .words("name"), .words("role"), .numbers("balance"), .numbers("in tokens"), .numbers("at most"),
            .words("code"), .words("state"))
        for account in page.items {
            table.add(
                account.username, account.role.rawValue, account.balance.formatted, account.unredeemed.formatted,
                account.unredeemedLimit.formatted, account.hasSecondFactor ? "yes" : "no", account.state)
        }
        invocation.console.print(table.isEmpty ? "There is no such account." : table.text)
        if let next = page.next { invocation.console.note("More with --after \(next)") }
    }

    private static let show = Command(
        "show", "Show an account, what it has in tokens, and its devices.", operands: [.account]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let details = try hub.account(try invocation.operand(.account))
        let account = details.account
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "account": account.json, "devices": .array(details.devices.map(\.json)),
                "livingKeys": .integer(details.livingKeys), "livingKeysLimit": .integer(details.livingKeysLimit),
            ])
        }
        let since = Timestamp(seconds: account.created)
        invocation.console.print(
            "\(account.username), \(account.role.rawValue) since \(since): \(account.balance.formatted), \(account.state), "
                + "\(account.hasSecondFactor ? "with" : "no") second factor")
        invocation.console.print(
            "\(account.unredeemed.formatted) in tokens that nobody has redeemed yet, at most "
                + "\(account.unredeemedLimit.formatted); \(details.livingKeys) living keys, at most "
                + "\(details.livingKeysLimit)")
        var table = Table(.words("device"), .words("name"), .words("last used"), .words("from"))
        for device in details.devices {
            table.add(
                device.id, device.name ?? "", Timestamp(seconds: device.lastUsed).description, device.address ?? "")
        }
        if !table.isEmpty { invocation.console.print(table.text) }
    }

    private static let role = Command(
        "role", "Give an account a role: member, merchant or operator.",
        discussion: "Operators use /v1/admin once they have logged in with a second factor.",
        operands: [
            .account,
            Operand("role", "The role.", completion: .choices(Role.allCases.map(\.rawValue))),
        ]
    ) { invocation in
        let name = try invocation.operand(.account)
        let role = try invocation.operand(Operand("role", "")) { text in
            guard let role = Role(rawValue: text) else {
                throw Failure(.usage, "choose " + Role.allCases.map(\.rawValue).joined(separator: " or "))
            }
            return role
        }
        try change(
            invocation, ["account": .text(name), "role": .text(role.rawValue)], "\(name) is \(role.rawValue) now."
        ) { try $0.setRole(of: name, to: role) }
    }

    private static let lock = Command(
        "lock", "Let an account look, but move nothing.", options: [.reason.required()], operands: [.account],
        examples: [.init("satchel-hub user lock alice --reason 'a stolen phone'", "Its owner reads the reason.")]
    ) { invocation in
        let name = try invocation.operand(.account)
        let reason = try invocation.required(.reason)
        try change(invocation, ["account": .text(name), "locked": true], "\(name) is locked.") {
            try $0.lock(name, reason: reason)
        }
    }

    private static let unlock = Command("unlock", "Let a locked account move money again.", operands: [.account]) {
        invocation in
        let name = try invocation.operand(.account)
        try change(invocation, ["account": .text(name), "locked": false], "\(name) is unlocked.") {
            try $0.unlock(name)
        }
    }

    private static let resetPassword = Command(
        "reset-password", "Give an account a new password and log its devices out.",
        discussion: "Prints the password, which is kept nowhere. Its owner changes it with `satchel password`.",
        options: [.removeSecondFactor], operands: [.account]
    ) { invocation in
        let name = try invocation.operand(.account)
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let password = try hub.resetPassword(of: name, removingSecondFactor: invocation.has(.removeSecondFactor))
        if invocation.wantsJSON {
            invocation.console.print(["account": .text(name), "password": .text(password)])
        } else {
            invocation.console.note("The new password of \(name); all its devices are logged out:")
            invocation.console.print(password)
        }
    }

    private static func change(
        _ invocation: Invocation, _ json: JSON, _ sentence: String, _ body: (Hub) throws -> Void
    ) throws {
        try HubProgram.with(invocation, body)
        invocation.answer(json, sentence)
    }
}

extension AccountSummary {
    fileprivate var state: String {
        if let lockReason { return "locked: \(lockReason)" }
        return isFrozen ? "frozen by a fraud case" : "open"
    }

    fileprivate var json: JSON {
        [
            "username": .text(username), "role": .text(role.rawValue), "balance": .text(balance.decimalText),
            "currency": .text(balance.currency.code), "created": .integer(Int64(clamping: created)),
            "locked": .bool(locked != nil), "lockReason": .text(lockReason), "frozen": .bool(isFrozen),
            "secondFactor": .bool(hasSecondFactor), "unredeemed": .text(unredeemed.decimalText),
            "unredeemedLimit": .text(unredeemedLimit.decimalText),
        ]
    }
}

extension Device {
    fileprivate var json: JSON {
        [
            "id": .text(id), "name": .text(name), "loggedIn": .integer(Int64(clamping: loggedIn)),
            "lastUsed": .integer(Int64(clamping: lastUsed)), "address": .text(address),
        ]
    }
}

extension Operand {
    static let account = Operand("account", "The account's name.")
}

extension Option {
    static let search = Option("search", value: "text", "Only names with this in them.")
    static let after = Option("after", value: "name", "Begin after this name.")
    static let limit = Option("limit", value: "number", "At most so many.", fallback: "20")
    static let reason = Option("reason", value: "text", "Why; the account's owner reads it.")
    static let removeSecondFactor = Option(
        "remove-second-factor", "Also turn the second factor off, for an owner who has lost it with all recovery codes."
    )
}
