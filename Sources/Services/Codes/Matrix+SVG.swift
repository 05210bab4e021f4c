// SPDX-License-Identifier: MIT
import Symbols

extension Matrix {
    /// The code with its quiet zone as an SVG image: one white rectangle and one black path.
    ///
    /// - Parameter scale: CSS pixels for each module's side; the image can be scaled without loss.
    package func svg(scale: Int = 10) -> String {
        precondition(scale > 0, "A module needs a size.")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(fullWidth * scale)" height="\(fullHeight * scale)" \
            viewBox="0 0 \(fullWidth) \(fullHeight)" shape-rendering="crispEdges">
            <path fill="#fff" d="M0 0h\(fullWidth)v\(fullHeight)H0z"/>
            <path d="\(path())"/>
            </svg>

            """
    }

    /// One rectangle for each run of dark modules in a row.
    private func path() -> String {
        var path = ""
        for number in 0..<rows {
            let row = fullRow(number)
            let y = quietZone.vertical + number * rowHeight
            var x = 0
            while x < row.count {
                let end = row[x...].firstIndex { $0 != row[x] } ?? row.count
                if row[x] { path += "M\(x) \(y)h\(end - x)v\(rowHeight)H\(x)z" }
                x = end
            }
        }
        return path
    }
}
