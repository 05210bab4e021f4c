// SPDX-License-Identifier: MIT

/// What became of cards that were written in a format: its content, and what the format could not hold.
package struct CardExport<Content: Sendable>: Sendable {
    package var content: Content
    /// Cards of the bundle, from 1, of which something was left out.
    package var problems: [ImportProblem]

    package init(_ content: Content, problems: [ImportProblem] = []) {
        self.content = content
        self.problems = problems
    }
}
