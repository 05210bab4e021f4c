// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Symbols
import Terminal

extension Option {
    static let symbology = Option(
        "as", value: "kind", "The kind of code: qr, code128, ean13 and others; auto takes the most likely.",
        fallback: "qr", completion: .choices(Symbology.allCases.map(\.word) + ["auto"]))
    fileprivate static let hexadecimal = Option("bytes", value: "hex", "Draw these bytes, in hexadecimal.")
    fileprivate static let content = Option(
        "file", value: "file", "Draw the bytes of a file; - for standard input.", completion: .files)
    fileprivate static let correction = Option(
        "correction", value: "level",
        "QR: low, medium, quartile or high. PDF417: 0 to 8. Aztec: per cent, such as 33%.")
    fileprivate static let eci = Option(
        "eci", value: "number", "State this character set in the code: 26 for UTF-8, 3 for Latin-1.")
    fileprivate static let gs1 = Option("gs1", "Mark it as GS1; the text is written as (01)…(10)… .")
    fileprivate static let size = Option(
        "size", value: "pixels", "The PNG's size: standard (300x150), high (1000x500) or WIDTHxHEIGHT.")
    fileprivate static let width = Option(
        "mm", value: "width", "The width on paper, margin included; the nearest that whole pixels allow.")
    fileprivate static let resolution = Option(
        "dpi", value: "number", "Dots an inch of the printer or screen, for --mm.", fallback: "300")
    fileprivate static let scale = Option("scale", value: "number", "Pixels for each module of the PNG.")
    fileprivate static let caption = Option("caption", "Write the text below the code, in the SVG.")
    fileprivate static let fullScreen = Option("full-screen", short: "f", "Fill the terminal until a key is pressed.")
}

extension Operand {
    fileprivate static let text = Operand("text", "What the code is to hold.", count: .optional)
}

extension Command {
    static let codeDrawing: [Command] = [
        Command(
            "draw", "Draw a code on the terminal, or as a PNG or SVG picture.",
            discussion: """
                Digits and letters that people leave out are added: the check digit of an EAN or UPC, the letters around \
                a Codabar. A text that does not fit is refused, with the kinds that can hold it. Bytes are drawn as they \
                are. Codes are black on white with the margin that their standard asks for.
                """,
            options: [
                .symbology, .hexadecimal, .content, .correction, .eci, .gs1, .png, .svg, .size, .width, .resolution,
                .scale, .caption, .fullScreen, .plain,
            ], operands: [.text],
            examples: [
                .init("satchel code draw 'Hello'", "As QR, on the terminal."),
                .init("satchel code draw 400638133393 --as ean13 --png code.png --size high", "For a screen."),
                .init("satchel code draw 'Card 0815' --as code128 --png code.png --mm 50 --dpi 600", "For paper."),
                .init("satchel code draw --file ticket.bin --as aztec --svg code.svg", "Bytes, without loss."),
            ]
        ) { try CodeDesk(invocation: $0).draw() }
    ]
}

/// Draws what a command line asks for.
private struct CodeDesk {
    let invocation: Invocation

    private var console: Console { invocation.console }

    /// More than any code holds.
    private static let maximumBytes = 8192

    func draw() throws {
        let symbol = try symbol()
        let matrix = try symbol.drawn()
        let picture = try picture(of: matrix)
        var places: [String] = []
        if let path = invocation.value(.png) {
            try ImageFile.write(try picture.png(), to: path)
            places.append(path)
        }
        if let path = invocation.value(.svg) {
            try ImageFile.write(Array(try svg(of: matrix, symbol).utf8), to: path)
            places.append(path)
        }
        if invocation.wantsJSON { return console.print(json(symbol, matrix, picture, places)) }
        guard !places.isEmpty else { return try show(symbol, matrix) }
        console.print("\(matrix.symbology.name), \(size(picture)), written to \(places.joined(separator: " and ")).")
        if invocation.has(.png) || invocation.has(.width), let advice = picture.advice { console.note(advice) }
    }

    // MARK: - What

    private func symbol() throws -> Symbol {
        let isGS1 = invocation.has(.gs1)
        let eci = try invocation.integer(.eci, in: 3...999_999)
        let drawn: Symbol
        if let bytes = try bytes() {
            drawn = Symbol(try symbology(for: nil), bytes, eci: eci, isGS1: isGS1)
        } else {
            let text = try text()
            let symbology = try symbology(for: text)
            if let eci {
                drawn = Symbol(symbology, try Self.encoded(text, eci: eci), eci: eci, isGS1: isGS1)
            } else {
                do {
                    drawn = try Symbol(typed: text, as: symbology, isGS1: isGS1)
                } catch let error as SymbolsError {
                    throw CodesError(error)
                }
            }
        }
        return Symbol(
            drawn.symbology, drawn.bytes, eci: drawn.eci, isGS1: drawn.isGS1,
            correction: try correction(of: drawn.symbology))
    }

    private static func encoded(_ text: String, eci: Int) throws -> [UInt8] {
        let latin1 = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        switch eci {
        case 26: return Array(text.utf8)
        case 3 where latin1.count == text.unicodeScalars.count: return latin1
        case 3: throw Failure(.usage, "Latin-1 does not have all of these characters. Use --eci 26.")
        default:
            throw Failure(
                .usage, "A typed text is written as 26 or 3. Give the bytes of others: --bytes HEX --eci \(eci)")
        }
    }

    private func text() throws -> String {
        guard let text = invocation.optional(.text) else {
            throw Failure(.usage, "There is nothing to draw. Type a text, or name a file with --file.")
        }
        guard !invocation.has(.hexadecimal), !invocation.has(.content) else {
            throw Failure(.usage, "A code holds one thing: a text, --bytes or --file.")
        }
        return text
    }

    /// What was given as bytes; nil where a text was typed.
    private func bytes() throws -> [UInt8]? {
        if let text = invocation.optional(.text), text != "-" { return nil }
        let path = invocation.optional(.text) ?? invocation.value(.content)
        let typed: [UInt8]? = try invocation.value(.hexadecimal) { text in
            try Hex.decode(text)
        }
        guard typed == nil || path == nil else {
            throw Failure(.usage, "A code holds one thing: a text, --bytes or --file.")
        }
        return try typed ?? path.map { try TextFile.bytes(of: $0, maximumBytes: Self.maximumBytes) }
    }

    private func symbology(for text: String?) throws -> Symbology {
        try invocation.required(.symbology) { name in
            if name == "auto" { return text.flatMap { Symbology.suggestions(for: $0).first } ?? .qr }
            guard let symbology = Symbology(word: name) else {
                throw Failure(.usage, "choose " + Symbology.allCases.map(\.word).joined(separator: ", ") + " or auto")
            }
            return symbology
        }
    }

    private func correction(of symbology: Symbology) throws -> Symbol.Correction? {
        try invocation.value(.correction) { text in
            let number = Int(text.hasSuffix("%") ? String(text.dropLast()) : text)
            switch (symbology, number) {
            case (.qr, nil):
                let levels: [String: QRCorrection] = [
                    "low": .low, "medium": .medium, "quartile": .quartile, "high": .high,
                ]
                guard let level = levels[text.lowercased()] else {
                    throw Failure(.usage, "choose low, medium, quartile or high")
                }
                return .qr(level)
            case (.pdf417, let level?) where 0...8 ~= level: return .pdf417(level: level)
            case (.aztec, let percent?) where 5...50 ~= percent: return .aztec(percent: percent)
            case (.pdf417, _): throw Failure(.usage, "choose a level from 0 to 8")
            case (.aztec, _): throw Failure(.usage, "choose 5% to 50%")
            case (.qr, _): throw Failure(.usage, "choose low, medium, quartile or high")
            default: throw Failure(.usage, "\(symbology.name) has no levels of correction")
            }
        }
    }

    // MARK: - How large

    private func picture(of matrix: Matrix) throws -> Picture {
        let given = [Option.size, .width, .scale].filter(invocation.has)
        guard given.count <= 1 else { throw Failure(.usage, "Give one of --size, --mm and --scale.") }
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

    private func svg(of matrix: Matrix, _ symbol: Symbol) throws -> String {
        guard let path = invocation.value(.svg), path.lowercased().hasSuffix(".svg") else {
            throw Failure(.usage, "The name of an SVG picture must end in .svg.")
        }
        let caption = invocation.has(.caption) ? symbol.text : nil
        if let width = try width() { return matrix.svg(millimetres: width, caption: caption) }
        return matrix.svg(
            scale: try invocation.integer(.scale, in: 1...256) ?? matrix.comfortableScale, caption: caption)
    }

    private func size(_ picture: Picture) -> String {
        guard let width = picture.widthMillimetres, let height = picture.heightMillimetres else {
            return "\(picture.width) by \(picture.height) pixels, \(picture.scale) a module"
        }
        return "\(Picture.rounded(width)) by \(Picture.rounded(height)) mm at \(picture.dotsPerInch ?? 0) dots an inch"
    }

    // MARK: - Where

    private func show(_ symbol: Symbol, _ matrix: Matrix) throws {
        let needed = matrix.terminalColumns
        if console.isTerminal, needed > console.columns {
            throw CodesError(
                .doesNotFit,
                """
                This code takes \(needed) columns, and the terminal has \(console.columns). Make it wider or its letters \
                smaller, or write a picture: --png FILE
                """)
        }
        guard invocation.has(.fullScreen), let screen = console.fullScreen else {
            return console.write(matrix.terminalText(invocation.has(.plain) ? .darkGround : .colour))
        }
        try screen.show { size in
            guard needed <= size.columns, matrix.terminalLines <= size.rows else {
                throw CodesError(
                    .doesNotFit,
                    """
                    This code takes \(needed) columns and \(matrix.terminalLines) lines, and the terminal has \
                    \(size.columns) and \(size.rows). Make it larger or its letters smaller, or write a picture: --png FILE
                    """)
            }
            return matrix.picture(caption: symbol.text)
        }
    }

    private func json(_ symbol: Symbol, _ matrix: Matrix, _ picture: Picture, _ places: [String]) -> JSON {
        let millimetres = { (number: Double?) in JSON.text(number.map { "\(($0 * 1000).rounded() / 1000)" }) }
        return [
            "kind": .text(symbol.symbology.word), "text": .text(symbol.text),
            "bytes": .text(Hex.encode(symbol.bytes)), "eci": symbol.eci.map { .integer(Int64($0)) } ?? .null,
            "gs1": .bool(symbol.isGS1), "columns": .integer(Int64(matrix.columns)),
            "rows": .integer(Int64(matrix.rows)), "width": .integer(Int64(picture.width)),
            "height": .integer(Int64(picture.height)), "scale": .integer(Int64(picture.scale)),
            "widthMillimetres": millimetres(picture.widthMillimetres),
            "moduleMillimetres": millimetres(picture.moduleMillimetres), "advice": .text(picture.advice),
            "files": .array(places.map { .text($0) }),
        ]
    }
}

extension Matrix {
    /// Pixels a module where nothing was asked for: large enough for a camera, not larger than a screen.
    fileprivate var comfortableScale: Int { symbology == .maxiCode ? 2 : max(3, min(10, 800 / fullWidth)) }
}
