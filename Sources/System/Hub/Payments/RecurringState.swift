// SPDX-License-Identifier: MIT
import HubAPI

/// The states of a standing order and their transitions. Performs no I/O. The raw values are stored.
///
///     active ◀──pause, resume──▶ paused
///       │ └────────cancel─────────┤
///       ▼                         ▼
///     finished                cancelled
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | active | `number` is the due date that is attempted at `try_at`; all before it are settled | the run, its entry and the next number are one commit: all of it exists or none |
/// | paused | nothing is attempted | none |
/// | finished | no due date is left | none |
/// | cancelled | nothing is attempted again | none |
enum RecurringState: Int64 {
    case active = 1, paused = 2, finished = 3, cancelled = 4

    enum Event: String { case pause = "pause", resume = "resume", cancel = "cancel" }

    /// The state after an event. Repeating an event changes nothing.
    ///
    /// - Throws: `HubProblem` with `.requestClosed`.
    func after(_ event: Event) throws -> RecurringState {
        switch (self, event) {
        case (.active, .pause), (.paused, .pause): .paused
        case (.active, .resume), (.paused, .resume): .active
        case (.active, .cancel), (.paused, .cancel), (.cancelled, .cancel): .cancelled
        case (.finished, _), (.cancelled, _):
            throw HubProblem(
                .requestClosed, "The recurring payment is \(shown.rawValue) already. Nothing was changed.",
                details: ["state": shown.rawValue])
        }
    }

    var shown: RecurringPayment.State {
        switch self {
        case .active: .active
        case .paused: .paused
        case .finished: .finished
        case .cancelled: .cancelled
        }
    }
}
