// SPDX-License-Identifier: MIT

/// An invariant of 02-offline-tokens that did not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// What a device throws at a step to play its sudden end.
struct Crash: Error {}
