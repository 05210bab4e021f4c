// SPDX-License-Identifier: MIT
import Cards
import CardStore
import Testing

/// K7: cards that expire soon.
struct CardReminderTests {
    @Test func aCardIsRemindedOfBeforeItExpiresAndAfterwardsSaidToBeExpired() throws {
        let pouch = try Pouch()
        var card = Card.sample(1)
        #expect(card.reminder(at: pouch.now, days: 36_600) == nil)
        card.expiry = pouch.now.advanced(byMilliseconds: 14 * 86_400_000)
        #expect(card.reminder(at: pouch.now, days: 14) == .soon)
        #expect(card.reminder(at: pouch.now.advanced(byMilliseconds: -1), days: 14) == nil)
        #expect(card.reminder(at: pouch.now, days: 0) == nil)
        pouch.pass(days: 14)
        for days in [0, 14] { #expect(card.reminder(at: pouch.now, days: days) == .expired) }
    }

    @Test func theDaysAreKeptBesideTheOtherSettings() throws {
        let pouch = try Pouch()
        #expect(try pouch.cards.reminderDays == 14)
        try pouch.cards.add(Card(id: .made(1), store: "B", number: "2", groups: ["Mid"]))
        for days in [0, 30, 36_600, 14, -1] {
            try pouch.cards.setReminderDays(days)
            #expect(try pouch.reopen().reminderDays == max(0, days))
        }
        try pouch.cards.setReminderDays(Int.max)
        #expect(try pouch.reopen().reminderDays == 36_600)
        #expect(try pouch.cards.exportFolder == nil)
    }
}
