// SPDX-License-Identifier: MIT
import Barcodes

/// A code in pixels, black on white.
package struct Picture: Equatable, Sendable {
    /// In pixels.
    package private(set) var width: Int
    package private(set) var height: Int
    /// Pixels per module side.
    package let scale: Int
    /// Nil unless the picture is for paper.
    package let dotsPerInch: Int?
    private let symbology: Symbology
    private let code: Matrix
    private var left: Int
    private let top: Int
    /// The pixel lines from the first with dark pixels to the last.
    private let bars: Int
    /// The line of text below the code.
    private var caption: Caption?

    private struct Caption: Equatable {
        let text: Lettering
        /// Pixels per dot side.
        let scale: Int
        /// The pixel line of its upper edge.
        let top: Int
        /// The pixels left of it.
        let left: Int
    }

    /// Computes the layout of a code with a line of text below it, inside the size.
    ///
    /// A caption that is wider than the code at one pixel for each dot makes the picture wider. It is left out where the
    /// size in pixels has no room for it, and when it has letters outside Latin-1; see ``hasCaption``.
    ///
    /// - Throws: as ``init(_:_:)``, and ``CodesError`` `.drawingFailed`.
    package init(_ code: Matrix, _ size: PictureSize, caption: String) throws {
        guard let text = try Lettering(caption) else {
            try self.init(code, size)
            return
        }
        let wanted: Int
        switch size {
        case .pixels(let width, let height):
            wanted = max(1, min(height / 8 / text.rows, width / text.columns))
            let room = text.rows * wanted + Picture.captionGap * wanted
            guard text.columns * wanted <= width, room < height else {
                try self.init(code, size)
                return
            }
            try self.init(code, .pixels(width: width, height: height - room))
        case .scale, .millimetres:
            try self.init(code, size)
            // As high as a twelfth of the code's width, as in an SVG, and not wider than the code.
            wanted = max(1, min(code.columns * scale / 12 / text.rows, code.columns * scale / text.columns))
        }
        let room = text.rows * wanted + Picture.captionGap * wanted
        let textWidth = text.columns * wanted
        let wide = max(width, textWidth)
        guard wide <= PictureSize.maximumPixels / (height + room) else { throw Picture.tooLarge(wide, height + room) }
        left += (wide - width) / 2
        width = wide
        // Text inside the quiet zone below the bars would disturb scanners, so it stands below it.
        self.caption = Caption(text: text, scale: wanted, top: height, left: (wide - textWidth) / 2)
        height += room
    }

    /// Whether there is a line of text below the code.
    package var hasCaption: Bool { caption != nil }

    /// White below a caption, in dots.
    private static let captionGap = 4

    /// The lines of the caption, with the white below it.
    private func captionLines(_ caption: Caption) -> [(pixels: [UInt8], count: Int)] {
        let empty = [UInt8](repeating: 0, count: width)
        let lines = (0..<caption.text.rows).map { row in
            var line = [UInt8](repeating: 0, count: caption.left)
            line.reserveCapacity(width)
            for column in 0..<caption.text.columns {
                let dot: UInt8 = caption.text.isDark(column, row) ? 1 : 0
                line.append(contentsOf: repeatElement(dot, count: caption.scale))
            }
            line.append(contentsOf: repeatElement(0, count: width - line.count))
            return (line, caption.scale)
        }
        return lines + [(empty, height - caption.top - caption.text.rows * caption.scale)]
    }

    /// Computes the layout of a code.
    ///
    /// - Throws: ``CodesError`` `.doesNotFit` when its modules would be smaller than a pixel, or the picture larger
    ///   than ``PictureSize/maximumPixels``.
    package init(_ code: Matrix, _ size: PictureSize) throws {
        self.code = code
        symbology = code.symbology
        let quiet = code.quietZone
        switch size {
        case .scale(let scale):
            precondition(scale > 0, "A module needs a size.")
            self.scale = scale
            (width, height) = try Picture.bounded(code, scale)
            (left, top, bars) = (quiet.left * scale, quiet.vertical * scale, code.height * scale)
            dotsPerInch = nil
        case .millimetres(let wanted, let dotsPerInch):
            precondition(dotsPerInch > 0, "Paper needs dots.")
            let scale = wanted * Double(dotsPerInch) / 25.4 / Double(code.fullWidth)
            guard scale >= 0.5, scale < 10_000 else {
                let least = Picture.rounded(Double(code.fullWidth) * 25.4 / Double(dotsPerInch))
                throw CodesError(
                    .doesNotFit,
                    "At \(dotsPerInch) dots an inch this code can be \(least) mm wide or a multiple of it. Choose that."
                )
            }
            self.scale = Int(scale.rounded())
            self.dotsPerInch = dotsPerInch
            (width, height) = try Picture.bounded(code, self.scale)
            (left, top, bars) = (quiet.left * self.scale, quiet.vertical * self.scale, code.height * self.scale)
        case .pixels(let width, let height):
            guard width <= PictureSize.maximumPixels / max(height, 1) else { throw Picture.tooLarge(width, height) }
            let leastHeight = code.symbology.isLinear ? Picture.leastBarHeight + 2 * quiet.vertical : code.fullHeight
            let scale = min(width / code.fullWidth, height / leastHeight)
            guard scale > 0 else {
                throw CodesError(
                    .doesNotFit,
                    "This code needs \(code.fullWidth) by \(leastHeight) pixels and does not fit \(width) by \(height)."
                )
            }
            (self.width, self.height, self.scale, dotsPerInch) = (width, height, scale, nil)
            // Bars may use the available height; squares may not.
            let margin = max(quiet.vertical * scale, height / 10)
            bars =
                code.symbology.isLinear ? max(height - 2 * margin, Picture.leastBarHeight * scale) : code.height * scale
            left = (width - code.fullWidth * scale) / 2 + quiet.left * scale
            top = (height - bars) / 2
        }
    }

    /// Shorter bars are missed by a scanner that is held at an angle; in modules.
    private static let leastBarHeight = 10

    private static func bounded(_ code: Matrix, _ scale: Int) throws -> (width: Int, height: Int) {
        guard scale <= PictureSize.maximumPixels / (code.fullWidth * code.fullHeight) / scale else {
            throw Picture.tooLarge(code.fullWidth * scale, code.fullHeight * scale)
        }
        return (code.fullWidth * scale, code.fullHeight * scale)
    }

    private static func tooLarge(_ width: Int, _ height: Int) -> CodesError {
        CodesError(
            .doesNotFit,
            """
            The picture would have \(width) by \(height) pixels. Satchel draws at most \
            \(PictureSize.maximumPixels / 1_000_000) million. Choose a smaller size or fewer dots an inch, or an SVG, \
            which has no pixels.
            """)
    }

    // MARK: - On paper

    /// The width of a module in millimetres, for a picture for paper.
    package var moduleMillimetres: Double? { dotsPerInch.map { Double(scale) * 25.4 / Double($0) } }

    /// The width in millimetres, for a picture for paper.
    package var widthMillimetres: Double? { dotsPerInch.map { Double(width) * 25.4 / Double($0) } }

    /// The height in millimetres, for a picture for paper.
    package var heightMillimetres: Double? { dotsPerInch.map { Double(height) * 25.4 / Double($0) } }

    /// A warning about modules that scanners may refuse, or nil.
    package var advice: String? {
        guard let module = moduleMillimetres, !symbology.moduleMillimetres.contains(module) else { return nil }
        let range = symbology.moduleMillimetres
        let widths = [range.lowerBound, range.upperBound].map { Picture.rounded($0 * Double(code.fullWidth)) }
        return """
            Scanners expect \(symbology.name) with modules of \(range.lowerBound) to \(range.upperBound) mm, this code \
            \(widths[0]) to \(widths[1]) mm wide.
            """
    }

    /// Millimetres with one decimal.
    package static func rounded(_ millimetres: Double) -> Double { (millimetres * 10).rounded() / 10 }

    // MARK: - Pixels

    /// The lines from top to bottom with their repetitions; 1 for a dark pixel, 0 for a light one.
    func lines() -> [(pixels: [UInt8], count: Int)] {
        let empty = [UInt8](repeating: 0, count: width)
        var lines = [(empty, top)]
        for row in 0..<code.rows {
            var line = [UInt8](repeating: 0, count: left)
            line.reserveCapacity(width)
            for column in 0..<code.columns {
                line.append(contentsOf: repeatElement(code.isDark(column, row * code.rowHeight) ? 1 : 0, count: scale))
            }
            line.append(contentsOf: repeatElement(0, count: width - line.count))
            lines.append((line, bars / code.rows))
        }
        let end = caption?.top ?? height
        lines.append((empty, end - top - bars / code.rows * code.rows))
        return lines + (caption.map(captionLines) ?? [])
    }
}
