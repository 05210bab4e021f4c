// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import Terminal

extension Option {
    fileprivate static let size = Option(
        "size", value: "pixels", "Size of the PNG: standard (300x150), high (1000x500) or WIDTHxHEIGHT.")
    fileprivate static let width = Option(
        "mm", value: "width", "Width on paper in mm, 1 to 2000, with the margin, rounded to whole pixels.")
    fileprivate static let resolution = Option(
        "dpi", value: "number", "Resolution for --mm in dots per inch, 30 to 4800.", fallback: "300")
    fileprivate static let scale = Option(
        "scale", value: "number", "Pixels for each module, 1 to 256. Default: by the size of the code.")
    fileprivate static let caption = Option("caption", "Write the text below the code.")
}

/// Writes a code as pictures, in the sizes of the options.
struct CodePictures {
    let invocation: Invocation

    static let options: [Option] = [.png, .svg, .size, .width, .resolution, .scale, .caption]

    /// Writes the pictures and returns their names.
    ///
    /// - Parameter text: the caption below the code, if the options ask for one.
    func write(_ matrix: Matrix, text: String) throws -> [String] {
        var places: [String] = []
        if let path = invocation.value(.svg) {
            guard path.lowercased().hasSuffix(".svg") else {
                throw Failure(.usage, "The file name of --svg must end in .svg.")
            }
            let svg = try svg(of: matrix, caption: caption(text))
            try ImageFile.write(Array(svg.utf8), to: path)
            places.append(path)
        }
        if let path = invocation.value(.png) {
            let picture = try picture(of: matrix, caption: caption(text))
            try ImageFile.write(try picture.png(), to: path)
            if invocation.has(.caption), !picture.hasCaption {
                invocation.console.note(
                    "The PNG has no caption: it has no room, or the text has other than Latin letters. An SVG has both."
                )
            }
            places.insert(path, at: 0)
        }
        return places
    }

    private func caption(_ text: String) -> String? { invocation.has(.caption) ? text : nil }

    /// The code in pixels; nil if no PNG was asked for and the picture would be too large.
    func pictureIfNeeded(of matrix: Matrix, text: String) throws -> Picture? {
        guard invocation.has(.svg), !invocation.has(.png) else {
            return try picture(of: matrix, caption: caption(text))
        }
        do {
            return try picture(of: matrix)
        } catch let error as CodesError where error.code == .doesNotFit {
            return nil
        }
    }

    /// The code in pixels, with the caption below it.
    private func picture(of matrix: Matrix, caption: String? = nil) throws -> Picture {
        guard [Option.size, .width, .scale].count(where: invocation.has) <= 1 else {
            throw Failure(.usage, "Give only one of --size, --mm and --scale.")
        }
        let size: PictureSize? =
            if let size = try invocation.value(.size, as: Self.pixels) {
                size
            } else if let width = try width() {
                .millimetres(width: width, dotsPerInch: try invocation.integer(.resolution, in: 30...4800) ?? 300)
            } else {
                try invocation.integer(.scale, in: 1...256).map { .scale($0) }
            }
        let chosen = size ?? .scale(matrix.comfortableScale)
        return try caption.map { try Picture(matrix, chosen, caption: $0) } ?? Picture(matrix, chosen)
    }

    private func svg(of matrix: Matrix, caption: String?) throws -> String {
        if let width = try width() { return matrix.svg(millimetres: width, caption: caption) }
        return matrix.svg(
            scale: try invocation.integer(.scale, in: 1...256) ?? matrix.comfortableScale, caption: caption)
    }

    private static func pixels(_ text: String) throws -> PictureSize {
        switch text {
        case "standard": return .standard
        case "high": return .high
        default:
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard sides.count == 2, sides.allSatisfy({ 1...20_000 ~= $0 }) else {
                throw Failure(.usage, "use standard, high or a size such as 600x300")
            }
            return .pixels(width: sides[0], height: sides[1])
        }
    }

    private func width() throws -> Double? {
        try invocation.value(.width) { text in
            guard let width = Double(text), 1...2000 ~= width else {
                throw Failure(.usage, "use millimetres from 1 to 2000, such as 37.3")
            }
            return width
        }
    }
}

extension Picture {
    /// The size, in millimetres for paper, otherwise in pixels.
    var sizeText: String {
        guard let width = widthMillimetres, let height = heightMillimetres, let dotsPerInch else {
            return "\(self.width) by \(self.height) pixels, \(scale) per module"
        }
        return "\(Picture.rounded(width)) by \(Picture.rounded(height)) mm at \(dotsPerInch) dots per inch"
    }
}

extension Matrix {
    /// Default pixels for each module: large enough for a camera, and not larger than a screen.
    fileprivate var comfortableScale: Int { symbology == .maxiCode ? 2 : max(3, min(10, 800 / fullWidth)) }
}
