// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Who got the units of a payment by the hub's word, past the refund date; in minor units.
///
/// The hub returns units to the last owner that it knew of at that date. That is the payee when anybody had told the hub of
/// the payment, else the payer, and an earlier owner when the hub had not heard either that the payer got them.
struct RefundWord {
    private(set) var payee: UInt64 = 0
    private(set) var account: UInt64 = 0
    private(set) var earlierOwner: UInt64 = 0

    /// The records that the hub is asked about.
    static func question(_ places: [PayMachine.Place]) -> [RecordID] {
        places.flatMap { [$0.id] + ($0.spends.map { [$0] } ?? []) }
    }

    /// - Parameter states: the hub's answers to ``question(_:)``, in its order.
    /// - Returns: nil while the hub has yet to sweep what it knows of, and when it did not answer all of it.
    init?(_ places: [PayMachine.Place], _ states: [StatusAnswer.State]) {
        guard states.count == Self.question(places).count else { return nil }
        var states = states[...]
        for place in places {
            let spent = states.removeFirst()
            let held = place.spends == nil ? nil : states.removeFirst()
            switch (spent, held) {
            case (.recorded, _), (.unknown, .recorded): return nil
            case (.credited, _), (.swept, _): payee += place.units
            case (.unknown, .unknown), (.unknown, .refunded): earlierOwner += place.units
            case (.refunded, _), (.unknown, _): account += place.units
            }
        }
    }

    var isPayees: Bool { payee > 0 }
}
