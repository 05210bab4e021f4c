// SPDX-License-Identifier: MIT

/// Something that must not happen, whatever is killed when.
struct Surprise: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else { throw Surprise(sentence()) }
}
