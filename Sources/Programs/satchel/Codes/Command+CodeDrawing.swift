// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Barcodes
import Terminal

extension Option {
    static let symbology = Option(
        "as", value: "kind", "Kind of code: qr, code128, ean13 and others, or auto for the most likely.",
        fallback: "qr", completion: .choices(Symbology.allCases.map(\.word) + ["auto"]))
    fileprivate static let hexadecimal = Option("bytes", value: "hex", "Draw these bytes, in hexadecimal.")
    fileprivate static let content = Option(
        "file", value: "file", "Draw the bytes of a file; - for standard input.", completion: .files)
    fileprivate static let correction = Option(
        "correction", value: "level",
        "Error correction. QR: low, medium, quartile or high. PDF417: 0 to 8. Aztec: 5% to 50%.")
    fileprivate static let eci = Option(
        "eci", value: "number", "Character set to declare in the code: 26 for UTF-8, 3 for Latin-1.")
    fileprivate static let gs1 = Option("gs1", "Mark the code as GS1, for a text such as (01)…(10)… .")
    fileprivate static let fullScreen = Option("full-screen", short: "f", "Fill the terminal until a key is pressed.")
}

extension Operand {
    fileprivate static let text = Operand("text", "Text of the code; - for standard input.", count: .optional)
}

extension Command {
    static let codeDrawing: [Command] = [
        Command(
            "draw", "Draw a code in the terminal, or as a PNG or SVG picture.",
            discussion: """
                The command adds the check digit of an EAN or UPC and the start and stop letters of a Codabar if \
                they are missing. It refuses a text that does not fit and names the kinds that can hold it. It draws \
                bytes without changes. Codes are black on white with the margin of their standard.
                """,
            options: [
                .symbology, .hexadecimal, .content, .correction, .eci, .gs1, .fullScreen, .plain,
            ] + CodePictures.options, operands: [.text],
            examples: [
                .init("satchel code draw 'Hello'", "Draw a QR code in the terminal."),
                .init("satchel code draw 400638133393 --as ean13 --png code.png --size high", "Draw for a screen."),
                .init("satchel code draw 'Card 0815' --as code128 --png code.png --mm 50 --dpi 600", "Draw for paper."),
                .init("satchel code draw --file ticket.bin --as aztec --svg code.svg", "Draw the bytes of a file."),
            ]
        ) { try CodeDrawing(invocation: $0).draw() }
    ]
}

/// Draws the code of a command line.
private struct CodeDrawing {
    let invocation: Invocation

    private var console: Console { invocation.console }

    /// More bytes than any code can hold.
    private static let maximumBytes = 8192

    func draw() throws {
        let symbol = try symbol()
        let matrix = try symbol.drawn()
        let pictures = CodePictures(invocation: invocation)
        let picture = try pictures.pictureIfNeeded(of: matrix, text: symbol.text)
        let places = try pictures.write(matrix, text: symbol.text)
        if invocation.wantsJSON { return console.print(json(symbol, matrix, picture, places)) }
        for advice in [symbol.readingAdvice, places.isEmpty ? nil : picture?.advice] {
            if let advice { console.note(advice) }
        }
        guard !places.isEmpty else { return try show(symbol, matrix) }
        let size = picture.map { " \($0.sizeText)," } ?? ""
        console.print("\(matrix.symbology.name),\(size) written to \(places.joined(separator: " and ")).".printable())
    }

    // MARK: - Content

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
        case 3: throw Failure(.usage, "Latin-1 does not contain all of these characters. Use --eci 26.")
        default:
            throw Failure(
                .usage, "For a text, --eci is 26 or 3. For other character sets give bytes: --bytes HEX --eci \(eci)")
        }
    }

    private func text() throws -> String {
        guard let text = invocation.optional(.text) else {
            throw Failure(.usage, "There is nothing to draw. Give a text, or a file with --file.")
        }
        guard !invocation.has(.hexadecimal), !invocation.has(.content) else {
            throw Failure(.usage, "Give only one of a text, --bytes and --file.")
        }
        return text
    }

    /// The given bytes; nil if a text was given.
    private func bytes() throws -> [UInt8]? {
        if let text = invocation.optional(.text), text != "-" { return nil }
        let path = invocation.optional(.text) ?? invocation.value(.content)
        let typed: [UInt8]? = try invocation.value(.hexadecimal) { text in
            try Hex.decode(text)
        }
        guard typed == nil || path == nil else {
            throw Failure(.usage, "Give only one of a text, --bytes and --file.")
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
            default: throw Failure(.usage, "\(symbology.name) has no levels of error correction")
            }
        }
    }

    // MARK: - Output

    private func show(_ symbol: Symbol, _ matrix: Matrix) throws {
        let needed = matrix.terminalColumns
        if console.isTerminal, needed > console.columns {
            throw CodesError(
                .doesNotFit,
                """
                This code needs \(needed) columns, and the terminal has \(console.columns). Use a wider terminal or \
                a smaller font, or write a picture: --png FILE
                """)
        }
        guard invocation.has(.fullScreen), let screen = console.fullScreen else {
            return console.write(matrix.terminalText(invocation.has(.plain) ? .darkGround : .colour))
        }
        try screen.show { try matrix.picture(filling: $0, caption: symbol.text) }
    }

    private func json(_ symbol: Symbol, _ matrix: Matrix, _ picture: Picture?, _ places: [String]) -> JSONValue {
        let pixels = { (number: Int?) in number.map { JSONValue.number(Int64($0)) } ?? .null }
        let millimetres = { (number: Double?) in JSONValue.string(number.map { "\(($0 * 1000).rounded() / 1000)" }) }
        return [
            "kind": .string(symbol.symbology.word), "text": .string(symbol.text),
            "bytes": .string(Hex.encode(symbol.bytes)), "eci": symbol.eci.map { .number(Int64($0)) } ?? .null,
            "gs1": .bool(symbol.isGS1), "columns": .number(Int64(matrix.columns)),
            "rows": .number(Int64(matrix.rows)), "width": pixels(picture?.width), "height": pixels(picture?.height),
            "scale": pixels(picture?.scale), "widthMillimetres": millimetres(picture?.widthMillimetres),
            "moduleMillimetres": millimetres(picture?.moduleMillimetres),
            "isHardToRead": .bool(symbol.readingAdvice != nil || picture?.advice != nil),
            "files": .array(places.map { .string($0) }),
        ]
    }
}
