// SPDX-License-Identifier: MIT

/// A part of a command line that is known by its place, such as `<file>`.
package struct Operand: Sendable {
    package enum Count: Sendable {
        case one
        case optional
        /// All that are left, at least one.
        case many
        /// All that are left, perhaps none.
        case any
    }

    package let name: String
    package let summary: String
    package let count: Count
    package let completion: Completion

    package init(_ name: String, _ summary: String, count: Count = .one, completion: Completion = .nothing) {
        self.name = name
        self.summary = summary
        self.count = count
        self.completion = completion
    }

    /// How a usage line writes it.
    var spelling: String {
        switch count {
        case .one: "<\(name)>"
        case .optional: "[<\(name)>]"
        case .many: "<\(name)> ..."
        case .any: "[<\(name)> ...]"
        }
    }
}
