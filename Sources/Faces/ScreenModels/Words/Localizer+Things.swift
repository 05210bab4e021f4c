// SPDX-License-Identifier: MIT
package import Cards
package import Coins
internal import HubAPI

/// Names and facts of things that the parts below only number or abbreviate.
extension Localizer {
    /// The name of a colour that the form of a card offers; by its number where it has none.
    package func name(of colour: CardColour) -> String {
        let names: [String: StringKey] = [
            "#007AFF": .colourBlue, "#34A853": .colourGreen, "#D93025": .colourRed, "#F29900": .colourOrange,
            "#7B3FE4": .colourViolet, "#00838F": .colourTeal, "#37474F": .colourSlate, "#AD1457": .colourBerry,
        ]
        return names[colour.hex].map { self($0) } ?? self(.colourOther, ["number": colour.hex])
    }

    /// The day of an instant of a card.
    package func day(_ moment: Moment) -> String {
        CalendarDay(text: moment.isoDate).map { day($0) } ?? moment.isoDate
    }

    /// What is left on a card: a number, with its currency where that is known.
    package func balance(_ balance: CardBalance) -> String {
        balance.shown.split(separator: " ").map { decimal(String($0)) }.joined(separator: "\u{A0}")
    }

    /// A month of a summary, which the hub names `2026-11`.
    package func month(_ name: String) -> String {
        let parts = name.split(separator: "-")
        guard parts.count == 2, let year = Int(parts[0]), let number = Int(parts[1]), 1...12 ~= number else {
            return name
        }
        return month(number, of: year)
    }

    /// Who a line of a summary is about: a person by name, or what the hub names in brackets where there is none.
    package func party(_ name: String) -> String {
        let parties: [String: StringKey] = [
            "<topUp>": .partyTopUp, "<deposit>": .partyBank, "<purchase>": .kindBought, "<redemption>": .kindRedeemed,
            "<refund>": .kindRefunded, "<converted>": .kindConverted, "<payout>": .kindPaidOut,
            "<payoutReturned>": .payoutReturned, "<recovery>": .partyRecovery, "<compensation>": .partyCompensation,
        ]
        return parties[name].map { self($0) } ?? name
    }

    /// What the hub tells a merchant's server of.
    package func event(_ kind: String) -> String {
        switch kind {
        case "payment.received": self(.eventReceived)
        case "payment.redeemed": self(.eventRedeemed)
        case "payment.refunded": self(.eventRefunded)
        default: kind
        }
    }

    /// The program that a server is, by its own name.
    package static func name(of kind: ServerAddress.Kind) -> String {
        CoinChains.standard.title(of: kind)
    }
}
