// SPDX-License-Identifier: MIT
package import HubAPI
package import Money

/// Standing orders, which the hub carries out by itself.
extension Wallet {
    /// Orders payments on days counted from the first one.
    package func payRegularly(
        _ amount: Amount, to recipient: String, _ rhythm: Rhythm, from first: CalendarDay, note: String? = nil,
        count: Int? = nil, until last: CalendarDay? = nil
    ) throws -> RecurringPayment {
        try run {
            try DirectOrderSaga(wallet: open, link: link).give(Routes.newRecurring) {
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

    /// Makes no payment until it is resumed; due dates that pass meanwhile are left out.
    package func pauseRecurring(named word: String) throws -> RecurringPayment {
        try run {
            // A fresh id each time: what was paused before and resumed since is to be paused again.
            let order = NamedOrder(id: try open.operation())
            return try link.call(Routes.pauseRecurring, order, values: [try recurringID(word)])
        }
    }

    package func resumeRecurring(named word: String) throws -> RecurringPayment {
        try run {
            let order = NamedOrder(id: try open.operation())
            return try link.call(Routes.resumeRecurring, order, values: [try recurringID(word)])
        }
    }

    /// Ends it for good.
    package func cancelRecurring(named word: String) throws -> RecurringPayment {
        try run { try link.call(Routes.cancelRecurring, NoDetails(), values: [try recurringID(word)]) }
    }

    private func recurringID(_ word: String) throws -> String {
        try Self.id(word, of: "recurring payment") {
            try link.call(Routes.recurrings, Nothing(), query: page(100, nil)).items.map(\.id)
        }
    }
}
