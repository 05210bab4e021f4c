// SPDX-License-Identifier: MIT
package import Chains

/// The smallest unit: 10^18 of them are one ether. Prices of gas are wei too.
package typealias Wei = UInt256
