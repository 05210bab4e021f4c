// SPDX-License-Identifier: MIT
internal import HTTP

/// The routes of operators. Each requires an operator's session with a second factor.
extension Routes {
    /// Query: `search` (a part of the name), `limit` (1 to 100, 20 by default), `after`, the last name of the previous
    /// page.
    package static let adminAccounts = Route(
        .get, "/v1/admin/accounts", .operator, in: Nothing.self, out: AccountPage.self)
    package static let adminAccount = Route(
        .get, "/v1/admin/accounts/{name}", .operator, in: Nothing.self, out: AccountDetails.self)
    package static let adminLock = Route(
        .post, "/v1/admin/accounts/{name}/lock", .operator, cost: .money, in: LockOrder.self, out: Nothing.self)
    package static let adminUnlock = Route(
        .post, "/v1/admin/accounts/{name}/unlock", .operator, cost: .money, in: NamedOrder.self, out: Nothing.self)
    package static let adminFraudCases = Route(
        .get, "/v1/admin/fraud-cases", .operator, in: Nothing.self, out: FraudCaseList.self)
    package static let adminBalances = Route(
        .get, "/v1/admin/balances", .operator, in: Nothing.self, out: SystemBalances.self)
    /// Audits the database; one audit at a time.
    package static let adminAudit = Route(
        .post, "/v1/admin/audit", .operator, cost: .password, in: Nothing.self, out: AuditAnswer.self)
    /// Query: `account`, `event`, `limit` (1 to 100, 20 by default), `before`, a line's number.
    package static let adminLog = Route(
        .get, "/v1/admin/log", .operator, in: Nothing.self, out: LogPage.self)
}
