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
    /// - Throws: ``HubProblem`` when the hub refuses; `HTTPError` when it cannot be reached.
    package func call<Input, Output>(
        _ route: Route<Input, Output>, _ input: Input, values: [String] = [], query: [(String, String)] = [],
        as proof: CallerProof? = nil
    ) throws -> Output {
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
        let response = try pipe(request)
        guard (200..<300).contains(response.status) else { throw HubProblem(answer: response) }
        return try Wire.decode(Output.self, from: response.body)
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

extension HubProblem {
    /// The problem in an answer; an answer that is none of ours (a proxy's page) becomes a sentence with its status.
    init(answer response: Response) {
        do {
            self = try Wire.decode(HubProblem.self, from: response.body)
        } catch {
            self =
                Self.unknown(response)
                ?? HubProblem(
                    response.status == 503 || response.status == 502 ? .busy : .internalError,
                    "The hub answered with status \(response.status) and no explanation. Try again later.")
        }
    }

    /// What a newer hub says with a code that this program does not know; it counts as what its status says.
    private static func unknown(_ response: Response) -> HubProblem? {
        // Safe: what is no JSON is an answer without an explanation.
        guard let json = try? JSONValue(parsing: response.body), let code = json["code"]?.string,
            let message = json["message"]?.string, isCode(code), message.utf8.count <= maximumMessage
        else { return nil }
        return HubProblem(Code(status: response.status), message, details: [unknownCode: code])
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
