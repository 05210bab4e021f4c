// SPDX-License-Identifier: MIT
import Bytes
import Synchronization

/// Access tokens that were found authentic, with what follows from them and never changes: who calls, and the key with which
/// the session signs. Whether a token is still alive, and its session not ended, is asked each time.
///
/// Tokens are found by their whole text. A guess that shares a beginning with one of them learns nothing from the time: texts
/// are compared only when their hashes, seeded by chance in each process, are the same.
final class KnownTokens: Sendable {
    struct Known: Sendable {
        let claims: AccessTokens.Claims
        let caller: Caller
        let signingKey: SecretBytes
    }

    /// About half a kilobyte each: 64 megabytes when the tokens of a hundred thousand are in use, none of which is forgotten
    /// as long as it is.
    private let known = Mutex(Memory())

    private struct Memory {
        var tokens = RecentlyUsed<String, Known>(generation: 131_072)
        var generation = 0
    }

    /// Goes up whenever everything is forgotten.
    var generation: Int { known.withLock { $0.generation } }

    func find(_ header: String) -> Known? { known.withLock { $0.tokens.find(header) } }

    /// - Parameter generation: as it was before the token was looked at; of an earlier one nothing is kept.
    func insert(_ fresh: Known, for header: String, _ generation: Int) {
        known.withLock { memory in
            guard memory.generation == generation else { return }
            memory.tokens.insert(fresh, for: header)
        }
    }

    /// For when the hub no longer recognises tokens by the secret by which it recognised these.
    func forgetAll() {
        known.withLock { memory in
            memory = Memory(generation: memory.generation + 1)
        }
    }
}
