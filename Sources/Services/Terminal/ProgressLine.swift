// SPDX-License-Identifier: MIT

/// One line of a terminal that is written over while something slow goes on.
package struct ProgressLine: Sendable {
    private let descriptor: Int32?
    private let columns: Int
    private var isShown = false

    /// - Parameter descriptor: the terminal, or nil to show nothing.
    init(descriptor: Int32?, columns: Int) {
        self.descriptor = descriptor
        self.columns = columns
    }

    /// Replaces what the line says, such as "Sending 3 of 20".
    package mutating func show(_ text: String) {
        guard let descriptor else { return }
        let line = DisplayWidth.truncated(text.printable(), to: columns - 1)
        // Back to the first column, erase to the end of the line. ECMA-48 EL.
        Console.write("\r\u{1B}[K\(line)", to: descriptor)
        isShown = true
    }

    /// Takes the line away; call it before anything else is printed.
    package mutating func clear() {
        guard let descriptor, isShown else { return }
        Console.write("\r\u{1B}[K", to: descriptor)
        isShown = false
    }
}
