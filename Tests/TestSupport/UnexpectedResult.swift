// SPDX-License-Identifier: MIT

/// Something that must not happen, whatever is killed when.
package struct UnexpectedResult: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else { throw UnexpectedResult(sentence()) }
}
