// SPDX-License-Identifier: MIT

/// A content that is kept as a row of the hub's database: a file of its own would cost three flushes.
package enum SmallContent {
    /// In bytes.
    package static let maximumCount = 16 << 10
}
