// SPDX-License-Identifier: MIT

/// The rules for a request head: RFC 9112, without anything that two parsers may interpret differently.
enum HeadRules {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Checks a whole head including its empty line, and returns the length of the body that follows.
    static func bodyLength(of head: UnsafeBufferPointer<UInt8>, limits: Limits) throws(Refusal) -> Int {
        var lines = Lines(head[...])
        let method = try checkRequestLine(lines.next())
        return try bodyLength(of: &lines, for: method, limits: limits)
    }

    /// The same for the part after a request line that was already checked, including the empty line.
    static func bodyLength(ofFields fields: Bytes, for method: Method, limits: Limits) throws(Refusal) -> Int {
        var lines = Lines(fields)
        return try bodyLength(of: &lines, for: method, limits: limits)
    }

    private static func bodyLength(of lines: inout Lines, for method: Method, limits: Limits) throws(Refusal) -> Int {
        var fields = Fields()
        var count = 0
        while let line = try lines.next(), !line.isEmpty {
            count += 1
            guard count <= limits.headerFields else {
                throw Refusal(status: 431, message: "The request has more than \(limits.headerFields) header fields.")
            }
            try fields.take(line)
        }
        return try fields.bodyLength(for: method, limit: limits.bodyBytes)
    }

    /// Section 3: method SP target SP version. Only the origin form of a target is accepted.
    private static func checkRequestLine(_ line: Bytes?) throws(Refusal) -> Method {
        guard let line else { throw .malformed("There is no request line.") }
        let parts = line.split(separator: 32, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw .malformed("The request line is not a method, a target and a version.")
        }
        guard parts[0].allSatisfy({ $0 >= 65 && $0 <= 90 }) else {
            throw .malformed("The method has invalid characters.")
        }
        guard let method = Method.allCases.first(where: { $0.rawValue.utf8.elementsEqual(parts[0]) }) else {
            throw Refusal(status: 501, message: "This server knows GET, POST, PUT and DELETE only.")
        }
        guard parts[1].first == 47, parts[1].allSatisfy(isTargetCharacter) else {
            throw .malformed("The target is not a path.")
        }
        guard parts[2].elementsEqual("HTTP/1.1".utf8) || parts[2].elementsEqual("HTTP/1.0".utf8) else {
            throw parts[2].starts(with: "HTTP/".utf8)
                ? Refusal(status: 505, message: "This server speaks HTTP/1.1.")
                : .malformed("The request line names no version.")
        }
        return method
    }

    /// Printable, and neither a fragment's # nor a backslash, which some parsers take for a slash.
    static func isTargetCharacter(_ byte: UInt8) -> Bool {
        byte > 32 && byte < 127 && byte != 35 && byte != 92
    }

    /// The lines of a head, each checked to contain only printable ASCII and tabs.
    struct Lines {
        private var rest: Bytes

        init(_ head: Bytes) { rest = head }

        /// A NUL, a lone carriage return and bytes above ASCII are refused here.
        mutating func next() throws(Refusal) -> Bytes? {
            guard let end = rest.firstIndex(of: 10) else { return nil }
            let line = rest[..<end].dropLast()
            rest = rest[(end + 1)...]
            // Scans the whole line in any case, so that the compiler can process many bytes at once.
            guard line.reduce(UInt8(0), { $0 | ($1 &- 32 < 95 || $1 == 9 ? 0 : 1) }) == 0 else {
                throw .malformed("The request head holds a byte that is not printable ASCII.")
            }
            return line
        }
    }

    /// The header fields that decide where a request ends and which host it is for.
    private struct Fields {
        private var hasHost = false
        private var contentLength: Bytes?
        private var hasTransferEncoding = false

        mutating func take(_ line: Bytes) throws(Refusal) {
            guard let colon = line.firstIndex(of: 58), colon > line.startIndex else {
                throw .malformed("A header line has no name.")
            }
            let name = line[..<colon]
            // This also refuses a leading blank (a folded line) and a blank before the colon.
            guard name.allSatisfy(\.isTokenCharacter) else { throw .malformed("A header name is not a token.") }
            let value = HeadRules.trim(line[(colon + 1)...])
            if HeadRules.isSame(name, "host") {
                guard !hasHost else { throw .malformed("The request names two hosts.") }
                guard HeadRules.isHost(value) else { throw .malformed("The Host header is invalid.") }
                hasHost = true
            } else if HeadRules.isSame(name, "content-length") {
                guard contentLength == nil else { throw .malformed("The request has two lengths.") }
                contentLength = value
            } else if HeadRules.isSame(name, "transfer-encoding") {
                hasTransferEncoding = true
            } else if HeadRules.isSame(name, "expect") {
                // RFC 9110, section 10.1.1
                guard HeadRules.isSame(value, "100-continue") else {
                    throw Refusal(status: 417, message: "This server meets no expectation but 100-continue.")
                }
            }
        }

        func bodyLength(for method: Method, limit: Int) throws(Refusal) -> Int {
            guard hasHost else { throw .malformed("The request names no host.") }
            guard !hasTransferEncoding else {
                throw contentLength == nil
                    ? Refusal(status: 411, message: "Send the body with a Content-Length, not in chunks.")
                    : .malformed("The request has two lengths.")
            }
            guard let contentLength else {
                guard !method.hasBody else { throw Refusal(status: 411, message: "The request has no Content-Length.") }
                return 0
            }
            let length = try HeadRules.number(contentLength, limit: limit)
            guard length == 0 || method.hasBody else {
                throw .malformed("A request with this method has no body.")
            }
            return length
        }
    }

    private static func number(_ digits: Bytes, limit: Int) throws(Refusal) -> Int {
        guard !digits.isEmpty, digits.count < 16, digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
            throw .malformed("The Content-Length is not a number.")
        }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        guard number <= limit else {
            throw Refusal(status: 413, message: "The body is larger than \(limit) bytes.")
        }
        return number
    }

    /// RFC 3986, section 3.2.2, without percent-encoding: a name or an address, with an optional port.
    static func isHost(_ value: Bytes) -> Bool {
        !value.isEmpty
            && value.allSatisfy { byte in
                switch byte {
                case 48...58, 65...90, 97...122, 45, 46, 91, 93, 95: true  // digits : letters - . [ ] _
                default: false
                }
            }
    }

    static func trim(_ value: Bytes) -> Bytes {
        let front = value.drop { $0 == 9 || $0 == 32 }
        return front.lastIndex { $0 != 9 && $0 != 32 }.map { front[...$0] } ?? front
    }

    /// Whether a name equals this one, ignoring case.
    static func isSame(_ name: Bytes, _ lowercase: StaticString) -> Bool {
        let other = UnsafeBufferPointer(start: lowercase.utf8Start, count: lowercase.utf8CodeUnitCount)
        return name.count == other.count && zip(name, other).allSatisfy { $0.asciiLowercase == $1 }
    }
}
