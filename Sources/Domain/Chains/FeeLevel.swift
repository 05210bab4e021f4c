// SPDX-License-Identifier: MIT

/// How much a person wants to hurry; a server's estimate turns it into a rate.
package enum FeeLevel: String, CaseIterable, Sendable {
    case slow = "slow", normal = "normal", fast = "fast"
}
