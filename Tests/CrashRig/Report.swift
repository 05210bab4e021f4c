// SPDX-License-Identifier: MIT
internal import Glibc

/// What the process tells the test: lines on standard output, whole or not at all.
package enum Report {
    private static func line(_ kind: String, _ text: String) {
        let bytes = Array("\(kind) \(text)\n".utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            done += count
        }
    }

    /// What a person now has in hand: shown on a screen, and so beyond recall.
    package static func shown(_ text: String) { line("shown", text) }
    /// Why nothing came of it.
    package static func refused(_ code: String, _ message: String) { line("refused", "\(code) \(message)") }
}
