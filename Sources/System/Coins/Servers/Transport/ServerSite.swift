// SPDX-License-Identifier: MIT
internal import Bytes
package import HTTP

/// One HTTP server of a chain: its address, its limits, and the translation of its errors.
///
/// Messages name only the host, so a key in the address does not appear in them. Not Sendable.
package final class ServerSite {
    /// Large enough for a block in JSON, and for any other answer.
    package static let maximumBytes = 32 << 20

    /// The host, for error messages.
    package let name: String

    private let url: String
    private let authorization: String?
    private let makeClient: () throws -> Client
    /// Nil after an interruption: the old client still waits for its answer and must not be reused.
    private var client: Client?

    /// - Parameters:
    ///   - url: `https://…`, or `http://` to this machine. Contains no user and password.
    ///   - credentials: user and password for HTTP Basic authentication.
    /// - Throws: ``CoinsError``.
    package init(
        url: String, credentials: (user: String, password: String)? = nil, pinnedPublicKey: String? = nil,
        timeoutSeconds: Int = 30, maximumBytes: Int = maximumBytes
    ) throws {
        self.url = url
        let afterScheme = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2)
        name = ServerText.shown(String(afterScheme.first?.prefix { $0 != "/" && $0 != "?" } ?? "The server"))
        authorization = credentials.map { "Basic " + Base64.encode(Array("\($0.user):\($0.password)".utf8)) }
        makeClient = {
            try Client(
                timeoutSeconds: timeoutSeconds, maximumBytes: maximumBytes,
                trust: pinnedPublicKey.map(Trust.authoritiesAndKey) ?? .authorities)
        }
        do {
            client = try makeClient()
        } catch let error as HTTPError {
            throw Self.failure(error, name)
        }
    }

    /// The response with any status but a redirect, which is an error.
    ///
    /// - Parameter path: appended to the address; starts with a slash.
    /// - Throws: ``CoinsError`` with `.unreachable`, `.tooLarge` or `.lyingServer`.
    package func send(
        _ method: Method, path: String = "", type: String? = nil, body: [UInt8] = []
    ) throws -> Response {
        var headers: Headers = [:]
        if let authorization { headers["Authorization"] = authorization }
        if let type { headers["Content-Type"] = type }
        let base = !path.isEmpty && url.hasSuffix("/") ? String(url.dropLast()) : url
        let response: Response
        do {
            let client = try client ?? makeClient()
            self.client = nil
            let request = ClientRequest(method: method, url: base + path, headers: headers, body: body)
            let sent = try ServerCancellation.run(asking: name, with: client) { client in
                Result { try client.send(request) }
            }
            self.client = client
            response = try sent.get()
        } catch let error as HTTPError {
            throw Self.failure(error, name)
        }
        guard !(300..<400).contains(response.status) else {
            throw CoinsError(
                .unreachable,
                "\(name) redirects to another address, and Satchel does not follow it. Correct the server's address.")
        }
        guard response.status != 401 && response.status != 403 else {
            throw CoinsError(.unreachable, "\(name) refused the name, password or key. Check the server's settings.")
        }
        return response
    }

    /// Translates a connection error.
    static func failure(_ error: HTTPError, _ name: String) -> CoinsError {
        switch error.code {
        case .timedOut:
            CoinsError(.unreachable, "\(name) did not answer in time: try again, or use another server.", cause: error)
        case .tooLarge:
            CoinsError(.tooLarge, "\(name) sent more than Satchel accepts. Use another server.", cause: error)
        case .insecure:
            CoinsError(
                .unreachable,
                "\(name) did not prove its identity, or the connection would not be encrypted. Nothing was sent.",
                cause: error)
        case .malformed:
            CoinsError(
                .lyingServer,
                "\(name) sent an answer that Satchel does not understand. Check its address, or use another server.",
                cause: error)
        case .unreachable, .cutOff, .cantListen, .badCredentials, .other:
            CoinsError(
                .unreachable, "\(name) cannot be reached: check the network and the address, and try again.",
                cause: error)
        }
    }

    /// The error for a status that is not a verdict: too many requests, maintenance.
    func failed(_ response: Response) -> CoinsError {
        CoinsError(.unreachable, "\(name) answers with HTTP status \(response.status): try again later.")
    }

    /// The error for an answer of another form than requested.
    func malformed(_ what: String, cause: (any Error)? = nil) -> CoinsError {
        CoinsError(.lyingServer, "\(name) did not answer with \(what): use another server.", cause: cause)
    }
}
