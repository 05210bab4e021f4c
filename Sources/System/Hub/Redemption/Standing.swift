// SPDX-License-Identifier: MIT
import HubAPI
import SQL
import Tokens

/// How well the hub knows an account when it is about money that is not the account's own. Decision 0068.
///
/// Anybody can open accounts; few can make an operator name them merchants, and nobody can make an account older than it is.
enum Standing: Equatable {
    /// The operator made it a merchant or an operator.
    case named
    case known
    /// A member's account that was too young at some date; it is no longer from the date that is given here.
    case young(until: Timestamp)

    /// - Parameter date: the age at this date counts.
    init(role: Role, created: Timestamp, at date: Timestamp, youngDays: UInt64) {
        let until = created.adding(days: youngDays)
        self = role != .member ? .named : until <= date ? .known : .young(until: until)
    }

    /// The standing of an account today.
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
