// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Glibc
import Barcodes
import Terminal

extension DocumentSharing {
    /// A received document.
    enum Received {
        /// A text of the wanted type.
        case text(String)
        case resource(UniformResource)
        /// The bytes of a file.
        case bytes([UInt8])
    }

    /// The documents that a command accepts.
    struct Wanted: Sendable {
        /// Its name in messages, such as "a Satchel document".
        let name: String
        /// The accepted types of records in codes.
        var types: Set<String> = []
        /// Whether a text, typed or in a code, is accepted.
        var isText: @Sendable (String) -> Bool = { _ in false }
        /// Whether the bytes of a file are accepted; nil if binary files are not.
        var isFile: (@Sendable ([UInt8]) -> Bool)?
        /// Whether a series of codes of this kind is accepted; see `BBQrPart.kind`.
        var isSeries: @Sendable (Character) -> Bool = { _ in false }
        /// The largest accepted file, in bytes.
        var maximumBytes = 64 << 10

        /// At least 4 MiB, enough for a text file of frames.
        fileprivate var maximumText: Int { max(maximumBytes, 4 << 20) }
    }

    private enum Piece {
        case codes([String])
        case text(String)
        case bytes([UInt8])
    }

    /// How long to read from a camera, in seconds.
    private static let cameraSeconds = 60

    /// Reads a document from an operand, or from a camera with `--camera`.
    ///
    /// - Throws: ``Failure``, ``TerminalError`` or ``CodesError`` when the document is not complete.
    func read(_ operand: Operand, as wanted: Wanted) throws -> Received {
        let words = invocation.operands(operand)
        if invocation.declares(.camera), invocation.has(.camera) {
            guard words.count <= 1 else { throw Failure(.usage, "With --camera, name one camera and no pictures.") }
            var collector = wanted.collector
            let camera = try Camera(device: words.first ?? Camera.firstDevice)
            guard let received = try watch(camera, seconds: Self.cameraSeconds, into: &collector, wanted) else {
                throw collector.shortage(of: wanted.name)
            }
            return received
        }
        guard !words.isEmpty else {
            throw Failure(.usage, "Give \(wanted.name): a text, a file or pictures of its codes. Or use --camera.")
        }
        return try read(words, as: wanted)
    }

    /// Reads a document from typed texts and URs, text files, pictures of codes, folders and videos of them, or `-`.
    ///
    /// Codes can come in any order, with other codes between them. Damaged codes are skipped.
    ///
    /// - Throws: ``Failure`` or ``CodesError`` when the document is not complete.
    func read(_ words: [String], as wanted: Wanted) throws -> Received {
        var collector = wanted.collector
        var refusal: CodesError?
        for word in words {
            do {
                if let received = try take(word, into: &collector, wanted) { return received }
            } catch let error as CodesError where words.count > 1 && error.isOfOnePicture {
                // One of several pictures may be blurred or damaged. The others may suffice.
                refusal = refusal ?? error
            }
        }
        if collector.isEmpty, let refusal { throw refusal }
        throw collector.shortage(of: wanted.name)
    }

    /// Reads frames until the document is complete; nil when they end before.
    private func watch(
        _ source: any FrameSource, seconds: Int? = nil, into collector: inout CodeCollector, _ wanted: Wanted
    ) throws -> Received? {
        // Documents are always QR codes.
        let reading = LiveReading(source, with: try .besideThisProgram(), kinds: [.qr])
        var progress = invocation.console.progress()
        defer { progress.clear() }
        var received: Received?
        _ = try reading.run(forMilliseconds: seconds.map { $0 * 1000 }) { codes in
            received = try Self.take(
                .codes(codes.filter { $0.part == nil }.map(\.symbol.text)), into: &collector, wanted)
            let share = Int(collector.progress * 100)
            progress.show(share > 0 ? "\(share) % received" : "Looking for \(wanted.name) …")
            return received != nil
        }
        return received
    }

    private static func take(_ piece: Piece, into collector: inout CodeCollector, _ wanted: Wanted) throws -> Received?
    {
        switch piece {
        case .text(let text): return .text(text)
        case .bytes(let bytes): return .bytes(bytes)
        case .codes(let texts):
            let own = Set(texts.filter(wanted.isText))
            guard own.count <= 1 else {
                throw CodesError(
                    .severalCodes,
                    "The picture shows \(own.count) different codes. Crop it to one code.")
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

    /// The document that a word holds or completes, or nil if parts are still missing.
    private func take(_ word: String, into collector: inout CodeCollector, _ wanted: Wanted) throws -> Received? {
        func take(_ piece: Piece) throws -> Received? { try Self.take(piece, into: &collector, wanted) }
        if Self.isCode(word) { return try take(.codes(word.split(whereSeparator: \.isWhitespace).map(String.init))) }
        let name = word == "-" ? "Standard input" : word
        if word != "-" {
            guard access(word, F_OK) == 0 else {
                guard wanted.isText(word) else {
                    throw Failure(
                        .badDocument, "\(word) is neither a file nor the text of \(wanted.name). Check the name.")
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
            throw Failure(.badDocument, "\(name) does not contain \(wanted.name). Check the file.")
        }
        return try take(.bytes(content))
    }

    /// Whether a text is a UR or a part of a BBQr series.
    private static func isCode(_ text: String) -> Bool {
        text.prefix(3).lowercased() == "ur:" || text.hasPrefix(BBQrPart.prefix)
    }

    /// Whether a path is a folder of pictures or a video.
    private static func isFilm(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFDIR { return true }
        return Invocation.begins(path, with: Array("YUV4MPEG2".utf8))
    }
}

extension DocumentSharing.Wanted {
    fileprivate var collector: CodeCollector {
        CodeCollector(types: types, isWantedText: isText, isWantedFile: isSeries)
    }
}

extension CodesError {
    /// Whether the error concerns one picture, so that reading can continue with the next.
    fileprivate var isOfOnePicture: Bool {
        switch code {
        case .noCode, .damagedImage, .notAnImage, .readerDied, .readerTookTooLong, .severalFrames: true
        default: false
        }
    }
}
