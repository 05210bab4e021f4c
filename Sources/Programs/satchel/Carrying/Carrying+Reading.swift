// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Glibc
import Symbols
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

    /// How long a camera is looked through, in seconds.
    private static let cameraSeconds = 60

    /// Reads what an operand names, or what a camera sees with `--camera`.
    ///
    /// - Throws: ``Failure``, ``TerminalError`` or ``CodesError`` when it is not whole in the end.
    func read(_ operand: Operand, as wanted: Wanted) throws -> Carried {
        let words = invocation.operands(operand)
        if invocation.declares(.camera), invocation.has(.camera) {
            guard words.count <= 1 else { throw Failure(.usage, "Name one camera, and no pictures beside it.") }
            var collector = wanted.collector
            let camera = try Camera(device: words.first ?? Camera.firstDevice)
            guard let carried = try watch(camera, seconds: Self.cameraSeconds, into: &collector, wanted) else {
                throw collector.shortage(of: wanted.name)
            }
            return carried
        }
        guard !words.isEmpty else {
            throw Failure(.usage, "Name \(wanted.name): a text, a file, pictures of its codes; or use --camera.")
        }
        return try read(words, as: wanted)
    }

    /// Reads what words name: typed texts and URs, text files, pictures of codes, folders and films of them, `-`.
    ///
    /// Codes may come in any order, with others between them; those that are damaged are passed over.
    ///
    /// - Throws: ``Failure`` or ``CodesError`` when it is not whole in the end.
    func read(_ words: [String], as wanted: Wanted) throws -> Carried {
        var collector = wanted.collector
        var refusal: CodesError?
        for word in words {
            do {
                if let carried = try take(word, into: &collector, wanted) { return carried }
            } catch let error as CodesError where words.count > 1 && error.isOfOnePicture {
                // One of several pictures may be blurred or damaged; the others may do.
                refusal = refusal ?? error
            }
        }
        if collector.count == 0, let refusal { throw refusal }
        throw collector.shortage(of: wanted.name)
    }

    /// Looks at frames until all is there; nil when they end before.
    private func watch(
        _ source: any FrameSource, seconds: Int? = nil, into collector: inout CodeCollector, _ wanted: Wanted
    ) throws -> Carried? {
        // Only these codes hold what is carried here.
        let reading = LiveReading(source, with: try .besideThisProgram(), kinds: [.qr])
        var progress = invocation.console.progress()
        defer { progress.clear() }
        var carried: Carried?
        _ = try reading.run(forMilliseconds: seconds.map { $0 * 1000 }) { codes in
            carried = try Self.take(
                .codes(codes.filter { $0.part == nil }.map(\.symbol.text)), into: &collector, wanted)
            let share = Int(collector.progress * 100)
            progress.show(share > 0 ? "\(share) % is there" : "Looking for \(wanted.name) …")
            return carried != nil
        }
        return carried
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

    /// What a word holds, or what is whole with it.
    private func take(_ word: String, into collector: inout CodeCollector, _ wanted: Wanted) throws -> Carried? {
        func take(_ piece: Piece) throws -> Carried? { try Self.take(piece, into: &collector, wanted) }
        if Self.isCode(word) { return try take(.codes(word.split(whereSeparator: \.isWhitespace).map(String.init))) }
        let name = word == "-" ? "Standard input" : word
        if word != "-" {
            guard access(word, F_OK) == 0 else {
                guard wanted.isText(word) else {
                    throw Failure(
                        .badDocument, "\(word) is no file, and not the text of \(wanted.name). Check the name.")
                }
                return try take(.text(word.trimmed))
            }
            if Self.isFilm(word) { return try watch(try FrameRecording(word), into: &collector, wanted) }
            if Invocation.isPicture(word) {
                return try take(.codes(try CodeReader.besideThisProgram().texts(imageFile: word)))
            }
        }
        let content = try TextFile.bytes(of: word, maximumBytes: wanted.maximumText)
        if let text = String(validating: content, as: UTF8.self)?.trimmed {
            let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
            if !lines.isEmpty, lines.allSatisfy(Self.isCode) { return try take(.codes(lines)) }
            if wanted.isText(text) { return try take(.text(text)) }
        }
        guard content.count <= wanted.maximumBytes, let isFile = wanted.isFile, isFile(content) else {
            throw Failure(.badDocument, "\(name) does not hold \(wanted.name). Check the file.")
        }
        return try take(.bytes(content))
    }

    /// Whether a text is the text of a code that is part of something, whatever it is.
    private static func isCode(_ text: String) -> Bool {
        text.prefix(3).lowercased() == "ur:" || text.hasPrefix(BBQrPart.prefix)
    }

    /// Whether a file is a folder of pictures, or a film.
    private static func isFilm(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFDIR { return true }
        return Invocation.begins(path, with: Array("YUV4MPEG2".utf8))
    }
}

extension Carrying.Wanted {
    fileprivate var collector: CodeCollector {
        CodeCollector(types: types, isWantedText: isText, isWantedFile: isSeries)
    }
}

extension CodesError {
    /// Whether another picture may still be read.
    fileprivate var isOfOnePicture: Bool {
        switch code {
        case .noCode, .damagedImage, .notAnImage, .readerDied, .readerTookTooLong, .severalFrames: true
        default: false
        }
    }
}
