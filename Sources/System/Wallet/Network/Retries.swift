// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI

/// Decides when to repeat a call at once, so that one lost connection does not become a failure.
struct Retries {
    /// Including the first call.
    private static let maximumCalls = 3
    /// In milliseconds. If the hub asks for a longer pause, the call is not repeated before the next sync.
    private static let maximumPause = 3_000
    private static let firstPause = 250

    private let isRepeatable: Bool
    private let random: RandomSource
    private var calls = 0

    /// Only safe calls are repeated: those that change nothing, and those that the hub executes once however often it
    /// receives them. That is GET requests, and signed requests except ``Routes/askedOnce``.
    init(of request: Request, random: RandomSource) {
        let isSigned = request.headers[CallerProof.header] != nil
        isRepeatable = request.method == .get || isSigned && !Routes.askedOnce.contains(request.path)
        self.random = random
    }

    /// Milliseconds to wait before repeating a call that ended with `outcome`; nil to give up.
    mutating func pause(after outcome: Result<Response, any Error>) -> Int? {
        calls += 1
        guard isRepeatable, calls < Self.maximumCalls else { return nil }
        switch outcome {
        case .success(let response): return pause(after: response)
        case .failure(let error as HTTPError) where error.code == .cutOff: return growing
        case .failure: return nil
        }
    }

    private func pause(after response: Response) -> Int? {
        guard [429, 502, 503, 504].contains(response.status) else { return nil }
        guard let asked = response.headers["Retry-After"] else { return growing }
        guard let seconds = Int(asked), 0...(Self.maximumPause / 1_000) ~= seconds else { return nil }
        return max(seconds * 1_000, growing)
    }

    /// Doubles with each call, minus a random part of up to a half, so that many wallets do not return at the same
    /// time.
    private var growing: Int {
        let most = Self.firstPause << calls
        return most - Int(random.bytes(1)[0]) * most / 510
    }
}
