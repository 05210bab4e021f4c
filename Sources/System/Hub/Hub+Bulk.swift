// SPDX-License-Identifier: MIT
import Crypto
package import HubAPI
package import Money
import Tokens

/// Many accounts at once, for measurements.
extension Hub {
    /// Opens accounts with money that no password opens, each with a session, in one commit.
    ///
    /// - Throws: `HubProblem` with `.usernameTaken`; none is opened then.
    package func openInBulk(_ usernames: [String], each amount: Amount) throws -> [Session] {
        let parts = parts
        return try parts.store.writeAndWait { store in
            let ledger = parts.ledger(store)
            var postings: [Posting] = []
            var sessions: [Session] = []
            for username in usernames {
                let owner = try Accounts.open(username, check: .impossible(cost: .minimum), ledger: ledger)
                postings.append(Posting(account: LedgerName.user(owner.account), amount: amount))
                let origin = try Origin(device: nil, address: "")
                sessions.append(try parts.sessions.begin(for: owner, on: origin, in: store))
            }
            let total = try postings.reduce(Amount.zero(parts.currency)) { try $0.adding($1.amount) }
            postings.append(Posting(account: LedgerName.funding, amount: try total.negated))
            _ = try ledger.post(Entry(postings), .init(.topUp))
            return sessions
        }
    }
}
