// SPDX-License-Identifier: MIT

extension Matrix {
    /// The code with its quiet zone as an SVG image: one white square and one black path.
    ///
    /// - Parameter scale: CSS pixels for each module's side; the image can be scaled without loss.
    package func svg(scale: Int = 10) -> String {
        precondition(scale > 0, "A module needs a size.")
        let size = fullSide * scale
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" \
            viewBox="0 0 \(fullSide) \(fullSide)" shape-rendering="crispEdges">
            <path fill="#fff" d="M0 0h\(fullSide)v\(fullSide)H0z"/>
            <path d="\(path())"/>
            </svg>

            """
    }

    /// One rectangle for each run of dark modules in a row.
    private func path() -> String {
        var path = ""
        for (y, row) in rows().enumerated() {
            var x = 0
            while x < row.count {
                let end = row[x...].firstIndex { $0 != row[x] } ?? row.count
                if row[x] { path += "M\(x) \(y)h\(end - x)v1H\(x)z" }
                x = end
            }
        }
        return path
    }
}
