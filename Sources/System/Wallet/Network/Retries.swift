// SPDX-License-Identifier: MIT
internal import Crypto
internal import HTTP
internal import HubAPI

/// When a call is made again at once, so that one lost connection is nobody's problem.
struct Retries {
    /// Calls in all.
    private static let maximumCalls = 3
    /// A hub that asks for more patience is left to the next sync.
    private static let maximumPause = 3_000
    private static let firstPause = 250

    private let isRepeatable: Bool
    private let random: RandomSource
    private var calls = 0

    /// Only what changes nothing, or what the hub does once however often it is asked, may be asked twice: questions, and
    /// what is signed apart from ``Routes/askedOnce``.
    init(of request: Request, random: RandomSource) {
        let isSigned = request.headers[CallerProof.header] != nil
        isRepeatable = request.method == .get || isSigned && !Routes.askedOnce.contains(request.path)
        self.random = random
    }

    /// Milliseconds until the next call after one that ended like this; nil to give up.
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

    /// Doubles with each call, less up to a half by chance, so that many wallets do not come back together.
    private var growing: Int {
        let most = Self.firstPause << calls
        return most - Int(random.bytes(1)[0]) * most / 510
    }
}
