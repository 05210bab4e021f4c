// SPDX-License-Identifier: MIT

/// Follows the bytes of one connection and lets only well-formed requests pass; performs nothing.
///
///     head ──whole and well-formed──→ body ──counted──→ head
///      └────────anything else────────→ refused
///
/// A head passes whole or not at all, so the parser behind the gate never sees half of a bad one, and both agree on
/// where a request ends: lengths are plain decimal numbers, chunked bodies are refused.
struct RequestGate {
    private enum State {
        /// `seen` bytes of an incomplete head were searched for its end.
        case head(seen: Int)
        case body(remaining: Int)
        case refused
    }

    private let limits: Limits
    private var state = State.head(seen: 0)
    private(set) var refusal: Refusal?
    /// Requests that have passed whole, with their bodies.
    private(set) var passedRequests = 0

    init(limits: Limits) { self.limits = limits }

    /// Whether everything that came so far was whole requests.
    var isAtRest: Bool { if case .head(0) = state { true } else { false } }
    var isInsideBody: Bool { if case .body = state { true } else { false } }

    /// Returns how many leading bytes may pass; the rest is an incomplete head, to be offered again with what follows
    /// it, or, once there is a ``refusal``, waste.
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

    /// Lets nothing pass from now on.
    mutating func refuse(_ refusal: Refusal) {
        self.refusal = refusal
        state = .refused
    }

    private mutating func expect(bodyBytes: Int) {
        state = bodyBytes > 0 ? .body(remaining: bodyBytes) : .head(seen: 0)
        if bodyBytes == 0 { passedRequests += 1 }
    }

    /// The length of a head that ends in an empty line; nil when it has not ended yet.
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
