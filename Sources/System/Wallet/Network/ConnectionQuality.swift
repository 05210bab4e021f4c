// SPDX-License-Identifier: MIT

/// The quality of the connection to the hub, and the sizes to request over it.
package enum ConnectionQuality: String, Sendable, CaseIterable {
    /// Answers within a fifth of a second.
    case excellent = "excellent"
    /// Answers within a second.
    case good = "good"
    /// Slower, or the last two calls got no answer.
    case poor = "poor"
    /// No recent measurement.
    case unknown = "unknown"

    /// The page size of a list, if the caller gives none.
    package var pageSize: Int {
        switch self {
        case .excellent: 50
        case .good, .unknown: 20
        case .poor: 10
        }
    }

    /// The longest side, in pixels, of a requested picture.
    package var pictureSide: Int {
        switch self {
        case .excellent: 2_048
        case .good, .unknown: 1_024
        case .poor: 512
        }
    }

    /// - Parameter milliseconds: the duration of a whole call.
    init(milliseconds: Int) {
        self =
            switch milliseconds {
            case ..<200: .excellent
            case ..<1_000: .good
            default: .poor
            }
    }
}
