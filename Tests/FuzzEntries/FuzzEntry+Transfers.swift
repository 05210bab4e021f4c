// SPDX-License-Identifier: MIT
import HTTP

/// What a client sends to a server of transfers.
extension FuzzEntry {
    /// A head is refused or ends a request at one place: a length or chunks, never both.
    func transferHead(_ input: [UInt8]) {
        do {
            let head = try TransferHead(input)
            let (lengths, codings) = (head.headers.all("Content-Length"), head.headers.all("Transfer-Encoding"))
            precondition(lengths.count + codings.count <= 1, "transferHead: two lengths")
            precondition((head.framing == .chunked) == !codings.isEmpty, "transferHead: a coding was passed over")
            precondition(head.framing == .none || head.method.hasBody, "transferHead: a body where none can be")
            precondition(head.headers.areSendable, "transferHead: a header that could not be sent")
            precondition(head.path.hasPrefix("/") && !head.path.contains("?"), "transferHead: no path")
        } catch {
            precondition((400...505).contains(error.status), "transferHead: no status of a refusal")
        }
    }

    /// Wherever the bytes are cut, the body is the same.
    func chunkedBody(_ input: [UInt8]) {
        let whole = Self.body(of: input, cutAt: input.count)
        for cut in Set([1, 2, 7, input.count / 2]) where cut > 0 {
            precondition(Self.body(of: input, cutAt: cut) == whole, "chunkedBody: cut at \(cut), another body")
        }
    }

    /// The body and the bytes behind it; nil when it is malformed.
    private static func body(of input: [UInt8], cutAt step: Int) -> [[UInt8]]? {
        var chunks = ChunkedBody()
        var (body, position): ([UInt8], Int) = ([], 0)
        while position < input.count, !chunks.isAtEnd {
            let part = Array(input[position..<min(input.count, position + max(1, step))])
            do {
                switch try part.withUnsafeBytes({ try chunks.next($0) }) {
                case .framing(let count): position += count
                case .body(let count):
                    body += part[..<count]
                    position += count
                }
            } catch {
                return nil
            }
        }
        return [body, Array(input[position...])]
    }

    static let transferHeadSeeds = [
        "PATCH /v1/uploads/a HTTP/1.1\r\nHost: a\r\nUpload-Offset: 5\r\nContent-Length: 5\r\n\r\n",
        "POST /v1/uploads HTTP/1.1\r\nHost: [::1]:1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
        "GET /a?b HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\nConnection: close\r\n\r\n",
    ]

    static let chunkedBodySeeds = ["5\r\nhello\r\n0\r\n\r\n", "1\r\na\r\n00A\r\n0123456789\r\n0\r\n\r\nGET /"]
}
