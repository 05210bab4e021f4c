// SPDX-License-Identifier: MIT
import HubAPI

/// The states of a payment request and their transitions. Performs no I/O. The raw values are stored.
///
///     open ──pay──▶ paid
///       ├──decline──▶ declined
///       ├──cancel──▶ cancelled
///       └──its date passes──▶ (still open, and shown as expired)
///
/// | state | pay, by the payer | decline, by the payer | cancel, by the payee | recovery |
/// |---|---|---|---|---|
/// | open | paid, in the commit that moves the money | declined | cancelled | none: nothing has happened yet |
/// | open, past its date | refused | refused | cancelled | none |
/// | paid | refused; the refusal names the transaction | refused | refused | repeating the order gets its stored answer |
/// | declined | refused | nothing changes | refused | none |
/// | cancelled | refused | refused | nothing changes | none |
enum RequestState: Int64 {
    case open = 1, paid = 2, declined = 3, cancelled = 4

    enum Event: String { case pay = "pay", decline = "decline", cancel = "cancel" }

    /// The state after an event.
    ///
    /// - Throws: `HubProblem` with `.requestClosed` and the state in its details.
    func after(_ event: Event, isExpired: Bool) throws -> RequestState {
        switch (self, event) {
        case (.open, .cancel): .cancelled
        case (.open, .pay) where !isExpired: .paid
        case (.open, .decline) where !isExpired: .declined
        case (.declined, .decline), (.cancelled, .cancel): self
        default:
            throw HubProblem(
                .requestClosed, "The request is \(shown(isExpired: isExpired).rawValue) already. Nothing was changed.",
                details: ["state": shown(isExpired: isExpired).rawValue])
        }
    }

    /// The state as clients see it.
    func shown(isExpired: Bool) -> MoneyRequest.State {
        switch self {
        case .open: isExpired ? .expired : .open
        case .paid: .paid
        case .declined: .declined
        case .cancelled: .cancelled
        }
    }
}
