// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Tokens

/// Who got the units of a payment according to the hub, past the refund date; in minor units.
///
/// The hub refunds units to the last owner that it knew of at that date. That is the payee if the hub had received the
/// payment, else the payer, or an earlier owner if the hub had not received the transfer to the payer either.
struct RefundWord {
    private(set) var payee: UInt64 = 0
    private(set) var account: UInt64 = 0
    private(set) var earlierOwner: UInt64 = 0

    /// The records to ask the hub about.
    static func question(_ places: [PayMachine.Place]) -> [RecordID] {
        places.flatMap { [$0.id] + ($0.spends.map { [$0] } ?? []) }
    }

    /// - Parameter states: the hub's answers to ``question(_:)``, in its order.
    /// - Returns: nil if the answer is incomplete, or the hub has yet to sweep a record that it knows of.
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
