// SPDX-License-Identifier: MIT
import HubAPI

/// A transfer between two accounts, queued for the writer. Its form and the caller's signature are checked; the ledger
/// is not yet.
///
/// A class, because it is passed on many times between the network and the database.
final class QueuedTransfer: Sendable {
    let order: SendOrder
    let caller: Caller
    /// The fingerprint of the request, to tell a repetition from another request under the same id.
    let request: [UInt8]
    /// The account that is paid, if it is known already.
    let recipient: AccountNames.Named?

    init(order: SendOrder, caller: Caller, request: [UInt8], recipient: AccountNames.Named?) {
        self.order = order
        self.caller = caller
        self.request = request
        self.recipient = recipient
    }

    /// The key of the transfer's stored answer.
    var key: Key { Key(account: caller.id, id: order.id) }

    struct Key: Hashable, Sendable {
        let account: Int64
        let id: OperationID
    }
}
