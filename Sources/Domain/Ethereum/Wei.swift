// SPDX-License-Identifier: MIT
package import Chains

/// The smallest unit: 10^18 wei are one ether. Gas prices are in wei too.
package typealias Wei = UInt256
