// SPDX-License-Identifier: MIT
internal import Glibc

/// The two functions of geometry that drawings need.
nonisolated enum Angle {
    static func cosine(_ radians: Double) -> Double { cos(radians) }
    static func sine(_ radians: Double) -> Double { sin(radians) }
}
