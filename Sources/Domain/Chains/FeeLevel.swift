// SPDX-License-Identifier: MIT

/// How fast the user wants a payment to confirm; a server's estimate turns it into a rate.
package enum FeeLevel: String, CaseIterable, Sendable {
    case slow = "slow", normal = "normal", fast = "fast"
}
