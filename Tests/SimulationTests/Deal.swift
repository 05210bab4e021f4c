// SPDX-License-Identifier: MIT
import Tokens

/// A payment as its payer and its payee saw it.
struct Deal {
    let payer: Person
    let payee: Person
    let amount: Int64
    let text: String
    let recordIDs: [RecordID]
    /// Until when the hub credits all of its coins.
    let redeemUntil: Timestamp
    /// The phones whose stores know the payment as made, and since which action.
    var payers: [Int: Int] = [:]
    /// The phones whose stores know the payment as received, and since which action.
    var holders: [Int: Int] = [:]
    /// The phones that took it in and may have died before they could say so.
    var tries: Set<Int> = []
    /// What the payee showed; a phone that has not forgotten it shows the same again.
    var receipt: String?
    var isWithheld = false
    /// Whether one of the payee's phones declined it; another one may have taken it all the same.
    var isDeclined = false
}

/// A transfer through the hub that somebody wrote down.
struct Order: Equatable {
    let from: String
    let to: String
    let amount: Int64
}

/// A message between two phones, in the air.
struct Parcel {
    enum Content {
        case request(String, amount: Int64)
        case payment(String, deal: [RecordID])
        case receipt(String, deal: [RecordID])
        case decline(String, deal: [RecordID])
    }

    var content: Content
    let from: Person
    let to: Person
}
