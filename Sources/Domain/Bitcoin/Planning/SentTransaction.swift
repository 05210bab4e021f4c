// SPDX-License-Identifier: MIT

/// The fee and size of a waiting transaction, for computing a replacement or a child.
package struct SentTransaction: Hashable, Sendable {
    package let fee: Satoshis
    package let virtualSize: Int

    package init(fee: Satoshis, virtualSize: Int) {
        self.fee = fee
        self.virtualSize = virtualSize
    }
}
