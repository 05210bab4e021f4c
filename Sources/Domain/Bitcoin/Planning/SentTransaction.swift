// SPDX-License-Identifier: MIT

/// What a waiting transaction paid, for reckoning what replaces it or follows it.
package struct SentTransaction: Hashable, Sendable {
    package let fee: Satoshis
    package let virtualSize: Int

    package init(fee: Satoshis, virtualSize: Int) {
        self.fee = fee
        self.virtualSize = virtualSize
    }
}
