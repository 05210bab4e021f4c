// SPDX-License-Identifier: MIT
import Barcodes

extension Matrix {
    /// The code with its quiet zone as an SVG image: one white rectangle and one black path.
    ///
    /// - Parameters:
    ///   - scale: CSS pixels per module side; the image can be scaled without loss.
    ///   - caption: a line of text below, as below an EAN; nil for none.
    package func svg(scale: Int = 10, caption: String? = nil) -> String {
        precondition(scale > 0, "A module needs a size.")
        let height = fullHeight + captionHeight(caption)
        return svg(width: "\(fullWidth * scale)", height: "\(height * scale)", caption: caption)
    }

    /// The code with its quiet zone as an SVG image with a size on paper.
    ///
    /// - Parameter millimetres: the width, including the quiet zone.
    package func svg(millimetres: Double, caption: String? = nil) -> String {
        precondition(millimetres > 0, "A picture needs a size.")
        let module = millimetres / Double(fullWidth)
        let height = Double(fullHeight + captionHeight(caption)) * module
        return svg(width: "\(millimetres)mm", height: "\((height * 1000).rounded() / 1000)mm", caption: caption)
    }

    private func svg(width: String, height: String, caption: String?) -> String {
        let fullHeight = fullHeight + captionHeight(caption)
        let text = caption.map { caption in
            """
            <text x="\(Double(2 * quietZone.left + columns) / 2)" y="\(fullHeight - quietZone.vertical)" text-anchor="middle" \
            font-family="monospace" font-size="\(captionHeight(caption) - 2)" \
            textLength="\(min(columns, caption.count * captionHeight(caption)))">\(Matrix.escaped(caption))</text>

            """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(fullWidth) \(fullHeight)" shape-rendering="crispEdges">
            <path fill="#fff" d="M0 0h\(fullWidth)v\(fullHeight)H0z"/>
            <path d="\(path())"/>
            \(text ?? "")</svg>

            """
    }

    /// In modules, so that the text is at most as wide as the code.
    private func captionHeight(_ caption: String?) -> Int {
        guard let caption, !caption.isEmpty else { return 0 }
        return max(4, min(12, columns * 3 / 2 / caption.count)) + 2
    }

    /// One rectangle per run of dark modules in a row.
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

    /// Escapes markup, and removes characters that XML does not allow. XML 1.0, sections 2.2 and 2.4
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "<": "&lt;"
            case "&": "&amp;"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
