// SPDX-License-Identifier: MIT
import HubAPI

/// What a standing order is, as the store numbers it; decides each step and performs nothing.
///
///     active ◀──pause, resume──▶ paused
///       │ └────────cancel─────────┤
///       ▼                         ▼
///     finished                cancelled
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | active | `number` is the due date that is tried at `try_at`; all before it are settled | the run, its entry and the next number are one commit: it is there whole or not at all |
/// | paused | nothing is tried | none |
/// | finished | no due date is left | none |
/// | cancelled | nothing is ever tried again | none |
enum RecurringState: Int64 {
    case active = 1, paused = 2, finished = 3, cancelled = 4

    enum Event: String { case pause = "pause", resume = "resume", cancel = "cancel" }

    /// The state after an event; the same event again changes nothing.
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
