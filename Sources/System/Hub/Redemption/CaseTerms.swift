// SPDX-License-Identifier: MIT
import HubLedger
import HubStorage
import SQL
import Tokens

/// The settings for the guarantee fund when a case was opened. Later changes of the settings do not affect open cases.
struct CaseTerms: Equatable {
    let opened: Timestamp
    /// When the fund begins to pay for a culprit whose first open case this is.
    ///
    /// By then an honest payee has claimed everything that it can be owed: the culprit's last certificate can sign
    /// only for roots that are refunded within the days added here. One more day allows for clocks and sweeps.
    let fundFrom: Timestamp
    /// The account age in days, at the opening of the case, below which an account counts as young.
    let youngDays: UInt64
    /// The most that the fund pays for the culprit, in minor units.
    let cap: UInt64
    /// The most that the fund pays for a culprit whose account was young, in minor units.
    let youngCap: UInt64

    /// The columns of a fraud case from which the terms are read, in this order.
    static let columns = ["opened", "fund_from", "young_days", "fund_cap", "young_total"]

    init(opened: Timestamp, _ configuration: HubConfiguration) {
        self.opened = opened
        youngDays = configuration.youngDays
        cap = configuration.guaranteeCap
        youngCap = min(configuration.guaranteeCap, configuration.youngOfflineTotal)
        fundFrom =
            configuration.claimWindow.map { opened.adding(seconds: $0) }
            ?? opened.adding(days: configuration.certificateDays + LimitPolicy.mostDaysToRefund + 1)
    }

    /// Reads the ``columns`` of a row. Where an earlier version stored none, the present settings apply.
    init(_ row: Row, from column: Int, _ configuration: HubConfiguration) throws {
        let present = CaseTerms(opened: Timestamp(seconds: try row.unsigned(column)), configuration)
        opened = present.opened
        fundFrom =
            try row.optionalInt(column + 1).map { Timestamp(seconds: UInt64(clamping: $0)) } ?? present.fundFrom
        youngDays = try row.optionalInt(column + 2).map { UInt64(clamping: $0) } ?? present.youngDays
        cap = try row.optionalInt(column + 3).map { UInt64(clamping: $0) } ?? present.cap
        youngCap = try row.optionalInt(column + 4).map { UInt64(clamping: $0) } ?? present.youngCap
    }

    /// The standing of an account when the case was opened.
    func standing(role: Int64, created: Timestamp) throws -> Standing {
        Standing(role: try Roles.role(numbered: role), created: created, at: opened, youngDays: youngDays)
    }

    /// When the fund begins to pay one claim.
    func fundFrom(settleAt: Timestamp, _ standing: Standing) -> Timestamp {
        let waited = max(fundFrom, settleAt)
        return standing.youngUntil.map { max(waited, $0) } ?? waited
    }
}
