// SPDX-License-Identifier: MIT
import Codes
import Terminal

extension Matrix {
    /// The code as large as the whole screen allows, black on white, with a caption below if it fits.
    ///
    /// - Throws: ``CodesError`` `.doesNotFit` when the screen has too few columns or lines.
    func picture(filling size: FullScreen.Size, caption: String) throws -> FullScreen.Picture {
        // Two rows for the caption and the line above it.
        let room = size.rows - 2 >= terminalLines ? size.rows - 2 : size.rows
        let lines = try terminalLines(columns: size.columns, lines: room)
        return FullScreen.Picture(lines: lines, columns: lines.first?.count ?? 0, caption: caption)
    }
}
