// SPDX-License-Identifier: MIT
import Codes
import Symbols
import Terminal

extension Option {
    fileprivate static let size = Option(
        "size", value: "pixels", "The PNG's size: standard (300x150), high (1000x500) or WIDTHxHEIGHT.")
    fileprivate static let width = Option(
        "mm", value: "width", "The width on paper, margin included; the nearest that whole pixels allow.")
    fileprivate static let resolution = Option(
        "dpi", value: "number", "Dots an inch of the printer or screen, for --mm.", fallback: "300")
    fileprivate static let scale = Option("scale", value: "number", "Pixels for each module of the PNG.")
    fileprivate static let caption = Option("caption", "Write the text below the code, in the SVG.")
}

/// Writes a code as the pictures that a command line names, as large as it asks.
struct CodePictures {
    let invocation: Invocation

    static let options: [Option] = [.png, .svg, .size, .width, .resolution, .scale, .caption]

    /// Writes the pictures, and returns their names.
    ///
    /// - Parameter text: what stands below the bars if the command line asks for a caption.
    func write(_ matrix: Matrix, text: String) throws -> [String] {
        var places: [String] = []
        if let path = invocation.value(.svg) {
            guard path.lowercased().hasSuffix(".svg") else {
                throw Failure(.usage, "The name of an SVG picture must end in .svg.")
            }
            let svg = try svg(of: matrix, caption: invocation.has(.caption) ? text : nil)
            try ImageFile.write(Array(svg.utf8), to: path)
            places.append(path)
        }
        if let path = invocation.value(.png) {
            try ImageFile.write(try picture(of: matrix).png(), to: path)
            places.insert(path, at: 0)
        }
        return places
    }

    /// The code in pixels; nil where no pixels were asked for and there are too many of them.
    func pictureIfNeeded(of matrix: Matrix) throws -> Picture? {
        guard invocation.has(.svg), !invocation.has(.png) else { return try picture(of: matrix) }
        do {
            return try picture(of: matrix)
        } catch let error as CodesError where error.code == .doesNotFit {
            return nil
        }
    }

    /// The code in pixels.
    private func picture(of matrix: Matrix) throws -> Picture {
        guard [Option.size, .width, .scale].count(where: invocation.has) <= 1 else {
            throw Failure(.usage, "Give one of --size, --mm and --scale.")
        }
        let size: PictureSize? =
            if let size = try invocation.value(.size, as: Self.pixels) {
                size
            } else if let width = try width() {
                .millimetres(width: width, dotsPerInch: try invocation.integer(.resolution, in: 30...4800) ?? 300)
            } else {
                try invocation.integer(.scale, in: 1...256).map { .scale($0) }
            }
        return try Picture(matrix, size ?? .scale(matrix.comfortableScale))
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
                throw Failure(.usage, "write standard, high or a size such as 600x300")
            }
            return .pixels(width: sides[0], height: sides[1])
        }
    }

    private func width() throws -> Double? {
        try invocation.value(.width) { text in
            guard let width = Double(text), 1...2000 ~= width else {
                throw Failure(.usage, "give millimetres from 1 to 2000, such as 37.3")
            }
            return width
        }
    }
}

extension Picture {
    /// How large it is, in millimetres where it was made for paper.
    var sizeText: String {
        guard let width = widthMillimetres, let height = heightMillimetres, let dotsPerInch else {
            return "\(self.width) by \(self.height) pixels, \(scale) a module"
        }
        return "\(Picture.rounded(width)) by \(Picture.rounded(height)) mm at \(dotsPerInch) dots an inch"
    }
}

extension Matrix {
    /// Pixels a module where nothing was asked for: large enough for a camera, not larger than a screen.
    fileprivate var comfortableScale: Int { symbology == .maxiCode ? 2 : max(3, min(10, 800 / fullWidth)) }
}
