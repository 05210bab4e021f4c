// SPDX-License-Identifier: MIT
internal import Bytes
package import HTTP

/// Sends one HTTP request to a hub and returns its answer: over the network, or directly to a router in tests.
///
/// - Throws: `HTTPError` if there was no answer.
package typealias HubPipe = @Sendable (Request) throws -> Response

/// Calls the routes of a hub.
package struct HubCaller: Sendable {
    private let pipe: HubPipe

    package init(_ pipe: @escaping HubPipe) {
        self.pipe = pipe
    }

    /// Calls a route and decodes its answer.
    ///
    /// - Parameters:
    ///   - values: the values of the path's parameters, in order.
    ///   - proof: the caller's authentication, for routes that need an account.
    /// - Throws: ``HubProblem`` if the hub refuses; ``NoAnswer`` if there was no answer from it.
    package func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = [],
        as proof: CallerProof? = nil
    ) throws -> Output {
        try ask(route, input, values: values, query: query, as: proof).get()
    }

    /// Calls a route and returns which of the three outcomes the call had.
    ///
    /// - Parameters: as ``call(_:_:values:query:as:)``.
    /// - Throws: only errors unrelated to the hub, such as a closed pipe.
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
    /// The path with the values in place of its parameters.
    package func path(with values: [String]) -> String {
        var rest = values[...]
        return path.split(separator: "/").reduce(into: "") { result, segment in
            result += "/" + (segment.hasPrefix("{") ? rest.popFirst() ?? String(segment) : String(segment))
        }
    }
}

extension Wire {
    /// Distinguishes a hub's answer from that of a proxy, a network's login page or a broken connection.
    ///
    /// A hub answers only with JSON. A success in JSON that this program cannot parse is
    /// ``NoAnswer/unreadable(because:)``. A refusal has a code, a message and details, and a status of its code's
    /// class.
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

    /// Decodes a message that a hub has sent, or that was stored here.
    ///
    /// - Throws: ``UnreadableMessage``, which never counts as a refusal by the hub.
    package static func read<Output: Decodable>(
        _ type: Output.Type, from body: [UInt8]
    ) throws(UnreadableMessage) -> Output {
        guard !body.isEmpty else { throw UnreadableMessage(reason: "it is empty") }
        do {
            // A message without fields would accept any object, also one of a login page.
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
            throw UnreadableMessage(reason: "it is not JSON")
        }
    }

    /// Text from an unknown server, shortened and limited to printable ASCII.
    private static func shown(_ type: String) -> String {
        let scalars = type.unicodeScalars.prefix(40).filter { 32..<127 ~= $0.value }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// Why a message of a hub cannot be decoded.
package struct UnreadableMessage: Error, Sendable {
    /// The end of a sentence that begins with "cannot be read:".
    package let reason: String
}

extension HubProblem {
    fileprivate var sentenceInside: String {
        let text = message.prefix(200)
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }

    /// The problem in an answer; nil if no hub has written the answer.
    fileprivate init?(answer response: Response) {
        // Safe: an answer that cannot be parsed is not a hub's, and the caller reports that.
        guard let json = try? JSONValue(parsing: response.body), let code = json["code"]?.string,
            let message = json["message"]?.string, Self.isCode(code), message.utf8.count <= Self.maximumMessage,
            case .object = json["details"]
        else { return nil }
        if Code(rawValue: code) != nil {
            // Safe: details that are not texts are not a hub's.
            guard let known = try? Wire.decode(HubProblem.self, from: response.body),
                known.status / 100 == response.status / 100
            else { return nil }
            self = known
        } else {
            // A code of a newer hub. It is treated by its status.
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

    /// The code as the hub sent it, if this program does not know it.
    package var foreignCode: String? { details[Self.unknownCode].flatMap { Self.isCode($0) ? $0 : nil } }

    /// The code that the hub stated, whether it is known here or not.
    package var statedCode: String { foreignCode ?? code.rawValue }
}

extension HubProblem.Code {
    /// The code that stands for an unknown code, by its status.
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
