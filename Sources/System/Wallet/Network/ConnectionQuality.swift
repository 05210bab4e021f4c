// SPDX-License-Identifier: MIT

/// How good the way to the hub is, and what is asked for over it.
package enum ConnectionQuality: String, Sendable, CaseIterable {
    /// Answers within a fifth of a second.
    case excellent
    /// Answers within a second.
    case good
    /// Slower, or the last two calls failed.
    case poor
    /// Nothing has been measured lately.
    case unknown

    /// Lines of a list that are asked for at once, when nobody says how many.
    package var pageSize: Int {
        switch self {
        case .excellent: 50
        case .good, .unknown: 20
        case .poor: 10
        }
    }

    /// The longest side, in pixels, of a picture that is asked for.
    package var pictureSide: Int {
        switch self {
        case .excellent: 2_048
        case .good, .unknown: 1_024
        case .poor: 512
        }
    }

    /// - Parameter milliseconds: what a whole call took.
    init(milliseconds: Int) {
        self =
            switch milliseconds {
            case ..<200: .excellent
            case ..<1_000: .good
            default: .poor
            }
    }
}
