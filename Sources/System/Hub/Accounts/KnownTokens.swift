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
    private let known = Mutex(RecentlyUsed<String, Known>(generation: 131_072))

    func find(_ header: String) -> Known? { known.withLock { $0.find(header) } }

    func insert(_ fresh: Known, for header: String) { known.withLock { $0.insert(fresh, for: header) } }
}
