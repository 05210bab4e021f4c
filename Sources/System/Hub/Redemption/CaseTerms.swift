// SPDX-License-Identifier: MIT
import SQL
import Tokens

/// What the settings said about the guarantee fund when a case was opened; a later change of settings moves no open case.
struct CaseTerms: Equatable {
    let opened: Timestamp
    /// From when on the fund pays for a culprit whose first open case this is.
    ///
    /// By then whatever an honest payee can be owed is claimed: what the culprit's last certificate lets it sign is of roots
    /// that are refunded after so many days more. One day is for clocks and sweeps.
    let fundFrom: Timestamp
    /// How old an account had to be when the case was opened, so that it is no longer young.
    let youngDays: UInt64

    init(opened: Timestamp, _ configuration: HubConfiguration) {
        self.opened = opened
        youngDays = configuration.youngDays
        fundFrom =
            configuration.claimWindow.map { opened.adding(seconds: $0) }
            ?? opened.adding(days: configuration.certificateDays + LimitPolicy.mostDaysToRefund + 1)
    }

    /// Reads the columns `opened, fund_from, young_days` from a row; a case of an earlier program has the present settings.
    init(_ row: Row, from column: Int, _ configuration: HubConfiguration) throws {
        let present = CaseTerms(opened: Timestamp(seconds: try row.unsigned(column)), configuration)
        opened = present.opened
        fundFrom =
            try row.optionalInt(column + 1).map { Timestamp(seconds: UInt64(clamping: $0)) } ?? present.fundFrom
        youngDays = try row.optionalInt(column + 2).map { UInt64(clamping: $0) } ?? present.youngDays
    }

    /// The standing that an account had when the case was opened.
    func standing(role: Int64, created: Timestamp) throws -> Standing {
        Standing(role: try Roles.role(numbered: role), created: created, at: opened, youngDays: youngDays)
    }

    /// From when on the fund pays on one claim.
    func fundFrom(settleAt: Timestamp, _ standing: Standing) -> Timestamp {
        let waited = max(fundFrom, settleAt)
        return standing.youngUntil.map { max(waited, $0) } ?? waited
    }
}
