// SPDX-License-Identifier: MIT
internal import HTTP

/// History, payment requests, splits, recurring payments, contacts.
///
/// Lists take `limit` (1 to 100, 20 by default) and `before`, the cursor of the previous page, which is valid only for
/// the same account and filter.
extension Routes {
    /// Query: the fields of ``HistoryFilter``.
    package static let summary = Route(
        .get, "/v1/transactions/summary", .account, in: Nothing.self, out: HistorySummary.self)

    package static let newRequest = Route(
        .post, "/v1/requests", .signed, cost: .cheap, in: RequestOrder.self, out: MoneyRequest.self,
        fits: { $0.amount == $2.amount && $0.payer == $2.payer })
    /// Query: `direction` (`incoming`, `outgoing`) and `state`.
    package static let requests = Route(.get, "/v1/requests", .account, in: Nothing.self, out: RequestPage.self)
    package static let request = Route(
        .get, "/v1/requests/{id}", .account, in: Nothing.self, out: MoneyRequest.self,
        fits: { $1 == [$2.id] })
    package static let payRequest = Route(
        .post, "/v1/requests/{id}/pay", .signed, in: RequestPayment.self, out: RequestPaid.self,
        fits: { $1 == [$2.request.id] && $0.id.description == $2.transaction.id })
    package static let declineRequest = Route(
        .post, "/v1/requests/{id}/decline", .signed, cost: .cheap, in: NoDetails.self, out: MoneyRequest.self,
        fits: { $1 == [$2.id] })
    package static let cancelRequest = Route(
        .post, "/v1/requests/{id}/cancel", .signed, cost: .cheap, in: NoDetails.self, out: MoneyRequest.self,
        fits: { $1 == [$2.id] })

    package static let newSplit = Route(
        .post, "/v1/splits", .signed, cost: .cheap, in: SplitOrder.self, out: Split.self,
        fits: { $0.total == $2.total })
    package static let splits = Route(.get, "/v1/splits", .account, in: Nothing.self, out: SplitPage.self)
    package static let split = Route(
        .get, "/v1/splits/{id}", .account, in: Nothing.self, out: Split.self,
        fits: { $1 == [$2.id] })
    package static let cancelSplit = Route(
        .post, "/v1/splits/{id}/cancel", .signed, cost: .cheap, in: NoDetails.self, out: Split.self,
        fits: { $1 == [$2.id] })

    package static let newRecurring = Route(
        .post, "/v1/recurring", .signed, in: RecurringOrder.self, out: RecurringPayment.self,
        fits: { $0.recipient == $2.recipient && $0.amount == $2.amount && $0.first == $2.first })
    package static let recurrings = Route(.get, "/v1/recurring", .account, in: Nothing.self, out: RecurringPage.self)
    package static let recurring = Route(
        .get, "/v1/recurring/{id}", .account, in: Nothing.self, out: RecurringPayment.self,
        fits: { $1 == [$2.id] })
    package static let pauseRecurring = Route(
        .post, "/v1/recurring/{id}/pause", .signed, cost: .cheap, in: NamedOrder.self, out: RecurringPayment.self,
        fits: { $1 == [$2.id] })
    package static let resumeRecurring = Route(
        .post, "/v1/recurring/{id}/resume", .signed, in: NamedOrder.self, out: RecurringPayment.self,
        fits: { $1 == [$2.id] })
    package static let cancelRecurring = Route(
        .post, "/v1/recurring/{id}/cancel", .signed, cost: .cheap, in: NoDetails.self, out: RecurringPayment.self,
        fits: { $1 == [$2.id] })

    package static let contacts = Route(.get, "/v1/contacts", .account, in: Nothing.self, out: ContactList.self)
    /// Adds or replaces a contact.
    package static let keepContact = Route(
        .post, "/v1/contacts", .signed, cost: .cheap, in: ContactOrder.self, out: Contact.self,
        fits: { $0.username == $2.username })
    package static let forgetContact = Route(
        .post, "/v1/contacts/forget", .signed, cost: .cheap, in: AccountOrder.self, out: Nothing.self)
    /// Finds exact names only. The number of unknown names an hour is limited.
    package static let findAccount = Route(
        .post, "/v1/contacts/find", .account, in: AccountReference.self, out: FoundAccount.self)
    package static let blocked = Route(.get, "/v1/contacts/blocked", .account, in: Nothing.self, out: BlockList.self)
    package static let block = Route(
        .post, "/v1/contacts/block", .signed, cost: .cheap, in: AccountOrder.self, out: Nothing.self)
    package static let unblock = Route(
        .post, "/v1/contacts/unblock", .signed, cost: .cheap, in: AccountOrder.self, out: Nothing.self)
}
