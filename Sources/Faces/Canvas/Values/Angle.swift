// SPDX-License-Identifier: MIT
internal import Glibc

/// The two trigonometric functions that drawings need.
nonisolated enum Angle {
    static func cosine(_ radians: Double) -> Double { cos(radians) }
    static func sine(_ radians: Double) -> Double { sin(radians) }
}
