// SPDX-License-Identifier: MIT
package import HTTP

/// A route of a hub: its method, its path, who may call it, and its input and output.
package struct Route<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
    package let method: Method
    /// The path. A segment in braces is a parameter, as in `/v1/transactions/{id}`.
    package let path: String
    package let access: RouteAccess
    package let cost: RouteCost
    /// Whether a session for files may call it.
    package let isForFiles: Bool
    /// Whether a session that only listens may call it.
    package let isForListening: Bool
    /// The media type of a good answer; of another than JSON, `Output` is ``Nothing``.
    package let produces: String
    /// Whether an answer can belong to a message with these path values. An answer that names another order does not
    /// count as an answer.
    package let fits: @Sendable (_ input: Input, _ values: [String], _ output: Output) -> Bool

    /// - Parameter cost: nil for the default of the access: `money` for signed routes, otherwise `cheap`.
    package init(
        _ method: Method, _ path: String, _ access: RouteAccess, cost: RouteCost? = nil, isForFiles: Bool = false,
        isForListening: Bool = false, in: Input.Type, out: Output.Type, produces: String = "application/json",
        fits: @escaping @Sendable (Input, [String], Output) -> Bool = { _, _, _ in true }
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isForFiles = isForFiles
        self.isForListening = isForListening
        self.produces = produces
        self.fits = fits
        self.cost = cost ?? (access == .signed ? .money : .cheap)
    }
}

extension Route {
    /// Whether a session may call it that is restricted to a scope, or to none.
    package func isOpen(to scope: SessionScope?) -> Bool {
        switch scope {
        case nil: true
        case .files: isForFiles
        case .events: isForListening
        }
    }
}

/// The cost class of a call, for rate limits.
package enum RouteCost: String, Sendable, CaseIterable {
    /// A few reads.
    case cheap = "cheap"
    /// A durable write.
    case money = "money"
    /// A check of a password or a code, or a call by which one could be guessed.
    case password = "password"
    /// A look at files, or a change of them in their own database.
    case file = "file"
}

/// Who may call a route.
package enum RouteAccess: Sendable {
    /// Anyone.
    case open
    /// The bearer of a valid access token, which names the account.
    case account
    /// The same, and the request is signed with the session's key: for routes that change something.
    case signed
    /// The same, for operators whose session was opened with a second factor.
    case `operator`
}

/// The body of a call without input, or an answer without content.
package struct Nothing: Codable, Sendable, Equatable {
    package init() {}
}

/// The body of a signed request that needs only an id: the action is done once under it, so that a copy of the request
/// does not repeat it.
package struct NamedOrder: Codable, Sendable, Equatable {
    package var id: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id" }

    package init(id: OperationID) { self.id = id }

    package init(from decoder: any Decoder) throws {
        id = try decoder.strictFields(CodingKeys.self).decode(OperationID.self, forKey: .id)
    }
}

/// The body of a request whose path contains everything: an empty object without any field.
package struct NoDetails: Codable, Sendable, Equatable {
    enum CodingKeys: CodingKey, CaseIterable {}

    package init() {}

    package init(from decoder: any Decoder) throws { _ = try decoder.strictFields(CodingKeys.self) }
}
