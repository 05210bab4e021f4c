// SPDX-License-Identifier: MIT
internal import HTTP

/// Deposits from and payouts to bank accounts.
extension Routes {
    package static let funding = Route(
        .get, "/v1/funding", .account, in: Nothing.self, out: FundingAnswer.self)
    package static let payout = Route(
        .post, "/v1/payouts", .signed, in: PayoutOrder.self, out: PayoutAnswer.self,
        fits: { $0.amount == $2.payout.amount && $0.name == $2.payout.name })
    package static let payouts = Route(
        .get, "/v1/payouts", .account, in: Nothing.self, out: PayoutList.self)
    package static let cancelPayout = Route(
        .post, "/v1/payouts/cancel", .signed, in: PayoutCancellation.self, out: PayoutAnswer.self,
        fits: { $0.payout == $2.payout.id })
}
