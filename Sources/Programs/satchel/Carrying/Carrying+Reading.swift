// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Glibc
import Terminal

extension Carrying {
    /// What was carried here.
    enum Carried {
        /// A text of the wanted form.
        case text(String)
        case resource(UniformResource)
        /// What a file holds.
        case bytes([UInt8])
    }

    /// What a command waits for.
    struct Wanted: Sendable {
        /// As sentences call it, such as "a document of Satchel".
        let name: String
        /// The types of records in codes.
        var types: Set<String> = []
        /// Whether a text, typed or in a code, is one.
        var isText: @Sendable (String) -> Bool = { _ in false }
        /// What the bytes of a file have to look like; nil where files of bytes are not taken.
        var isFile: (@Sendable ([UInt8]) -> Bool)?
        /// Whether a series of codes of this kind is one; see `BBQrPart.kind`.
        var isSeries: @Sendable (Character) -> Bool = { _ in false }
        /// The most bytes that are read of a file.
        var maximumBytes = 64 << 10

        /// Longer than the longest frame in a text file of them.
        fileprivate var maximumText: Int { max(maximumBytes, 4 << 20) }
    }

    private enum Piece {
        case codes([String])
        case text(String)
        case bytes([UInt8])
    }

    /// Reads what words name: typed texts and URs, text files, pictures of codes, folders and films of them, `-`.
    ///
    /// Codes may come in any order, with others between them; those that are damaged are passed over.
    ///
    /// - Throws: ``Failure`` or ``CodesError`` when it is not whole in the end.
    func read(_ words: [String], as wanted: Wanted) throws -> Carried {
        var collector = CodeCollector(types: wanted.types, isWantedText: wanted.isText, isWantedFile: wanted.isSeries)
        var refusal: CodesError?
        for word in words {
            do {
                var carried: Carried?
                try pieces(word, wanted) { piece in
                    carried = try Self.take(piece, into: &collector, wanted)
                    return carried == nil
                }
                if let carried { return carried }
            } catch let error as CodesError where words.count > 1 {
                // One of several pictures may be blurred; the others may do.
                refusal = refusal ?? error
            }
        }
        if collector.count == 0, let refusal { throw refusal }
        throw collector.shortage(of: wanted.name)
    }

    private static func take(_ piece: Piece, into collector: inout CodeCollector, _ wanted: Wanted) throws -> Carried? {
        switch piece {
        case .text(let text): return .text(text)
        case .bytes(let bytes): return .bytes(bytes)
        case .codes(let texts):
            let own = Set(texts.filter(wanted.isText))
            guard own.count <= 1 else {
                throw CodesError(
                    .severalCodes,
                    "The picture shows \(own.count) different codes. Cut it down to the one that you mean.")
            }
            for text in texts {
                switch collector.take(text) {
                case .text(let text): return .text(text)
                case .resource(let resource): return .resource(resource)
                case .file(let file): return .bytes(file.bytes)
                case nil: continue
                }
            }
            return nil
        }
    }

    /// Hands on what a word holds piece by piece, for as long as more is wanted.
    private func pieces(_ word: String, _ wanted: Wanted, _ take: (Piece) throws -> Bool) throws {
        if Self.isCode(word) {
            return _ = try take(.codes(word.split(whereSeparator: \.isWhitespace).map(String.init)))
        }
        let name = word == "-" ? "Standard input" : word
        if word != "-" {
            guard access(word, F_OK) == 0 else {
                guard wanted.isText(word) else {
                    throw Failure(
                        .badDocument, "\(word) is no file, and not the text of \(wanted.name). Check the name.")
                }
                return _ = try take(.text(word.trimmed))
            }
            if let names = try Self.folder(word) {
                for name in names where try !take(.codes(CodeReader.besideThisProgram().seen(imageFile: name))) {
                    return
                }
                return
            }
            if Invocation.isPicture(word) {
                return _ = try take(.codes(try CodeReader.besideThisProgram().texts(imageFile: word)))
            }
        }
        let content = try TextFile.bytes(of: word, maximumBytes: wanted.maximumText)
        if let text = String(validating: content, as: UTF8.self)?.trimmed {
            let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
            if !lines.isEmpty, lines.allSatisfy(Self.isCode) { return _ = try take(.codes(lines)) }
            if wanted.isText(text) { return _ = try take(.text(text)) }
        }
        guard content.count <= wanted.maximumBytes, let isFile = wanted.isFile, isFile(content) else {
            throw Failure(.badDocument, "\(name) does not hold \(wanted.name). Check the file.")
        }
        _ = try take(.bytes(content))
    }

    /// Whether a text is the text of a code that is part of something, whatever it is.
    private static func isCode(_ text: String) -> Bool {
        text.prefix(3).lowercased() == "ur:" || text.hasPrefix(BBQrPart.prefix)
    }

    /// The most pictures that are taken from a folder.
    private static let maximumPictures = 4_096

    /// The pictures in a folder by their names; nil for what is no folder.
    private static func folder(_ path: String) throws -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix("."), Invocation.isPicture("\(path)/\(name)") else { continue }
            names.append("\(path)/\(name)")
            guard names.count <= maximumPictures else {
                throw Failure(.badDocument, "\(path) holds more than \(maximumPictures) pictures.")
            }
        }
        guard !names.isEmpty else { throw Failure(.badDocument, "There are no pictures in \(path).") }
        return names.sorted()
    }
}

extension CodeReader {
    /// The codes of a picture that is one of many: none where it has none or cannot be read.
    fileprivate func seen(imageFile path: String) throws -> [String] {
        do {
            return try texts(imageFile: path)
        } catch let error as CodesError where error.code != .readerMissing && error.code != .readerBroken {
            return []
        }
    }
}
