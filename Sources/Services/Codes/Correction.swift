// SPDX-License-Identifier: MIT

/// How much of a QR code may be hidden or misread before its text is lost. ISO/IEC 18004, section 7.5.1.
package enum Correction: Int32, CaseIterable, Comparable, Sendable {
    /// About 7 %.
    case low = 1
    /// About 15 %.
    case medium = 2
    /// About 25 %.
    case quartile = 3
    /// About 30 %.
    case high = 4

    package static func < (left: Correction, right: Correction) -> Bool { left.rawValue < right.rawValue }
}
