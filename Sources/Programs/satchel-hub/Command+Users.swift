// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import HubLedger
import Money
import Terminal
import Tokens

extension Command {
    /// Management of accounts by the operator.
    static let user = Command(
        "user", "Manage accounts: list, show, lock, set roles, reset passwords.",
        discussion: "You can run these commands while the hub serves. Changes take effect within seconds.",
        commands: [list, show, role, lock, unlock, resetPassword])

    private static let list = Command(
        "list", "List accounts in the order of their names.",
        discussion: """
            The column offline shows the offline money of the account's wallets that is not redeemed yet. This money \
            is at risk if a device is lost or stolen. The column limit shows its maximum for the role.
            """, options: [.search, .limit, .after],
        examples: [.init("satchel-hub user list --search shop", "List accounts with shop in their names.")]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let page = try hub.accounts(
            search: invocation.value(.search), after: invocation.value(.after),
            limit: try invocation.integer(.limit, in: 1...1_000) ?? 20)
        guard !invocation.wantsJSON else {
            return invocation.console.print(.items(page.items.map(\.json), next: page.next))
        }
        var table = Table(
            .words("name"), .words("role"), .numbers("balance"), .numbers("offline"), .numbers("limit"),
            .words("second factor"), .words("state"))
        for account in page.items {
            table.add(
                account.username, account.role.rawValue, account.balance.formatted, account.unredeemed.formatted,
                account.unredeemedLimit.formatted, account.hasSecondFactor ? "yes" : "no", account.state)
        }
        invocation.console.print(table.isEmpty ? "No results." : table.text)
        if let next = page.next { invocation.console.note("Next page: --after \(next)") }
    }

    private static let show = Command(
        "show", "Show an account, its offline money and its devices.", operands: [.account]
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let details = try hub.account(try invocation.operand(.account))
        let account = details.account
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "account": account.json, "devices": .array(details.devices.map(\.json)),
                "livingKeys": .number(details.livingKeys), "livingKeysLimit": .number(details.livingKeysLimit),
            ])
        }
        let since = Timestamp(seconds: account.created)
        invocation.console.print(
            "\(account.username), \(account.role.rawValue) since \(since): \(account.balance.formatted), \(account.state), "
                + "\(account.hasSecondFactor ? "with" : "no") second factor")
        invocation.console.print(
            "\(account.unredeemed.formatted) offline and not redeemed (limit "
                + "\(account.unredeemedLimit.formatted)); \(details.livingKeys) valid certified keys (limit "
                + "\(details.livingKeysLimit))")
        var table = Table(.words("device"), .words("name"), .words("last used"), .words("from"))
        for device in details.devices {
            table.add(
                device.id, device.name ?? "", Timestamp(seconds: device.lastUsed).description, device.address ?? "")
        }
        if !table.isEmpty { invocation.console.print(table.text) }
    }

    private static let role = Command(
        "role", "Set the role of an account: member, merchant or operator.",
        discussion: "An operator who has logged in with a second factor can use /v1/admin.",
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
            invocation, ["account": .string(name), "role": .string(role.rawValue)], "\(name) is \(role.rawValue) now."
        ) { try $0.setRole(of: name, to: role) }
    }

    private static let lock = Command(
        "lock", "Lock an account: its owner can view it, but not move money.", options: [.reason.required()],
        operands: [.account],
        examples: [.init("satchel-hub user lock alice --reason 'a stolen phone'", "Lock it for this reason.")]
    ) { invocation in
        let name = try invocation.operand(.account)
        let reason = try invocation.required(.reason)
        try change(invocation, ["account": .string(name), "locked": true], "\(name) is locked.") {
            try $0.lock(name, reason: reason)
        }
    }

    private static let unlock = Command("unlock", "Unlock a locked account.", operands: [.account]) {
        invocation in
        let name = try invocation.operand(.account)
        try change(invocation, ["account": .string(name), "locked": false], "\(name) is unlocked.") {
            try $0.unlock(name)
        }
    }

    private static let resetPassword = Command(
        "reset-password", "Set a random password for an account and log out its devices.", confirms: true,
        discussion: "Prints the password once. It is stored nowhere. The owner changes it with `satchel password`.",
        options: [.removeSecondFactor], operands: [.account]
    ) { invocation in
        let name = try invocation.operand(.account)
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let factor = invocation.has(.removeSecondFactor) ? " and turn off its second factor" : ""
        try invocation.confirm("Reset the password of \(name), log out its devices\(factor)?")
        let password = try hub.resetPassword(of: name, removingSecondFactor: invocation.has(.removeSecondFactor))
        if invocation.wantsJSON {
            invocation.console.print(["account": .string(name), "password": .string(password)])
        } else {
            invocation.console.note("New password of \(name). All its devices are logged out.")
            invocation.console.print(password)
        }
    }

    private static func change(
        _ invocation: Invocation, _ json: JSONValue, _ sentence: String, _ body: (Hub) throws -> Void
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

    fileprivate var json: JSONValue {
        [
            "username": .string(username), "role": .string(role.rawValue), "balance": .amount(balance),
            "created": .time(created),
            "locked": .bool(locked != nil), "lockReason": .string(lockReason), "frozen": .bool(isFrozen),
            "secondFactor": .bool(hasSecondFactor), "unredeemed": .amount(unredeemed),
            "unredeemedLimit": .amount(unredeemedLimit),
        ]
    }
}

extension Device {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "name": .string(name), "loggedIn": .time(loggedIn), "lastUsed": .time(lastUsed),
            "address": .string(address),
        ]
    }
}

extension Operand {
    static let account = Operand("account", "Username of the account.")
}

extension Option {
    static let search = Option("search", value: "text", "Only names that contain this text.")
    static let after = Option("after", value: "name", "Start after this name.")
    static let limit = Option("limit", value: "number", "Maximum number of lines.", fallback: "20")
    static let reason = Option("reason", value: "text", "Reason, which the account's owner can read.")
    static let removeSecondFactor = Option(
        "remove-second-factor", "Also turn off the second factor, for an owner who lost it and all recovery codes."
    )
}
