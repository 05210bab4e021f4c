// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Glibc
import Sharing
import Terminal
import Tokens

extension Invocation {
    /// Reads a document from an operand: its text, a text file, pictures of its codes, or standard input.
    func document(_ operand: Operand = .document) throws -> String {
        let received = try DocumentSharing(invocation: self).read(operand, as: .document)
        switch received {
        case .text(let text): return text
        case .resource(let resource): return try DocumentRecord.decode(resource.cbor).trimmed
        case .bytes: throw Failure(.badDocument, "This file is not a Satchel document. Its text must begin with OW1.")
        }
    }

    /// Writes a document as pictures, a video or a text file, or shows it in the terminal.
    ///
    /// - Returns: a sentence with the written files, or nil when the document was shown.
    func show(_ document: String) throws -> String? {
        try DocumentSharing(invocation: self).show(try Parcel(document: document))
    }

    /// Prints a result, on standard error if the document went to standard output.
    func answerShown(_ json: JSONValue, _ sentence: String) {
        if value(.text) == "-", !wantsJSON { console.note(sentence.printable()) } else { answer(json, sentence) }
    }

    /// Whether the content of a file begins like a picture. The name does not matter.
    static func isPicture(_ path: String) -> Bool {
        CodeReader.isPicture(start(of: path, count: PictureKind.headBytes))
    }

    static func begins(_ path: String, with magic: [UInt8]) -> Bool { start(of: path, count: magic.count) == magic }

    /// The first bytes of a file, at most this many; none if it cannot be read.
    private static func start(of path: String, count: Int) -> [UInt8] {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: count)
        // Two statements: in one, `start` would be copied before the read fills it.
        let taken = read(file, &start, count)
        return Array(start.prefix(max(0, taken)))
    }
}

extension DocumentSharing.Wanted {
    /// A text with the head of a document. A newer version is refused as such, and not taken for a file name.
    static let document = DocumentSharing.Wanted(
        name: "a Satchel document (a text that begins with OW1)", types: [DocumentRecord.type],
        isText: { Envelope.hasHead($0) })
}

extension String {
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
