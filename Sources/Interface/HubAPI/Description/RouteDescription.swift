// SPDX-License-Identifier: MIT
package import Bytes
package import HTTP

/// The description of a route, available without a call.
package struct RouteDescription: Sendable {
    package let method: Method
    package let path: String
    package let access: RouteAccess
    /// The fields of its query.
    private let query: [any DescribedField]
    /// The media type of a successful answer.
    package let produces: String
    fileprivate let probe: @Sendable () throws -> Probed

    fileprivate struct Probed {
        let input: JSONValue
        let output: JSONValue
        let components: [String: JSONValue]

        /// Whether a body is required: an empty body stands for an empty object, so only if a field is required.
        var needsBody: Bool {
            guard let name = input["$ref"]?.string?.split(separator: "/").last else { return input["required"] != nil }
            return components[String(name)]?["required"] != nil
        }
    }

    package init<Input, Output>(_ route: Route<Input, Output>, query: [any DescribedField]) {
        method = route.method
        path = route.path
        access = route.access
        produces = route.produces
        self.query = query.sorted { $0.name < $1.name }
        probe = {
            let probe = SchemaProbe()
            let input = try probe.probe(Input.self).schema
            return Probed(input: input, output: try probe.probe(Output.self).schema, components: probe.components)
        }
    }
}

/// The OpenAPI description of a hub. OpenAPI 3.1.1, <https://spec.openapis.org/oas/v3.1.1.html>
package enum OpenAPI {
    /// - Throws: ``HubProblem`` if a message type cannot be described; its message says what to do.
    package static func document(of routes: [RouteDescription]) throws -> JSONValue {
        var components: [String: JSONValue] = [:]
        var paths: [(path: String, operations: [JSONValue.Member])] = []
        for route in routes.sorted(by: { ($0.path, $0.method.rawValue) < ($1.path, $1.method.rawValue) }) {
            let probed = try route.probe()
            components.merge(probed.components) { old, _ in old }
            let operation = JSONValue.Member(
                route.method.rawValue.lowercased(), route.operation(probed))
            if paths.last?.path == route.path {
                paths[paths.count - 1].operations.append(operation)
            } else {
                paths.append((route.path, [operation]))
            }
        }
        let problem = SchemaProbe()
        _ = try problem.probe(HubProblem.self)
        components.merge(problem.components) { old, _ in old }
        return [
            "openapi": "3.1.1",
            "info": [
                "title": "Satchel hub", "version": "1",
                "description":
                    "Accounts, payments and tokens. Money is a decimal text with its currency; a client names each movement with an id of its own, and the same id always gets the same answer.",
            ],
            "servers": [["url": "http://127.0.0.1:8440", "description": "A hub on this machine"]],
            "paths": .object(paths.map { .init($0.path, .object($0.operations)) }),
            "components": [
                "schemas": .object(components.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }),
                "securitySchemes": [
                    "session": [
                        "type": "http", "scheme": "bearer", "description": "The access token of a log-in.",
                    ],
                    "signature": [
                        "type": "apiKey", "in": "header", "name": .string(CallerProof.header),
                        "description":
                            "Seconds since 1970, a dot, and the base64url HMAC-SHA256 with the session's signing key over the CBOR array [method, path, [[name, value]...] of the query, SHA-256 of the body, seconds].",
                    ],
                ],
                "responses": [
                    "Problem": [
                        "description": "A refusal: a code to branch on, and a sentence to read.",
                        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/HubProblem"]]],
                    ]
                ],
            ],
        ]
    }
}

extension RouteDescription {
    fileprivate func operation(_ probed: Probed) -> JSONValue {
        let (input, output) = (probed.input, probed.output)
        var members: [JSONValue.Member] = [.init("operationId", .string(operationID))]
        members.append(.init("tags", [.string(tag)]))
        let parameters = pathParameters + query.map(Self.parameter)
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if method.hasBody {
            members.append(
                .init(
                    "requestBody",
                    [
                        "required": .bool(probed.needsBody),
                        "content": ["application/json": ["schema": input]],
                    ]))
        }
        let good: JSONValue = [
            "description": "Done.",
            "content": .object([
                .init(produces, ["schema": produces == "application/json" ? output : Self.streamed])
            ]),
        ]
        members.append(
            .init("responses", ["200": good, "default": ["$ref": "#/components/responses/Problem"]]))
        switch access {
        case .open: break
        case .account: members.append(.init("security", [["session": []]]))
        case .signed, .operator: members.append(.init("security", [["session": [], "signature": []]]))
        }
        return .object(members)
    }

    /// The schema of each event of a stream. The specification has no construct for event streams before version 3.2.
    private static let streamed: JSONValue = [
        "type": "object",
        "properties": [
            "id": ["type": "string"], "event": ["type": "string"],
            "data": ["type": "string", "description": "JSON: a HubEvent; of the first event an empty object."],
            "retry": ["type": "integer"],
        ],
        "required": ["id", "event", "data"],
    ]

    /// For example, GET `/v1/transactions/{id}` is `getTransactionsId`.
    private var operationID: String {
        let words = path.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).dropFirst()
        return method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var tag: String { path.split(separator: "/").dropFirst().first.map { String($0) } ?? "hub" }

    private var pathParameters: [JSONValue] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }
            .map { name in
                [
                    "name": .string(String(name.dropFirst().dropLast())), "in": "path", "required": true,
                    "schema": ["type": "string"],
                ]
            }
    }

    /// Section 4.8.12.2: a list is written as one comma-separated value, not as repeated parameters.
    private static func parameter(_ field: any DescribedField) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(field.name)), .init("in", "query"), .init("required", false),
        ]
        if field.schema["type"]?.string == "array" { members += [.init("style", "form"), .init("explode", false)] }
        return .object(members + [.init("schema", field.schema)])
    }
}
