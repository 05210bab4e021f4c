// SPDX-License-Identifier: MIT

/// The result of writing cards in a format: the content, and the data that the format cannot represent.
package struct CardExport<Content: Sendable>: Sendable {
    package var content: Content
    /// Cards of the bundle, from 1, that are incomplete in the content.
    package var problems: [ImportProblem]

    package init(_ content: Content, problems: [ImportProblem] = []) {
        self.content = content
        self.problems = problems
    }
}
