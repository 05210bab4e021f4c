// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Terminal
import Tokens

/// Longer than the longest document in its text form.
private let maximumDocumentBytes = 64 << 10

extension Invocation {
    /// The document that an operand gives: its text, a text file, the picture of a code, or standard input.
    func document(_ operand: Operand = .document) throws -> String {
        let word = try self.operand(operand)
        if word.hasPrefix("OW1") { return word.trimmed }
        if word == "-" { return try TextFile.read("-", maximumBytes: maximumDocumentBytes).trimmed }
        guard access(word, F_OK) == 0 else {
            throw Failure(
                .badDocument, "\(word) is no file and no document; a document's text begins with OW1. Check the name.")
        }
        if Self.isPicture(word) {
            let text = try CodeReader.besideThisProgram().readOne(imageFile: word)
            guard text.hasPrefix("OW1") else {
                throw Failure(.badDocument, "The code in \(word) is not one of Satchel's. Take the right picture.")
            }
            return text
        }
        let text = try TextFile.read(word, maximumBytes: maximumDocumentBytes).trimmed
        guard text.hasPrefix("OW1") else {
            throw Failure(.badDocument, "\(word) holds no document; a document's text begins with OW1.")
        }
        return text
    }

    /// Shows a document as the command line asks: as a picture, as a text file, or drawn on the terminal.
    ///
    /// - Returns: a sentence of where it is, or nil when it was drawn.
    func show(_ document: String) throws -> String? {
        var places: [String] = []
        for option in [Option.png, .svg] {
            guard let path = value(option) else { continue }
            guard option.name != Option.svg.name || path.lowercased().hasSuffix(".svg") else {
                throw Failure(.usage, "The name of an SVG picture must end in .svg.")
            }
            try QRCode.draw(document).write(to: path)
            places.append(path)
        }
        if let path = value(.text) {
            if path != "-" {
                try TextFile.write(document + "\n", to: path)
                places.append(path)
            } else if !wantsJSON {
                console.print(document)
            }
        } else if places.isEmpty, !wantsJSON {
            try draw(document)
        }
        return places.isEmpty ? nil : "Written to \(places.joined(separator: " and "))."
    }

    /// Prints what was done; where the document itself went to standard output, beside it and not into it.
    func answerShown(_ json: JSON, _ sentence: String) {
        if value(.text) == "-", !wantsJSON { console.note(sentence.printable()) } else { answer(json, sentence) }
    }

    private func draw(_ document: String) throws {
        do {
            let code = try QRCode.draw(document)
            if console.isTerminal, code.fullWidth <= console.columns {
                console.write(code.terminalText(has(.plain) ? .darkGround : .colour))
            }
        } catch let error as CodesError where error.code == .tooLong {
            console.note("It is too long for one code. Hand over the text, or write it with --text FILE.")
        }
        console.print(document)
    }

    /// Whether a file begins like a picture, whatever its name says.
    static func isPicture(_ path: String) -> Bool {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var start: [UInt8] = [0, 0, 0, 0]
        guard read(file, &start, 4) == 4 else { return false }
        return start == [0x89, 0x50, 0x4E, 0x47] || start[..<3] == [0xFF, 0xD8, 0xFF] || start == Array("RIFF".utf8)
            || start == Array("GIF8".utf8)
    }
}

extension String {
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
