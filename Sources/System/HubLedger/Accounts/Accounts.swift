// SPDX-License-Identifier: MIT
package import HubAPI
import HubStorage
package import SQL
package import Tokens

/// Reads and writes the rows of accounts.
package enum Accounts {
    /// The refusal for a name that no account has.
    package static let unknownRecipient = HubProblem(
        .unknownRecipient, "No account has this name. Check its spelling.")

    /// The row and the id of a username.
    package static func find(_ username: String, in database: any SQLConnection) throws -> (
        id: Int64, account: AccountID
    )? {
        let row = try database.row("SELECT id, uid FROM account WHERE username = ?", [.text(username)])
        guard let row else { return nil }
        return (try row.int(0), try AccountID(try row.blob(1)))
    }

    /// The id of the account in a row.
    package static func account(_ id: Int64, in database: any SQLConnection) throws -> AccountID {
        guard let row = try database.row("SELECT uid FROM account WHERE id = ?", [.integer(id)]) else {
            throw HubError(.internalFault, "There is no account in row \(id).")
        }
        return try AccountID(try row.blob(0))
    }
}
