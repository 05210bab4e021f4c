// SPDX-License-Identifier: MIT
package import HubAPI

/// A transfer between two accounts, queued for the writer. Its form and the caller's signature are checked; the ledger
/// is not yet.
///
/// A class, because it is passed on many times between the network and the database.
package final class QueuedTransfer: Sendable {
    package let order: SendOrder
    package let caller: Caller
    /// The fingerprint of the request, to tell a repetition from another request under the same id.
    package let request: [UInt8]
    /// The account that is paid, if it is known already.
    package let recipient: AccountNames.Named?

    package init(order: SendOrder, caller: Caller, request: [UInt8], recipient: AccountNames.Named?) {
        self.order = order
        self.caller = caller
        self.request = request
        self.recipient = recipient
    }

    /// The key of the transfer's stored answer.
    package var key: Key { Key(account: caller.id, id: order.id) }

    package struct Key: Hashable, Sendable {
        package let account: Int64
        package let id: OperationID

        package init(account: Int64, id: OperationID) {
            self.account = account
            self.id = id
        }
    }
}
