// SPDX-License-Identifier: MIT
import Bytes
import FileModel
import HTTP
import WebDAV

/// WebDAV, classes 1 and 2 (RFC 4918): the files of an account for programs that are not ours.
///
/// Requests are parsed here, and judged and carried out by the hub. Bodies of files come and go as in the other routes.
extension FileService {
    static let methodsOfWebDAV =
        "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK"

    /// - Throws: ``FileServiceRefusal``, `TransferBreak`, `TransferRefusal`, `FileIOError`.
    func serveWebDAV(_ exchange: TransferExchange) throws {
        do {
            try routeWebDAV(exchange)
        } catch let error as DAVError {
            throw FileServiceRefusal(error.status, .badRequest, error.message)
        } catch let refusal as FileServiceRefusal where refusal.status == 401 {
            throw FileServiceRefusal(
                401, refusal.code, refusal.message,
                headers: ["WWW-Authenticate": "Basic realm=\"Satchel files\", charset=\"UTF-8\""])
        } catch let refusal as FileServiceRefusal where refusal.status == 423 && !exchange.isAnswered {
            try answer(
                exchange, 423, xml: Multistatus.error("lock-token-submitted", href: exchange.head.path))
        } catch let refusal as FileServiceRefusal where refusal.status == 405 {
            throw FileServiceRefusal(
                405, refusal.code, refusal.message, headers: ["Allow": Self.methodsOfWebDAV])
        }
    }

    private func routeWebDAV(_ exchange: TransferExchange) throws {
        let head = exchange.head
        // Clients ask for this before they know that a password is needed, and it says nothing of files.
        guard head.method != .options else { return try exchange.answer(200, Self.classes) }
        guard head.query == nil else { throw Self.nothing }
        let caller = try caller(of: exchange)
        let path = try DAVPath(head.path)
        switch head.method {
        case .get, .head: try get(exchange, path, caller)
        case .put: try put(exchange, path, caller)
        case .propfind: try find(exchange, path, caller)
        case .proppatch: try changeProperties(exchange, path, caller)
        case .mkcol:
            guard exchange.bodyLength == 0 else {
                throw FileServiceRefusal(415, .wrongType, "A folder is made without a body.")
            }
            try perform(exchange, path, .makeFolder, caller)
        case .delete: try perform(exchange, path, .remove, caller)
        case .copy:
            let depth = try DAVDepth(head.single("Depth"))
            guard depth != .one else { throw FileServiceRefusal(400, .badRequest, "A copy has Depth 0 or infinity.") }
            let (target, overwrites) = try Self.target(head)
            try perform(
                exchange, path, .copy(to: target, overwrites: overwrites, isShallow: depth == .zero), caller)
        case .move:
            let (target, overwrites) = try Self.target(head)
            try perform(exchange, path, .move(to: target, overwrites: overwrites), caller)
        case .lock: try lock(exchange, path, caller)
        case .unlock:
            guard let token = try head.single("Lock-Token").flatMap({ LockToken(header: $0) }) else {
                throw FileServiceRefusal(400, .badRequest, "UNLOCK names a lock of this server in Lock-Token.")
            }
            try perform(exchange, path, .unlock(token), caller)
        case .post, .patch, .options:
            throw FileServiceRefusal(405, .methodNotAllowed, "WebDAV takes \(Self.methodsOfWebDAV).")
        }
    }

    private static let classes: Headers = [
        "DAV": "1, 2", "Allow": methodsOfWebDAV, "MS-Author-Via": "DAV", "Cache-Control": "no-store",
    ]

    /// Carries out what needs no body, and answers 201 for something new and 204 for something changed.
    private func perform(
        _ exchange: TransferExchange, _ path: DAVPath, _ order: DAVOrder, _ caller: DAVCaller
    ) throws {
        let (_, answer) = try authority.ask(try Self.request(exchange.head, path, order), by: caller)
        try onStep(.ordered)
        guard case .done(let isNew) = answer else { throw Self.malformedAnswer }
        try exchange.answer(isNew ? 201 : 204, ["Cache-Control": "no-store"])
    }

    // MARK: - Who asks

    /// A password is taken over TLS alone, or from this machine or a trusted proxy, which has TLS before it.
    private func caller(of exchange: TransferExchange) throws -> DAVCaller {
        guard exchange.isProtected else {
            throw FileServiceRefusal(
                403, .notProtected, "Use https: a password would cross the network in clear. Change the address.")
        }
        guard let header = try exchange.head.single("Authorization"), header.lowercased().hasPrefix("basic "),
            let (username, text) = Self.credentials(header.dropFirst("basic ".count)),
            let password = AppPassword(text)
        else {
            throw FileServiceRefusal(
                401, .unauthorized, "Send the username and an app password: satchel drive app-password NAME.")
        }
        return DAVCaller(username: username, hash: password.hash, address: exchange.remoteAddress)
    }

    private static let maximumUsername = 128

    /// RFC 7617, section 2
    private static func credentials(_ text: Substring) -> (username: String, password: String)? {
        do {
            let bytes = try Base64.decode(String(text.drop { $0 == " " }))
            guard let pair = String(validating: bytes, as: UTF8.self), let colon = pair.firstIndex(of: ":"),
                pair[..<colon].utf8.count <= maximumUsername
            else { return nil }
            return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
        } catch {
            return nil
        }
    }

    // MARK: - Pieces

    /// A request with the conditions of its head.
    static func request(_ head: TransferHead, _ path: DAVPath, _ order: DAVOrder) throws -> DAVRequest {
        let host = head.headers["Host"]
        return DAVRequest(
            path, order, ifHeader: try head.single("If").map { try IfHeader($0, host: host) },
            match: try head.single("If-Match").map { try TagCondition($0) },
            noneMatch: head.method == .get || head.method == .head
                ? nil : try head.single("If-None-Match").map { try TagCondition($0) },
            unmodifiedSince: try head.single("If-Unmodified-Since").flatMap { HTTPDate.seconds($0) })
    }

    /// The destination of COPY and MOVE, and whether what is there goes.
    private static func target(_ head: TransferHead) throws -> (DAVPath, overwrites: Bool) {
        guard let destination = try head.single("Destination") else {
            throw FileServiceRefusal(400, .badRequest, "COPY and MOVE name a Destination.")
        }
        let path = try DAVPath(reference: destination, host: head.headers["Host"])
        switch try head.single("Overwrite") {
        case nil, "T", "t": return (path, true)
        case "F", "f": return (path, false)
        default: throw FileServiceRefusal(400, .badRequest, "Overwrite is T or F.")
        }
    }

    /// The whole body of a request that has XML.
    func readXML(_ exchange: TransferExchange) throws -> [UInt8] {
        let tooLarge = FileServiceRefusal(413, .tooLarge, "A body has at most \(DAVBody.maximumBytes) bytes.")
        guard exchange.bodyLength ?? 0 <= UInt64(DAVBody.maximumBytes) else { throw tooLarge }
        var body: [UInt8] = []
        try exchange.tellToContinue()
        try exchange.readBody { bytes in
            guard body.count + bytes.count <= DAVBody.maximumBytes else { throw tooLarge }
            body += bytes
        }
        return body
    }

    func answer(_ exchange: TransferExchange, _ status: Int, _ headers: Headers = [:], xml: String) throws {
        try exchange.answer(status, Self.xml(headers), body: Array(xml.utf8))
    }

    static func xml(_ headers: Headers = [:]) -> Headers {
        var headers = headers
        headers.add("Content-Type", "application/xml; charset=\"utf-8\"")
        headers.add("Cache-Control", "no-store")
        headers.add("X-Content-Type-Options", "nosniff")
        return headers
    }

    static let malformedAnswer = FileServiceRefusal(503, .busy, "The hub's answer is malformed. Try again later.")
}
