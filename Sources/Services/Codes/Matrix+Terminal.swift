// SPDX-License-Identifier: MIT

extension Matrix {
    /// What the text is shown on.
    package enum Screen: Sendable {
        /// A terminal that obeys colours: black on white is set for each line and reset at its end.
        case colour
        /// Plain text that will appear light on a dark ground: the light modules are drawn.
        case darkGround
        /// Plain text that will appear dark on a light ground: the dark modules are drawn.
        case lightGround
    }

    /// The code with its quiet zone in half blocks: each character is one module wide and two high.
    ///
    /// It takes ``fullWidth`` columns and half as many lines, each ended by a line feed.
    package func terminalText(_ screen: Screen = .colour) -> String {
        let rows = fullRows()
        // 16 and 231 are black and white in the fixed part of the 256 colours, which themes leave alone. ECMA-48 SGR.
        let (start, end) = screen == .colour ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m\n") : ("", "\n")
        // An odd last row is completed by a light one.
        let light = [Bool](repeating: false, count: fullWidth)
        return stride(from: 0, to: rows.count, by: 2).map { y in
            let lower = y + 1 < rows.count ? rows[y + 1] : light
            let line = zip(rows[y], lower).map { top, bottom in
                screen == .darkGround ? Matrix.block(!top, !bottom) : Matrix.block(top, bottom)
            }
            return start + String(line) + end
        }.joined()
    }

    private static func block(_ top: Bool, _ bottom: Bool) -> Character {
        switch (top, bottom) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
    }
}
