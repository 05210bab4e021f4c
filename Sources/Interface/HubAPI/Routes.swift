// SPDX-License-Identifier: MIT
internal import HTTP

/// All routes of a hub.
package enum Routes {
    package static let register = Route(
        .post, "/v1/auth/register", .open, cost: .password, in: Credentials.self, out: Session.self)
    package static let login = Route(
        .post, "/v1/auth/login", .open, cost: .password, in: Credentials.self, out: Session.self)
    package static let refresh = Route(
        .post, "/v1/auth/refresh", .open, in: RefreshToken.self, out: Session.self)
    package static let logout = Route(
        .post, "/v1/auth/logout", .open, in: RefreshToken.self, out: Nothing.self)

    package static let balance = Route(
        .get, "/v1/wallet/balance", .account, in: Nothing.self, out: BalanceAnswer.self)
    package static let purchase = Route(
        .post, "/v1/wallet/purchase", .signed, in: PurchaseOrder.self, out: PurchaseAnswer.self,
        fits: { $0.pieces.count == $2.roots.count })

    /// Query: `limit` (1 to 100, 20 by default), `before`, the cursor of the previous page, `currency`, the currency
    /// of the history (the hub's first one by default), and the fields of ``HistoryFilter``. A page may be short or
    /// empty and still have a next one if many transactions had to be scanned.
    package static let transactions = Route(
        .get, "/v1/transactions", .account, in: Nothing.self, out: TransactionPage.self)
    package static let send = Route(
        .post, "/v1/transactions/send", .signed, in: SendOrder.self, out: SendAnswer.self,
        fits: { $0.id.description == $2.transaction.id })
    package static let transaction = Route(
        .get, "/v1/transactions/{id}", .account, in: Nothing.self, out: AccountTransaction.self,
        fits: { $1 == [$2.id] })

    package static let redeem = Route(
        .post, "/v1/tokens/redeem", .signed, in: Redemptions.self, out: RedemptionAnswer.self,
        fits: { $0.items.count == $2.items.count })
    package static let certificates = Route(
        .post, "/v1/tokens/certificates", .signed, cost: .cheap, in: CertificateOrder.self, out: CertificateAnswer.self,
        fits: { $0.keys.count == $2.certificates.count })
    package static let announcements = Route(
        .get, "/v1/tokens/announcements", .open, in: Nothing.self, out: HubAnnouncements.self)
    package static let status = Route(
        .post, "/v1/tokens/status", .account, in: StatusQuery.self, out: StatusAnswer.self,
        fits: { $0.records.count == $2.items.count })
}
