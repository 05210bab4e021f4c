// SPDX-License-Identifier: MIT
import Codes
import Terminal

extension Matrix {
    /// The code as large as a whole screen allows, black on white, with a caption below where there is room.
    ///
    /// - Throws: ``CodesError`` `.doesNotFit` when the screen has too few columns or lines.
    func picture(filling size: FullScreen.Size, caption: String) throws -> FullScreen.Picture {
        // The caption and the line above it.
        let room = size.rows - 2 >= terminalLines ? size.rows - 2 : size.rows
        let lines = try terminalLines(columns: size.columns, lines: room)
        return FullScreen.Picture(lines: lines, columns: lines.first?.count ?? 0, caption: caption)
    }
}
