// SPDX-License-Identifier: MIT
package import HubAPI
internal import Keys
package import Money

/// Recurring payments, which the hub executes by itself.
extension Wallet {
    /// Orders recurring payments on days counted from the first one.
    package func payRegularly(
        _ amount: Amount, to recipient: String, _ rhythm: Rhythm, from first: CalendarDay, note: String? = nil,
        count: Int? = nil, until last: CalendarDay? = nil
    ) throws -> RecurringPayment {
        try run {
            try open.require(.sendMoney)
            return try DirectOrderSaga(context: open, link: link).give(Routes.newRecurring) {
                RecurringOrder(
                    id: $0, recipient: recipient, amount: amount, note: note, rhythm: rhythm, first: first,
                    count: count, last: last)
            }
        }
    }

    package func recurringPayments(limit: Int? = nil, before: String? = nil) throws -> RecurringPage {
        try run { try link.call(Routes.recurrings, Nothing(), query: page(limit, before)) }
    }

    package func recurringPayment(named word: String) throws -> RecurringPayment {
        try run { try link.call(Routes.recurring, Nothing(), values: [try recurringID(word)]) }
    }

    /// Pauses a recurring payment until it is resumed. Due dates in between are skipped.
    package func pauseRecurring(named word: String) throws -> RecurringPayment {
        try run {
            // A new id each time, so that a payment that was paused and resumed can be paused again.
            let order = NamedOrder(id: try open.operation())
            return try link.call(Routes.pauseRecurring, order, values: [try recurringID(word)])
        }
    }

    package func resumeRecurring(named word: String) throws -> RecurringPayment {
        try run {
            try open.require(.sendMoney)
            let order = NamedOrder(id: try open.operation())
            return try link.call(Routes.resumeRecurring, order, values: [try recurringID(word)])
        }
    }

    /// Cancels a recurring payment permanently.
    package func cancelRecurring(named word: String) throws -> RecurringPayment {
        try run { try link.call(Routes.cancelRecurring, NoDetails(), values: [try recurringID(word)]) }
    }

    private func recurringID(_ word: String) throws -> String {
        try Self.id(word, of: "recurring payment") {
            try link.call(Routes.recurrings, Nothing(), query: page(100, nil)).items.map(\.id)
        }
    }
}
