// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import HubLedger
import Logging

/// Finds the declared route of a request, decodes its message, and calls the route's function.
struct Router: Sendable {
    fileprivate typealias Endpoint = @Sendable (Request, _ values: [String], @escaping Responder) throws -> Void

    /// The segments of a path with parameters; nil for a parameter.
    private struct Pattern {
        /// The path as declared.
        let path: String
        let segments: [Substring?]

        init(_ path: String) {
            self.path = path
            segments = path.split(separator: "/").map { $0.hasPrefix("{") ? nil : $0 }
        }

        /// The parameters of a path that matches, or nil.
        func values(in path: String) -> [String]? {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            guard parts.count == segments.count else { return nil }
            var values: [String] = []
            for (segment, part) in zip(segments, parts) {
                guard let segment else {
                    guard !part.isEmpty else { return nil }
                    values.append(String(part))
                    continue
                }
                guard segment == part else { return nil }
            }
            return values
        }
    }

    /// The endpoints of one declared path. It is the same object for all ids in the path, so that requests can be
    /// counted and logged by it.
    final class Place: Sendable {
        /// The path as declared.
        let path: String
        fileprivate let endpoints: [(method: Method, run: Endpoint)]

        fileprivate init(_ path: String, _ endpoints: [(method: Method, run: Endpoint)]) {
            self.path = path
            self.endpoints = endpoints
        }

        fileprivate func adding(_ method: Method, _ endpoint: @escaping Endpoint) -> Place {
            Place(path, endpoints.filter { $0.method != method } + [(method, endpoint)])
        }
    }

    private var exact: [String: Place] = [:]
    private var patterns: [(pattern: Pattern, place: Place)] = []
    /// All routes, in the order of declaration.
    private(set) var descriptions: [RouteDescription] = []
    private let maximumBody: Int
    private let authenticate: @Sendable (Request, RouteAccess) throws -> Caller
    private let admission: Admission
    private let log: Log

    /// The rate limits of requests.
    struct Admission: Sendable {
        /// Addresses of proxies whose headers about client addresses are trusted.
        var trustedProxies: Set<String> = []
        /// Applies the rate limit of an address.
        let address: @Sendable (Request, RouteCost) throws -> Void
        /// Applies the rate limit of an account.
        let account: @Sendable (Caller, RouteCost) throws -> Void
    }

    /// - Parameter authenticate: authenticates the caller of a request; throws `HubProblem` if there is none.
    init(
        maximumBody: Int, admission: Admission, log: Log,
        authenticate: @escaping @Sendable (Request, RouteAccess) throws -> Caller
    ) {
        self.maximumBody = maximumBody
        self.admission = admission
        self.log = log
        self.authenticate = authenticate
    }

    /// Declares a route that needs no account.
    mutating func open<Input, Output>(
        _ route: Route<Input, Output>, query: [any DescribedField] = [],
        _ run: @escaping @Sendable (Call<Input, Output>) throws -> Void
    ) {
        precondition(route.access == .open, "The route \(route.path) is declared for accounts.")
        descriptions.append(RouteDescription(route, query: query))
        let (admission, cost, plain) = (admission, route.cost, Wire.plainDecoder(Input.self))
        let names = Set(query.map(\.name))
        add(route.method, route.path) { request, values, respond in
            try admission.address(request, cost)
            try run(Self.call(request, values: values, query: names, plain, respond))
        }
    }

    /// Declares a route that needs an account.
    mutating func account<Input, Output>(
        _ route: Route<Input, Output>, query: [any DescribedField] = [],
        _ run: @escaping @Sendable (Call<Input, Output>, Caller) throws -> Void
    ) {
        precondition(route.access != .open, "The route \(route.path) is declared open.")
        descriptions.append(RouteDescription(route, query: query))
        let (admission, authenticate, access, cost) = (admission, authenticate, route.access, route.cost)
        let (plain, names) = (Wire.plainDecoder(Input.self), Set(query.map(\.name)))
        add(route.method, route.path) { request, values, respond in
            try admission.address(request, cost)
            // Authentication comes before decoding, so that an unauthenticated caller learns nothing about the form of
            // messages.
            let caller = try authenticate(request, access)
            guard route.isOpen(to: caller.scope) else { throw Self.restricted(to: caller.scope) }
            try admission.account(caller, cost)
            try run(Self.call(request, values: values, query: names, plain, respond), caller)
        }
    }

    /// Answers a request. `respond` is called exactly once, perhaps later and on another thread.
    ///
    /// - Parameter found: the result of ``find(_:)`` for its path.
    func handle(_ request: Request, at found: (place: Place, values: [String])?, _ respond: @escaping Responder) {
        do {
            guard let (place, values) = found else { throw HubProblem(.notFound, "There is nothing at this path.") }
            guard let endpoint = place.endpoints.first(where: { $0.method == request.method })?.run else {
                return respond(Self.wrongMethod(allowed: place.endpoints.map(\.method.rawValue).sorted()))
            }
            guard request.body.count <= maximumBody else {
                throw HubProblem(.tooLarge, "The body has more than \(maximumBody) bytes. Send less at once.")
            }
            var request = request
            request.remoteAddress = request.clientAddress(trusting: admission.trustedProxies)
            try endpoint(request, values, respond)
        } catch {
            let problem = HubProblem(refusal: error)
            if problem.code == .internalError {
                // Without the path, which has names.
                log.error("A request failed", .method(LogWord(raw: request.method)), .error(error))
            }
            respond(.problem(problem))
        }
    }

    private static func restricted(to scope: SessionScope?) -> HubProblem {
        HubProblem(
            .forbidden,
            scope == .events
                ? "This session only hears events. Log in without a scope."
                : "This session is for files alone. Log in without a scope.")
    }

    // MARK: - Finding

    private mutating func add(_ method: Method, _ path: String, _ endpoint: @escaping Endpoint) {
        guard path.contains("{") else {
            exact[path] = (exact[path] ?? Place(path, [])).adding(method, endpoint)
            return
        }
        if let known = patterns.firstIndex(where: { $0.pattern.path == path }) {
            patterns[known].place = patterns[known].place.adding(method, endpoint)
        } else {
            patterns.append((Pattern(path), Place(path, [(method, endpoint)])))
        }
    }

    /// The declared path that matches a request's path, with its parameters.
    func find(_ path: String) -> (place: Place, values: [String])? {
        if let place = exact[path] { return (place, []) }
        for (pattern, place) in patterns {
            if let values = pattern.values(in: path) { return (place, values) }
        }
        return nil
    }

    private static func wrongMethod(allowed: [String]) -> Response {
        var response = Response.problem(
            HubProblem(.methodNotAllowed, "This path takes \(allowed.joined(separator: " or "))."))
        response.headers["Allow"] = allowed.joined(separator: ", ")
        return response
    }

    // MARK: - Decoding

    private static func call<Input: Decodable, Output>(
        _ request: Request, values: [String], query names: Set<String>, _ plain: PlainDecoder<Input>?,
        _ respond: @escaping Responder
    ) throws -> Call<Input, Output> {
        var query: [String: String] = [:]
        for (name, value) in request.query {
            guard names.contains(name) else {
                throw HubProblem(
                    .unknownField, "This path takes no \"\(name.prefix(40))\" in its query.",
                    details: ["field": String(name.prefix(40))])
            }
            guard query.updateValue(value, forKey: name) == nil else {
                throw HubProblem(.badRequest, "\"\(name)\" occurs twice in the query.")
            }
        }
        return Call(
            input: try message(of: request, plain), values: values, query: query, headers: request.headers,
            address: request.remoteAddress, turn: request.turn, respond: respond)
    }

    private typealias PlainDecoder<Input> = @Sendable ([UInt8]) -> Input?

    private static func message<Input: Decodable>(of request: Request, _ plain: PlainDecoder<Input>?) throws -> Input {
        guard request.method != .get else {
            guard request.body.isEmpty else { throw HubProblem(.badRequest, "A GET request has no body.") }
            return try plain?([]) ?? Wire.decode(Input.self, from: [])
        }
        if let type = request.headers["Content-Type"], !type.lowercased().hasPrefix("application/json") {
            throw HubProblem(.badRequest, "The body must be application/json.")
        }
        // The plain form cannot contain duplicate names or nesting.
        if let message = plain?(request.body) { return message }
        try JSONShape.check(request.body)
        return try Wire.decode(Input.self, from: request.body)
    }
}
