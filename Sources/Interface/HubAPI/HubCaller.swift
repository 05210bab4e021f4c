// SPDX-License-Identifier: MIT
internal import Bytes
package import HTTP

/// Carries one HTTP request to a hub and brings its answer back: over the network, or straight into a router in tests.
///
/// - Throws: `HTTPError` when no answer came.
package typealias HubPipe = @Sendable (Request) throws -> Response

/// Calls routes by their declaration.
package struct HubCaller: Sendable {
    private let pipe: HubPipe

    package init(_ pipe: @escaping HubPipe) {
        self.pipe = pipe
    }

    /// Calls a route and decodes its answer.
    ///
    /// - Parameters:
    ///   - values: what stands for each braced segment of the path, in order.
    ///   - proof: who calls, for routes that need an account.
    /// - Throws: ``HubProblem`` when the hub refuses; ``NoAnswer`` when no word of it came.
    package func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = [],
        as proof: CallerProof? = nil
    ) throws -> Output {
        try ask(route, input, values: values, query: query, as: proof).get()
    }

    /// Calls a route and says which of the three ends the call came to.
    ///
    /// - Parameters: as ``call(_:_:values:query:as:)``.
    /// - Throws: what has nothing to do with the hub, such as a pipe that was closed.
    package func ask<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = [],
        as proof: CallerProof? = nil
    ) throws -> HubAnswer<Output> {
        var headers = Headers()
        var body: [UInt8] = []
        if route.method != .get {
            headers["Content-Type"] = "application/json"
            body = try Wire.encode(input)
        }
        var request = Request(
            method: route.method, path: route.path(with: values), query: query, headers: headers, body: body,
            remoteAddress: "")
        proof?.prove(&request, for: route.access)
        let response: Response
        do {
            response = try pipe(request)
        } catch let error as HTTPError {
            return .none(.lost(error))
        }
        let answer: HubAnswer<Output> = Wire.answer(in: response)
        if case .answered(let output) = answer, !route.fits(input, values, output) {
            return .none(.unreadable(because: "it is about something else than what was asked"))
        }
        return answer
    }
}

extension Route {
    /// The path with its braced segments replaced in order.
    package func path(with values: [String]) -> String {
        var rest = values[...]
        return path.split(separator: "/").reduce(into: "") { result, segment in
            result += "/" + (segment.hasPrefix("{") ? rest.popFirst() ?? String(segment) : String(segment))
        }
    }
}

extension Wire {
    /// Tells a hub's answer from what a proxy, a network's login page or a broken line makes of it.
    ///
    /// Only JSON can be a hub's. A success that is JSON and none that this program knows is ``NoAnswer/unreadable(because:)``;
    /// a refusal has a code, a sentence and details, and a status of its code's class.
    package static func answer<Output: Decodable & Sendable>(in response: Response) -> HubAnswer<Output> {
        let type = response.headers["Content-Type"]
        let foreign = NoAnswer.foreign(status: response.status, contentType: type.map(shown))
        guard type?.lowercased().hasPrefix("application/json") == true else { return .none(foreign) }
        guard (200..<300).contains(response.status) else {
            return HubProblem(answer: response).map { .refused($0) } ?? .none(foreign)
        }
        do {
            return .answered(try read(Output.self, from: response.body))
        } catch {
            return .none(.unreadable(because: error.reason))
        }
    }

    /// Reads a message that was written by a hub, or kept here.
    ///
    /// - Throws: ``UnreadableMessage``, which is never taken for a refusal of the hub.
    package static func read<Output: Decodable>(
        _ type: Output.Type, from body: [UInt8]
    ) throws(UnreadableMessage) -> Output {
        guard !body.isEmpty else { throw UnreadableMessage(reason: "it is empty") }
        do {
            // A message without fields would take any object, a login page's as well.
            if type == Nothing.self {
                guard case .object(let fields) = try JSONValue(parsing: body), fields.isEmpty else {
                    throw UnreadableMessage(reason: "it says more than that it is done")
                }
            }
            return try decode(type, from: body)
        } catch let unreadable as UnreadableMessage {
            throw unreadable
        } catch let problem as HubProblem {
            throw UnreadableMessage(reason: problem.sentenceInside)
        } catch {
            throw UnreadableMessage(reason: "it is no JSON")
        }
    }

    /// A stranger's words, short and harmless to print.
    private static func shown(_ type: String) -> String {
        let scalars = type.unicodeScalars.prefix(40).filter { 32..<127 ~= $0.value }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// Why words of a hub cannot be read.
package struct UnreadableMessage: Error, Sendable {
    /// The end of a sentence that began with "cannot be read:".
    package let reason: String
}

extension HubProblem {
    fileprivate var sentenceInside: String {
        let text = message.prefix(200)
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }

    /// The problem in an answer of a hub; nil for an answer that no hub has written.
    fileprivate init?(answer response: Response) {
        // Safe: what cannot be parsed is not a hub's, and is said to be so.
        guard let json = try? JSONValue(parsing: response.body), let code = json["code"]?.string,
            let message = json["message"]?.string, Self.isCode(code), message.utf8.count <= Self.maximumMessage,
            case .object = json["details"]
        else { return nil }
        if Code(rawValue: code) != nil {
            // Safe: details that are no texts are not a hub's.
            guard let known = try? Wire.decode(HubProblem.self, from: response.body),
                known.status / 100 == response.status / 100
            else { return nil }
            self = known
        } else {
            // What a newer hub says; it counts as what its status says.
            guard (400..<600).contains(response.status) else { return nil }
            self.init(Code(status: response.status), message, details: [Self.unknownCode: code])
        }
    }

    private static func isCode(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 65...90 ~= $0 || 48...57 ~= $0 || $0 == UInt8(ascii: "_") }
    }

    private static let unknownCode = "unknownCode"
    /// In bytes.
    private static let maximumMessage = 1_024

    /// The code as the hub wrote it, where this program does not know it.
    package var foreignCode: String? { details[Self.unknownCode].flatMap { Self.isCode($0) ? $0 : nil } }
}

extension HubProblem.Code {
    /// What a refusal counts as whose code is not known.
    fileprivate init(status: Int) {
        self =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 413: .tooLarge
            case 429: .tooManyRequests
            case 400..<500: .badRequest
            case 502, 503: .busy
            case 507: .storageFull
            default: .internalError
            }
    }
}
