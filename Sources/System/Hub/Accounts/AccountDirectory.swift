// SPDX-License-Identifier: MIT
import SQL
import Synchronization
import Tokens

/// Finds the row behind an account id; rows never change owner or name, so what was found once stays true.
final class AccountDirectory: Sendable {
    struct Known: Sendable {
        let id: Int64
        let username: String
    }

    private let known = Mutex(RecentlyUsed<AccountID, Known>(generation: 50_000))

    func find(_ account: AccountID, in store: HubStore) throws -> Known? {
        if let found = known.withLock({ $0.find(account) }) { return found }
        let row = try store.read {
            try $0.row("SELECT id, username FROM account WHERE uid = ?", [.blob(account.bytes)])
        }
        guard let row else { return nil }
        let found = Known(id: try row.int(0), username: try row.text(1))
        known.withLock { $0.insert(found, for: account) }
        return found
    }
}
