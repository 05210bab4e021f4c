// SPDX-License-Identifier: MIT
import HubStorage
package import Money
import SQL
package import Tokens

/// A summary of a hub's present state.
package struct HubOverview: Sendable {
    /// One of the hub's own ledger accounts.
    package struct Line: Sendable, Equatable {
        package let name: String
        package let balance: Amount
    }

    /// The hub's own accounts: funding, guarantee fund and clearing, without those of members.
    package let lines: [Line]
    /// Offline tokens in circulation.
    package let outstanding: Amount
    package let accounts: Int64
    package let entries: Int64
    package let openCases: Int64
    package let workableUntil: Timestamp
}

extension Hub {
    /// Reads the summary: a few indexed rows, whatever the size of the database.
    package func overview() throws -> HubOverview {
        try context.store.read { database in
            let own = try database.rows(
                """
                SELECT name, balance, currency FROM ledger
                WHERE name NOT LIKE 'user:%' AND name NOT LIKE 'outstanding:%' ORDER BY name LIMIT 100
                """)
            let tokens = try database.row(
                "SELECT coalesce(sum(balance), 0) FROM ledger WHERE name LIKE 'outstanding:%'")
            return HubOverview(
                lines: try own.map { row in
                    HubOverview.Line(
                        name: try row.text(0),
                        balance: Amount(minorUnits: try row.int(1), currency: try Currency(code: try row.text(2))))
                },
                outstanding: Amount(minorUnits: try tokens?.int(0) ?? 0, currency: currency),
                accounts: try database.row("SELECT count(*) FROM account")?.int(0) ?? 0,
                entries: try database.row("SELECT max(id) FROM entry")?.optionalInt(0) ?? 0,
                openCases: try database.row("SELECT count(*) FROM fraud_case WHERE closed IS NULL")?.int(0) ?? 0,
                workableUntil: workableUntil)
        }
    }
}
