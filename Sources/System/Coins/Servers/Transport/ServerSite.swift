// SPDX-License-Identifier: MIT
internal import Bytes
package import HTTP

/// One HTTP server of a chain: its address, its bounds, and what its failures mean in a sentence.
///
/// A key in the address stays out of messages: they name the host alone. Not Sendable.
package final class ServerSite {
    /// Enough for a block in JSON, and for any answer that is asked for here.
    package static let maximumBytes = 32 << 20

    /// The host, for messages.
    package let name: String

    private let url: String
    private let authorization: String?
    private let makeClient: () throws -> Client
    /// Nil after a question was left alone: the one that still waits for the answer is not asked anything else.
    private var client: Client?

    /// - Parameters:
    ///   - url: `https://…`, or `http://` to this machine; without user and password.
    ///   - credentials: user and password for HTTP's Basic scheme.
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

    /// The answer, whatever its status but a redirect, which is nobody's answer.
    ///
    /// - Parameter path: what is put behind the address, with the slash that begins it.
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
            let sent = try ServerErrand.run(asking: name, with: client) { client in
                Result { try client.send(request) }
            }
            self.client = client
            response = try sent.get()
        } catch let error as HTTPError {
            throw Self.failure(error, name)
        }
        guard !(300..<400).contains(response.status) else {
            throw CoinsError(.unreachable, "\(name) sends us elsewhere, which is not followed: correct its address.")
        }
        guard response.status != 401 && response.status != 403 else {
            throw CoinsError(.unreachable, "\(name) wants another name, password or key: check the server's settings.")
        }
        return response
    }

    /// What an error of the connection means for coins.
    static func failure(_ error: HTTPError, _ name: String) -> CoinsError {
        switch error.code {
        case .timedOut:
            CoinsError(.unreachable, "\(name) did not answer in time: try again, or use another server.", cause: error)
        case .tooLarge:
            CoinsError(.tooLarge, "\(name) answers with more than is read: use another server.", cause: error)
        case .insecure:
            CoinsError(
                .unreachable,
                "\(name) is not who it should be, or the connection would not be protected. Nothing was sent.",
                cause: error)
        case .malformed:
            CoinsError(
                .lyingServer, "\(name) cannot be understood: check its address, or use another server.", cause: error)
        case .unreachable, .cutOff, .cantListen, .badCredentials, .other:
            CoinsError(
                .unreachable, "\(name) cannot be reached: check the network and the address, and try again.",
                cause: error)
        }
    }

    /// For a status that judges nothing: too many requests, a server that is being repaired.
    func failed(_ response: Response) -> CoinsError {
        CoinsError(.unreachable, "\(name) answers with HTTP status \(response.status): try again later.")
    }

    /// For an answer that is not in the form that was asked for.
    func malformed(_ what: String, cause: (any Error)? = nil) -> CoinsError {
        CoinsError(.lyingServer, "\(name) did not answer with \(what): use another server.", cause: cause)
    }
}
