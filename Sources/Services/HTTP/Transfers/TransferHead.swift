// SPDX-License-Identifier: MIT

/// The head of a request for a large body, parsed by the rules of ``HeadRules``. Performs no I/O.
///
/// Two things differ from other requests: HEAD, PATCH and the methods of WebDAV are supported, and a body may be chunked.
package struct TransferHead: Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case patch = "PATCH"
        case put = "PUT"
        case delete = "DELETE"
        // RFC 4918
        case options = "OPTIONS"
        case propfind = "PROPFIND"
        case proppatch = "PROPPATCH"
        case mkcol = "MKCOL"
        case copy = "COPY"
        case move = "MOVE"
        case lock = "LOCK"
        case unlock = "UNLOCK"

        package var hasBody: Bool { needsBody || [.propfind, .proppatch, .mkcol, .lock].contains(self) }

        /// Whether the length of the body must be stated; of other methods it is 0 then.
        var needsBody: Bool { [.post, .patch, .put].contains(self) }
    }

    /// How the end of the body is determined. RFC 9112, section 6
    package enum Framing: Equatable, Sendable {
        case none
        case length(UInt64)
        case chunked
    }

    package let method: Method
    /// The path as sent, without the query.
    package let path: String
    /// The text after the question mark, as sent; nil without one.
    package let query: String?
    package let headers: Headers
    package let framing: Framing
    /// Whether the client asks to close the connection after the answer.
    package let isLast: Bool

    /// Parses a whole head, including its empty line.
    ///
    /// - Throws: ``TransferRefusal``.
    package init(_ bytes: [UInt8], fieldLimit: Int = 64) throws(TransferRefusal) {
        do throws(Refusal) {
            self = try bytes.withUnsafeBufferPointer { bytes throws(Refusal) in
                try TransferHead(parsing: bytes, fieldLimit: fieldLimit)
            }
        } catch {
            throw TransferRefusal(error.status, error.message)
        }
    }

    private init(parsing bytes: UnsafeBufferPointer<UInt8>, fieldLimit: Int) throws(Refusal) {
        var lines = HeadRules.Lines(bytes[...])
        let (method, target) = try Self.requestLine(lines.next())
        var headers = Headers(capacity: 16)
        var isComplete = false
        while let line = try lines.next() {
            guard !line.isEmpty else {
                isComplete = true
                break
            }
            guard headers.fields.count < fieldLimit else {
                throw Refusal(status: 431, message: "The request has more than \(fieldLimit) header fields.")
            }
            let field = try Self.field(line)
            headers.add(field.name, field.value)
        }
        guard isComplete else { throw .malformed("The request head has no end.") }
        guard headers.all("Host").count == 1, let host = headers["Host"], Self.isHost(host) else {
            throw .malformed("The request must name one host.")
        }
        try Self.checkExpectation(headers)
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : nil
        self.headers = headers
        framing = try Self.framing(of: headers, for: method)
        isLast = headers.all("Connection").contains { $0.lowercased().contains("close") }
    }

    /// Section 3: method SP target SP version, in the origin form.
    private static func requestLine(_ line: HeadRules.Bytes?) throws(Refusal) -> (Method, String) {
        guard let line else { throw .malformed("There is no request line.") }
        let parts = line.split(separator: 32, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw .malformed("The request line is not a method, a target and a version.")
        }
        guard parts[0].allSatisfy({ $0 >= 65 && $0 <= 90 }) else {
            throw .malformed("The method has invalid characters.")
        }
        guard let method = Method(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw Refusal(status: 501, message: "This server knows no such method.")
        }
        guard parts[1].first == 47, parts[1].allSatisfy(HeadRules.isTargetCharacter) else {
            throw .malformed("The target is not a path.")
        }
        guard parts[2].elementsEqual("HTTP/1.1".utf8) else {
            throw parts[2].starts(with: "HTTP/".utf8)
                ? Refusal(status: 505, message: "This server speaks HTTP/1.1.")
                : .malformed("The request line names no version.")
        }
        return (method, String(decoding: parts[1], as: UTF8.self))
    }

    private static func field(_ line: HeadRules.Bytes) throws(Refusal) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: 58), colon > line.startIndex else {
            throw .malformed("A header line has no name.")
        }
        let name = line[..<colon]
        guard name.allSatisfy(\.isTokenCharacter) else { throw .malformed("A header name is not a token.") }
        let value = HeadRules.trim(line[(colon + 1)...])
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private static func isHost(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { HeadRules.isHost($0[...]) }
    }

    /// RFC 9110, section 10.1.1. The server never sends a 100, because proxies take it for the answer.
    private static func checkExpectation(_ headers: Headers) throws(Refusal) {
        guard headers.all("Expect").allSatisfy({ $0.lowercased() == "100-continue" }) else {
            throw Refusal(status: 417, message: "This server meets no expectation but 100-continue.")
        }
    }

    /// A transfer coding, or a length, or neither, but never both. RFC 9112, section 6.3
    private static func framing(of headers: Headers, for method: Method) throws(Refusal) -> Framing {
        let (codings, lengths) = (headers.all("Transfer-Encoding"), headers.all("Content-Length"))
        guard codings.count + lengths.count <= 1 else { throw .malformed("The request has two lengths.") }
        if let coding = codings.first {
            guard coding.lowercased() == "chunked" else {
                throw Refusal(status: 501, message: "This server knows no transfer coding but chunked.")
            }
            guard method.hasBody else { throw .malformed("A request with this method has no body.") }
            return .chunked
        }
        guard let text = lengths.first else {
            guard !method.needsBody else {
                throw Refusal(status: 411, message: "The request has neither a Content-Length nor chunks.")
            }
            return .none
        }
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
            let length = UInt64(text)
        else { throw .malformed("The Content-Length is not a number.") }
        guard length == 0 || method.hasBody else { throw .malformed("A request with this method has no body.") }
        return method.hasBody ? .length(length) : .none
    }
}

/// Why a transfer request is refused. The client gets the message.
package struct TransferRefusal: Error, Equatable, Sendable {
    package let status: Int
    package let message: String

    package init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}
