// SPDX-License-Identifier: MIT

/// Collects, within limits, what libcurl receives for one request.
final class Answer {
    /// The limit of all header fields in bytes: far more than any server that we use sends.
    private static let maximumHeaderBytes = 32 << 10

    private let maximumBytes: Int
    private var headers = Headers()
    private var headerBytes = 0
    private var body: [UInt8] = []
    private(set) var isTooLarge = false
    private var status = 0
    /// The statuses whose bodies go to the sink.
    private let sinkStatuses: Set<Int>
    /// Receives the head of such an answer and its body in pieces, and returns whether to continue.
    private let sink: Sink?
    private(set) var isUnwanted = false
    /// Whether the caller still waits for the answer.
    var isWanted: () -> Bool = { true }

    typealias Sink = (_ head: Response, _ bytes: UnsafeRawBufferPointer) -> Bool

    init(maximumBytes: Int, sinkStatuses: Set<Int> = [200], sink: Sink? = nil) {
        self.maximumBytes = maximumBytes
        self.sinkStatuses = sinkStatuses
        self.sink = sink
    }

    func response(status: Int) -> Response { Response(status: status, headers: headers, body: body) }

    /// CURLOPT_WRITEFUNCTION: any result except the number of bytes ends the transfer.
    static let takeBody: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        bytes, size, count, context in
        Answer.of(context).take(body: Answer.bytes(bytes, size * count)) ? size * count : 0
    }

    /// CURLOPT_HEADERFUNCTION: called with each whole line of a head.
    static let takeHeaderLine:
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
            bytes, size, count, context in
            Answer.of(context).take(headerLine: Answer.bytes(bytes, size * count)) ? size * count : 0
        }

    /// CURLOPT_XFERINFOFUNCTION: any result except zero ends the transfer.
    static let askOn: @convention(c) (UnsafeMutableRawPointer?, Int, Int, Int, Int) -> Int32 = { context, _, _, _, _ in
        Answer.of(context).isWanted() ? 0 : 1
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        if let sink, sinkStatuses.contains(status) {
            isUnwanted = !sink(response(status: status), bytes)
            return !isUnwanted
        }
        guard body.count + bytes.count <= maximumBytes else {
            isTooLarge = true
            return false
        }
        body += bytes
        return true
    }

    private func take(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        // A status line begins a head. After a 100 Continue there is a second one, and only the last one counts.
        if bytes.starts(with: "HTTP/".utf8) {
            headers = Headers()
            status = Int(Self.text(bytes.dropFirst(9).prefix(3))) ?? 0
        } else if let colon = bytes.firstIndex(of: 58) {
            headers.add(Self.text(bytes[..<colon]), Self.text(bytes[(colon + 1)...]))
        }
        return true
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let front = bytes.drop { $0 <= 32 }
        let end = front.lastIndex { $0 > 32 }.map { $0 + 1 } ?? front.startIndex
        return String(decoding: front[..<end], as: UTF8.self)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Answer {
        // Safe: the client passes itself an answer that lives for the whole transfer.
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }
}
