// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Lists, searches and shows accounts for operators.
struct AccountRegister {
    let context: HubContext
    let database: any SQLConnection

    private var currency: Currency { context.currency }

    private static let columns = """
        SELECT a.id, a.username, a.role, a.created, a.locked, a.lock_reason, h.balance,
            (SELECT count(*) FROM fraud_case f WHERE f.account = a.id AND f.closed IS NULL) AS cases,
            (SELECT count(*) FROM second_factor s WHERE s.account = a.id AND s.confirmed IS NOT NULL) AS factors,
            \(AccountLimits.unredeemed(of: "a.id")) AS unredeemed
        FROM account a JOIN holding h ON h.account = a.id
        """

    /// One page of accounts, ordered by name.
    func page(search: String?, after name: String?, limit: Int) throws -> AccountPage {
        let rows = try database.rows(
            Self.columns + " WHERE a.username > ? AND a.username LIKE ? ESCAPE '\\' ORDER BY a.username LIMIT ?",
            [.text(name ?? ""), .containing((search ?? "").lowercased()), .integer(Int64(limit) + 1)])
        let items = try rows.prefix(limit).map(summary)
        return AccountPage(items: items, next: rows.count > limit ? items.last?.username : nil)
    }

    /// One account with its devices and its valid keys.
    ///
    /// - Throws: `HubProblem` with `.notFound`.
    func account(_ username: String) throws -> AccountDetails {
        guard let row = try database.row(Self.columns + " WHERE a.username = ?", [.text(username)]) else {
            throw HubProblem(.notFound, "There is no account of that name.")
        }
        let (id, summary, now) = (try row.int("id"), try summary(row), context.clock.now())
        return AccountDetails(
            account: summary, devices: try context.devices.list(of: id, asking: nil, at: now, in: database),
            livingKeys: try Pseudonyms(database: database, now: now).living(of: id),
            livingKeysLimit: Int64(context.configuration.limits(of: summary.role).livingKeys))
    }

    private func summary(_ row: Row) throws -> AccountSummary {
        let role = try Roles.role(numbered: try row.int("role"))
        return AccountSummary(
            username: try row.text("username"), role: role,
            created: try row.unsigned("created"),
            locked: try row.optionalInt("locked").map { UInt64($0) }, lockReason: try row.optionalText("lock_reason"),
            isFrozen: try row.bool("cases"), hasSecondFactor: try row.bool("factors"),
            balance: Amount(minorUnits: try row.int("balance"), currency: currency),
            unredeemed: Amount(minorUnits: try row.int("unredeemed"), currency: currency),
            unredeemedLimit: try Amount(units: context.configuration.limits(of: role).offlineTotal, currency: currency))
    }

    /// The hub's own ledger accounts, and the total of all members' balances in the hub's currency.
    func systemBalances() throws -> SystemBalances {
        let rows = try database.rows(
            "SELECT name, balance, currency FROM ledger WHERE name NOT LIKE 'user:%' ORDER BY name")
        let members = try database.row(
            "SELECT coalesce(sum(balance), 0) FROM ledger WHERE name LIKE 'user:%' AND currency = ?",
            [.text(currency.code)])
        return SystemBalances(
            lines: try rows.map { row in
                let currency = try Currency(code: try row.text(2))
                return .init(account: try row.text(0), balance: Amount(minorUnits: try row.int(1), currency: currency))
            }, members: Amount(minorUnits: try members?.int(0) ?? 0, currency: currency))
    }

    /// The newest fraud cases, open and closed.
    func fraudCases() throws -> FraudCaseList {
        let rows = try database.rows(
            """
            SELECT f.id, a.username, f.opened, f.settle_at, f.closed, f.fund_paid,
                (SELECT coalesce(sum(c.amount), 0) FROM claim c WHERE c.fraud_case = f.id) AS claimed,
                (SELECT coalesce(sum(c.paid), 0) FROM claim c WHERE c.fraud_case = f.id) AS paid
            FROM fraud_case f LEFT JOIN account a ON a.id = f.account ORDER BY f.id DESC LIMIT 200
            """)
        return FraudCaseList(
            items: try rows.map { row in
                let amount = { (column: String) in Amount(minorUnits: try row.int(column), currency: currency) }
                return FraudCaseList.Item(
                    id: try row.int("id"), account: try row.optionalText("username"),
                    opened: try row.unsigned("opened"), settleAt: try row.unsigned("settle_at"),
                    closed: try row.optionalInt("closed").map { UInt64($0) }, claimed: try amount("claimed"),
                    paid: try amount("paid"), fundPaid: try amount("fund_paid"))
            })
    }
}
