// SPDX-License-Identifier: MIT

package import Crypto

/// One transfer as a record in its root's tree: what the hub's rules need of it, without its bytes.
package struct ChainRecord: Hashable, Sendable {
    package let id: RecordID
    package let parent: RecordID
    package let range: UnitRange
    /// The parent's owner, who signed.
    package let spender: P256.PublicKey
    /// The new owner.
    package let recipient: P256.PublicKey

    package init(
        id: RecordID, parent: RecordID, range: UnitRange, spender: P256.PublicKey, recipient: P256.PublicKey
    ) {
        self.id = id
        self.parent = parent
        self.range = range
        self.spender = spender
        self.recipient = recipient
    }
}
