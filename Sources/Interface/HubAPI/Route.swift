// SPDX-License-Identifier: MIT
package import HTTP

/// One call that a hub answers: its method, its path, who may call it, and what goes in and comes out.
package struct Route<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
    package let method: Method
    /// The path; a segment in braces stands for one value, as in `/v1/transactions/{id}`.
    package let path: String
    package let access: RouteAccess
    package let cost: RouteCost
    /// The media type of a good answer; of another than JSON, `Output` is ``Nothing``.
    package let produces: String
    /// Whether an answer can be the one to a message with these values in its path: an answer that names another order than
    /// the one that was given is none.
    package let fits: @Sendable (_ input: Input, _ values: [String], _ output: Output) -> Bool

    /// - Parameter cost: nil for what the access says: money for signed routes, cheap otherwise.
    package init(
        _ method: Method, _ path: String, _ access: RouteAccess, cost: RouteCost? = nil, in: Input.Type,
        out: Output.Type, produces: String = "application/json",
        fits: @escaping @Sendable (Input, [String], Output) -> Bool = { _, _, _ in true }
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.produces = produces
        self.fits = fits
        self.cost = cost ?? (access == .signed ? .money : .cheap)
    }
}

/// What a call costs the hub, by which calls are rationed.
package enum RouteCost: String, Sendable, CaseIterable {
    /// A few reads.
    case cheap = "cheap"
    /// A durable write.
    case money = "money"
    /// A password or a code is checked, or could be guessed.
    case password = "password"
}

/// Who may call a route.
package enum RouteAccess: Sendable {
    /// Anybody.
    case open
    /// The bearer of a live access token; the token names the account.
    case account
    /// The same, and the request is signed with the session's key: whatever changes something.
    case signed
    /// The same, for operators whose session was opened with a second factor.
    case `operator`
}

/// The body of a call that sends nothing, or an answer that says nothing but "done".
package struct Nothing: Codable, Sendable, Equatable {
    package init() {}
}

/// The body of a signed request whose path says everything but its name: what is done once under it is not done again by
/// whoever sends a copy of the request.
package struct NamedOrder: Codable, Sendable, Equatable {
    package var id: OperationID

    enum CodingKeys: String, CodingKey, CaseIterable { case id = "id" }

    package init(id: OperationID) { self.id = id }

    package init(from decoder: any Decoder) throws {
        id = try decoder.strictFields(CodingKeys.self).decode(OperationID.self, forKey: .id)
    }
}

/// The body of a request whose path says everything: an empty object, and nothing else.
package struct NoDetails: Codable, Sendable, Equatable {
    enum CodingKeys: CodingKey, CaseIterable {}

    package init() {}

    package init(from decoder: any Decoder) throws { _ = try decoder.strictFields(CodingKeys.self) }
}
