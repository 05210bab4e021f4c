// SPDX-License-Identifier: MIT
import HubAPI

/// A transfer between two accounts on its way to the writer: its form and its caller's signature are checked, the books
/// are not.
struct QueuedTransfer: Sendable {
    let order: SendOrder
    let caller: Caller
    /// What makes two requests under one id the same.
    let request: [UInt8]

    /// The name of its answer in the books.
    var key: Key { Key(account: caller.id, id: order.id) }

    struct Key: Hashable, Sendable {
        let account: Int64
        let id: OperationID
    }
}
