// SPDX-License-Identifier: MIT
import Bytes
import HubLedger
import Synchronization

/// A cache of authentic access tokens with what follows from them and never changes: the caller and the session's
/// signing key. Expiry and the end of the session are checked at every request.
///
/// Tokens are looked up by their whole text. An attacker who guesses a prefix learns nothing from the response time:
/// texts are compared only when their hashes are equal, and each process seeds the hash at random.
final class KnownTokens: Sendable {
    struct Known: Sendable {
        let claims: AccessTokens.Claims
        let caller: Caller
        let signingKey: SecretBytes
    }

    /// An entry takes about 512 bytes: 64 MB for the tokens of 100,000 active sessions, all of which stay cached.
    private let known = Mutex(Memory())

    private struct Memory {
        var tokens = RecentlyUsed<String, Known>(generation: 131_072)
        var generation = 0
    }

    /// Increases whenever the cache is cleared.
    var generation: Int { known.withLock { $0.generation } }

    func find(_ header: String) -> Known? { known.withLock { $0.tokens.find(header) } }

    /// - Parameter generation: the cache's generation before the token was checked. If the cache has been cleared
    ///   since, the entry is not stored.
    func insert(_ fresh: Known, for header: String, _ generation: Int) {
        known.withLock { memory in
            guard memory.generation == generation else { return }
            memory.tokens.insert(fresh, for: header)
        }
    }

    /// Clears the cache after the secret that authenticates access tokens has changed.
    func forgetAll() {
        known.withLock { memory in
            memory = Memory(generation: memory.generation + 1)
        }
    }
}
