// SPDX-License-Identifier: MIT
package import HTTP

/// What came of a call to a hub. There is no fourth case, and only ``HubCaller`` decides which one it is.
package enum HubAnswer<Output: Sendable>: Sendable {
    /// The hub did what it was asked, and said this.
    case answered(Output)
    /// The hub refused, in its own words.
    case refused(HubProblem)
    /// No word of the hub came. It may have done what it was asked.
    case none(NoAnswer)

    /// The same with another form of the answer.
    package func map<Other>(_ transform: (Output) throws -> Other) rethrows -> HubAnswer<Other> {
        switch self {
        case .answered(let output): .answered(try transform(output))
        case .refused(let problem): .refused(problem)
        case .none(let noAnswer): .none(noAnswer)
        }
    }

    /// The answer.
    ///
    /// - Throws: ``HubProblem`` where the hub refused, ``NoAnswer`` where it said nothing.
    package func get() throws -> Output {
        switch self {
        case .answered(let output): return output
        case .refused(let problem): throw problem
        case .none(let noAnswer): throw noAnswer
        }
    }
}

/// Why a call ended without a word of the hub. Never a refusal: whoever gave an order asks again under the same id.
package enum NoAnswer: Error, CustomStringConvertible, Sendable {
    /// Nothing came back, or not all of it.
    case lost(HTTPError)
    /// A proxy, a login page of the network or another server answered in the hub's place.
    case foreign(status: Int, contentType: String?)
    /// A success whose words this program cannot read; the sentence's end says why.
    case unreadable(because: String)

    /// Whether the request can have reached the hub, so that the hub may have done what it was asked.
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
