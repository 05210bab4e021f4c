// SPDX-License-Identifier: MIT
package import HTTP

/// The outcome of a call to a hub. There are only these three cases, and only ``HubCaller`` decides which one applies.
package enum HubAnswer<Output: Sendable>: Sendable {
    /// The hub processed the call and sent this answer.
    case answered(Output)
    /// The hub refused the call.
    case refused(HubProblem)
    /// There was no answer from the hub. It may have processed the call.
    case none(NoAnswer)

    /// The same outcome with a transformed answer.
    package func map<Other>(_ transform: (Output) throws -> Other) rethrows -> HubAnswer<Other> {
        switch self {
        case .answered(let output): .answered(try transform(output))
        case .refused(let problem): .refused(problem)
        case .none(let noAnswer): .none(noAnswer)
        }
    }

    /// The answer.
    ///
    /// - Throws: ``HubProblem`` if the hub refused, ``NoAnswer`` if there was no answer.
    package func get() throws -> Output {
        switch self {
        case .answered(let output): return output
        case .refused(let problem): throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }
}

/// Why a call ended without an answer from the hub. This is never a refusal: the caller repeats an order under the
/// same id.
package enum NoAnswer: Error, CustomStringConvertible, Sendable {
    /// No answer, or an incomplete one.
    case lost(HTTPError)
    /// A proxy, a login page of the network or another server answered instead of the hub.
    case foreign(status: Int, contentType: String?)
    /// A success that this program cannot parse. The text completes the error message.
    case unreadable(because: String)

    /// Whether the request may have reached the hub, so that the hub may have processed it.
    package var mayBeDone: Bool {
        switch self {
        case .lost(let error): ![.unreachable, .insecure, .badCredentials].contains(error.code)
        case .foreign, .unreadable: true
        }
    }

    /// What happened and what to do next.
    package var message: String {
        switch self {
        case .lost(let error): return error.message
        case .foreign(let status, _) where status >= 500:
            return
                "The hub gave no answer: a server in front of it says status \(status). Try again later."
        case .foreign(407, _):
            return "The hub gave no answer: a proxy on the way asks for a log-in (status 407). Use another network."
        case .foreign(let status, let type):
            let what = type.map { "status \(status), \($0)" } ?? "status \(status)"
            return "What answers is not the hub, but a login page of this network or a proxy (\(what)). "
                + "Open a web page to log in to the network, or use another network."
        case .unreadable(let reason):
            return "The hub's answer cannot be read: \(reason). The hub may have done what it was asked; "
                + "look at your account before you repeat it."
        }
    }

    package var description: String { "NoAnswer: \(message)" }
}
