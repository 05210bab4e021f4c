// SPDX-License-Identifier: MIT
import Crypto
package import HubAPI
import HubLedger
import HubStorage
package import Money
import Tokens

/// Opens many accounts at once, for measurements.
extension Hub {
    /// The number of accounts that one ledger entry funds.
    private static let accountsPerEntry = 1_000

    /// Opens funded accounts without a usable password, in one commit. The ledger's tree is updated afterwards.
    ///
    /// - Parameter signedIn: whether the account with the given index gets a session.
    /// - Returns: the sessions, in the order of the names.
    /// - Throws: `HubProblem` with `.usernameTaken`; then no account is opened.
    package func openInBulk(
        _ usernames: [String], each amount: Amount, signedIn: @escaping @Sendable (Int) -> Bool = { _ in true }
    ) throws -> [Session] {
        let context = context
        let sessions = try context.store.writeAndWait { store in
            let ledger = context.ledger(store)
            var sessions: [Session] = []
            for first in stride(from: 0, to: usernames.count, by: Self.accountsPerEntry) {
                let places = first..<min(first + Self.accountsPerEntry, usernames.count)
                var postings: [Posting] = []
                for place in places {
                    let owner = try Accounts.open(
                        usernames[place], check: .impossible(cost: .minimum), ledger: ledger)
                    postings.append(Posting(account: LedgerName.user(owner.account), amount: amount))
                    guard signedIn(place) else { continue }
                    let origin = try Origin(device: nil, address: "")
                    sessions.append(try context.sessions.begin(for: owner, on: origin, in: store))
                }
                let total = try postings.reduce(Amount.zero(context.currency)) { try $0.adding($1.amount) }
                postings.append(Posting(account: LedgerName.funding, amount: try total.negated))
                _ = try ledger.post(Entry(postings), .init(.topUp))
            }
            return sessions
        }
        try extendTree()
        return sessions
    }
}
