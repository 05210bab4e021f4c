// SPDX-License-Identifier: MIT
import HubAPI

/// A transfer between two accounts on its way to the writer: its form and its caller's signature are checked, the books
/// are not.
///
/// An object, because it is handed on many times between the network and the books.
final class QueuedTransfer: Sendable {
    let order: SendOrder
    let caller: Caller
    /// What makes two requests under one id the same.
    let request: [UInt8]
    /// What stands behind the name that is paid, where that is known already.
    let recipient: AccountNames.Named?

    init(order: SendOrder, caller: Caller, request: [UInt8], recipient: AccountNames.Named?) {
        self.order = order
        self.caller = caller
        self.request = request
        self.recipient = recipient
    }

    /// The name of its answer in the books.
    var key: Key { Key(account: caller.id, id: order.id) }

    struct Key: Hashable, Sendable {
        let account: Int64
        let id: OperationID
    }
}
