// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Parcels
import Terminal
import Tokens

extension Invocation {
    /// The document that an operand gives: its text, a text file, pictures of its codes, or standard input.
    func document(_ operand: Operand = .document) throws -> String {
        let carried = try Carrying(invocation: self).read(operand, as: .document)
        switch carried {
        case .text(let text): return text
        case .resource(let resource): return try DocumentRecord.decode(resource.cbor).trimmed
        case .bytes: throw Failure(.badDocument, "This is no document; a document's text begins with OW1.")
        }
    }

    /// Shows a document as the command line asks: as pictures, as an animation, as a text file, or on the terminal.
    ///
    /// - Returns: a sentence of where it is, or nil when it was shown.
    func show(_ document: String) throws -> String? {
        try Carrying(invocation: self).show(try Parcel(document: document))
    }

    /// Prints what was done; where the document itself went to standard output, beside it and not into it.
    func answerShown(_ json: JSON, _ sentence: String) {
        if value(.text) == "-", !wantsJSON { console.note(sentence.printable()) } else { answer(json, sentence) }
    }

    /// Whether a file begins like a picture, whatever its name says.
    static func isPicture(_ path: String) -> Bool {
        CodeReader.isPicture(start(of: path, count: PictureKind.headBytes))
    }

    static func begins(_ path: String, with magic: [UInt8]) -> Bool { start(of: path, count: magic.count) == magic }

    /// At most so many bytes of a file; none where it cannot be read.
    private static func start(of path: String, count: Int) -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: count)
        // Two statements: in one, the prefix would be that of the bytes before they are read.
        let taken = read(file, &start, count)
        return Array(start.prefix(max(0, taken)))
    }
}

extension Carrying.Wanted {
    /// A text with the head of one; a newer version of it is refused as such, and not taken for a file's name.
    static let document = Carrying.Wanted(
        name: "a document of Satchel, whose text begins with OW1", types: [DocumentRecord.type],
        isText: { Envelope.hasHead($0) })
}

extension String {
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
