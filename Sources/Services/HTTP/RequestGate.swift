// SPDX-License-Identifier: MIT

/// Follows the bytes of one connection and passes only well-formed requests. Performs no I/O.
///
///     head ──complete and well-formed──→ body ──counted──→ head
///      └────────────anything else───────────→ refused
///
/// A head passes whole or not at all, so the parser behind the gate never sees part of a bad one, and both agree on
/// where a request ends: lengths are plain decimal numbers, and chunked bodies are refused.
struct RequestGate {
    private enum State {
        /// The first `seen` bytes of an incomplete head contain no end.
        case head(seen: Int)
        case body(remaining: Int)
        case refused
    }

    private let limits: Limits
    private var state = State.head(seen: 0)
    private(set) var refusal: Refusal?
    /// The number of requests that have passed completely, with their bodies.
    private(set) var passedRequests = 0

    init(limits: Limits) { self.limits = limits }

    /// Whether all bytes so far were complete requests.
    var isAtRest: Bool { if case .head(0) = state { true } else { false } }
    var isInsideBody: Bool { if case .body = state { true } else { false } }

    /// Returns how many leading bytes may pass. The caller offers the rest, an incomplete head, again with the bytes
    /// that follow. Once there is a ``refusal``, the caller drops the rest.
    mutating func admit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var passed = 0
        while passed < bytes.count {
            switch state {
            case .refused:
                return passed
            case .body(let remaining):
                let count = min(remaining, bytes.count - passed)
                passed += count
                expect(bodyBytes: remaining - count)
            case .head(let seen):
                do throws(Refusal) {
                    let rest = UnsafeBufferPointer(rebasing: bytes[passed...])
                    guard let count = try Self.findEnd(of: rest, from: seen, limit: limits.headBytes) else {
                        state = .head(seen: rest.count)
                        return passed
                    }
                    let head = UnsafeBufferPointer(rebasing: rest[..<count])
                    let bodyBytes = try HeadRules.bodyLength(of: head, limits: limits)
                    passed += count
                    expect(bodyBytes: bodyBytes)
                } catch {
                    refuse(error)
                    return passed
                }
            }
        }
        return passed
    }

    /// Refuses all further bytes.
    mutating func refuse(_ refusal: Refusal) {
        self.refusal = refusal
        state = .refused
    }

    private mutating func expect(bodyBytes: Int) {
        state = bodyBytes > 0 ? .body(remaining: bodyBytes) : .head(seen: 0)
        if bodyBytes == 0 { passedRequests += 1 }
    }

    /// The length of a head that ends in an empty line; nil if the head is incomplete.
    static func findEnd(
        of bytes: UnsafeBufferPointer<UInt8>, from seen: Int, limit: Int
    ) throws(Refusal) -> Int? {
        for index in seen..<min(bytes.count, limit) where bytes[index] == 10 {
            guard index > 0 && bytes[index - 1] == 13 else {
                throw .malformed("A line ends without a carriage return.")
            }
            guard index > 1 else { throw .malformed("The request begins with an empty line.") }
            if bytes[index - 2] == 10 { return index + 1 }
        }
        guard bytes.count < limit else {
            throw Refusal(status: 431, message: "The request head is longer than \(limit) bytes.")
        }
        return nil
    }
}
