// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// One transfer request and its answer. Belongs to the thread of its connection.
package final class TransferExchange {
    package let head: TransferHead
    /// The client's address, without the port; behind a trusted proxy the address that the proxy has seen.
    package let remoteAddress: String
    /// Whether no one between the client and this machine reads along: the connection has TLS, or comes from this
    /// machine, or from a trusted proxy.
    package let isProtected: Bool
    let isFromProxy: Bool
    /// The connection's handle for other threads.
    package var line: TransferLine { connection.line }

    private let connection: TransferConnection
    private let date: String
    private var chunks = ChunkedBody()
    private var rest: UInt64
    /// Whether the head of an answer was sent.
    package private(set) var isAnswered = false
    private(set) var mustClose: Bool

    init(_ head: TransferHead, _ connection: TransferConnection) {
        self.head = head
        self.connection = connection
        remoteAddress = ClientAddress.client(
            of: connection.address, head.headers, trusting: connection.limits.trustedProxies)
        isFromProxy = connection.limits.trustedProxies.contains(connection.address)
        isProtected = connection.hasTLS || ClientAddress.isThisMachine(connection.address) || isFromProxy
        date = DateText().now()
        if case .length(let length) = head.framing { rest = length } else { rest = 0 }
        mustClose = head.isLast
    }

    /// The length of the body; nil if it is chunked.
    package var bodyLength: UInt64? {
        switch head.framing {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }

    var bodyIsAtEnd: Bool { head.framing == .chunked ? chunks.isAtEnd : rest == 0 }

    /// Passes the body to `take` in pieces, as it arrives, until it ends.
    ///
    /// - Throws: ``TransferBreak``, ``TransferRefusal`` for malformed chunks, and what `take` throws.
    package func readBody(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        while !bodyIsAtEnd {
            try connection.take { bytes in
                guard head.framing == .chunked else {
                    let part = bytes.prefix(Int(min(rest, UInt64(bytes.count))))
                    try take(UnsafeRawBufferPointer(rebasing: part))
                    rest -= UInt64(part.count)
                    return part.count
                }
                switch try chunks.next(bytes) {
                case .framing(let count): return count
                case .body(let count):
                    try take(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
                    return count
                }
            }
        }
    }

    /// Answers with a small body, or with none.
    ///
    /// - Throws: ``TransferBreak``.
    package func answer(_ status: Int, _ headers: Headers = [:], body: [UInt8] = []) throws {
        try begin(status, headers, length: status == 204 || status == 304 ? nil : UInt64(body.count))
        if head.method != .head { try connection.write(body) }
    }

    /// Sends the head of an answer. ``write(_:)`` then sends `length` bytes of body, none for HEAD.
    package func begin(_ status: Int, _ headers: Headers, length: UInt64?) throws {
        precondition(!isAnswered, "A request has one answer.")
        precondition(headers.areSendable, "A header of an answer holds what no header may.")
        isAnswered = true
        // Unread input would be taken for the next request.
        if !bodyIsAtEnd { mustClose = true }
        var text = "HTTP/1.1 \(status) \(StatusPhrase.of(status))\r\nDate: \(date)\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        if let length { text += "Content-Length: \(length)\r\n" }
        if mustClose { text += "Connection: close\r\n" }
        try connection.write(Array("\(text)\r\n".utf8))
    }

    /// Sends bytes of the body after ``begin(_:_:length:)``.
    package func write(_ bytes: UnsafeRawBufferPointer) throws { try connection.write(bytes) }
}
