// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// How far the hub trusts an account where money of others is concerned. Decision 0068.
///
/// Anyone can open accounts. Few can get an operator to make them merchants, and no account can be made older than it
/// is.
enum Standing: Equatable {
    /// The operator gave it the role of a merchant or an operator.
    case named
    case known
    /// A member's account that was too young at some date, and until when it is young.
    case young(until: Timestamp)

    /// - Parameter date: the date at which the age counts.
    init(role: Role, created: Timestamp, at date: Timestamp, youngDays: UInt64) {
        let until = created.adding(days: youngDays)
        self = role != .member ? .named : until <= date ? .known : .young(until: until)
    }

    /// The present standing of an account.
    static func of(
        _ account: Int64, at now: Timestamp, _ configuration: HubConfiguration, in database: any SQLConnection
    ) throws -> Standing {
        guard let row = try database.row("SELECT role, created FROM account WHERE id = ?", [.integer(account)]) else {
            throw HubError(.internalFault, "There is no account in row \(account).")
        }
        return Standing(
            role: try Roles.role(numbered: try row.int(0)), created: Timestamp(seconds: try row.unsigned(1)), at: now,
            youngDays: configuration.youngDays)
    }

    var youngUntil: Timestamp? { if case .young(let until) = self { until } else { nil } }
}
