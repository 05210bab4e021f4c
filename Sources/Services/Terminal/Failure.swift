// SPDX-License-Identifier: MIT

/// How a command ended when it did not succeed: what the person reads and what the script gets.
///
/// Commands may throw it; each program translates the errors of its other modules to it in one place.
package struct Failure: Error, Equatable, Sendable {
    package let exitCode: ExitCode
    /// One or two sentences: what failed, on what, what to do next.
    package let message: String

    /// Whether how to write the command is said too; not where the words are right and one of their values is not.
    package let showsUsage: Bool

    /// The answer no to a question.
    package static let cancelled = Failure(.notConfirmed, "Cancelled.")

    package init(_ exitCode: ExitCode, _ message: String, showsUsage: Bool = true) {
        self.exitCode = exitCode
        self.message = message
        self.showsUsage = showsUsage
    }
}
