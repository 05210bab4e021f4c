// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Keys
import Barcodes
import Terminal

/// Reads codes from the pictures, video or camera of a command line.
struct CodeReading {
    let invocation: Invocation

    private static let maximumSeconds = 24 * 60 * 60
    private static let cameraSeconds = 60

    private var console: Console { invocation.console }

    func run() throws {
        let reader = try CodeReader.besideThisProgram()
        let kinds = try kinds()
        var harvest = CodeHarvest()
        let words = invocation.operands(.images)
        if let (source, seconds) = try source(words) {
            try watch(LiveReading(source, with: reader, kinds: kinds), seconds: seconds, &harvest)
        } else {
            try look(at: words, with: reader, kinds: kinds, &harvest)
        }
        try answer(harvest)
    }

    // MARK: - Source

    /// The source of frames, and its time limit in seconds; nil when the operands are pictures.
    private func source(_ words: [String]) throws -> (any FrameSource, seconds: Int?)? {
        let seconds = try invocation.integer(.seconds, in: 1...Self.maximumSeconds)
        if invocation.has(.camera) {
            guard words.count <= 1, !invocation.has(.video) else {
                throw Failure(.usage, "With --camera, name one camera, and no pictures and no video.")
            }
            return (try Camera(device: words.first ?? Camera.firstDevice), seconds ?? Self.cameraSeconds)
        }
        if let path = invocation.value(.video) {
            guard words.isEmpty else { throw Failure(.usage, "Give either pictures or --frames, not both.") }
            return (try FrameRecording(path), seconds)
        }
        guard !words.isEmpty else { throw Failure(.usage, "Name a picture, or use --camera or --frames.") }
        return nil
    }

    private func kinds() throws -> Set<Symbology> {
        let words = invocation.values(.kinds)
        guard !words.isEmpty else { return Set(Symbology.allCases) }
        return Set(
            try words.map { word in
                guard let kind = Symbology(word: word) else {
                    let all = Symbology.allCases.map(\.word).joined(separator: ", ")
                    throw Failure(.usage, "Unknown kind of code '\(word)'. Choose from \(all).")
                }
                return kind
            })
    }

    // MARK: - Reading

    private func look(
        at words: [String], with reader: CodeReader, kinds: Set<Symbology>, _ harvest: inout CodeHarvest
    ) throws {
        var refusal: CodesError?
        var progress = console.progress()
        for (number, word) in words.enumerated() {
            if words.count > 1 { progress.show("\(number + 1) of \(words.count) pictures\(harvest.share)") }
            do {
                harvest.take(try reader.read(imageFile: word, kinds: kinds), of: word)
            } catch let error as CodesError where words.count > 1 && error.concernsPicture {
                progress.clear()
                // A picture without a code is common among several, and needs no message.
                if error.code != .noCode { console.note(error.message.printable()) }
                refusal = refusal ?? error
            }
        }
        progress.clear()
        if harvest.isEmpty, let refusal { throw refusal }
    }

    private func watch(_ reading: LiveReading, seconds: Int?, _ harvest: inout CodeHarvest) throws {
        var progress = console.progress()
        defer { progress.clear() }
        var count = 0
        let isLive = invocation.has(.camera)
        let end = try reading.run(forMilliseconds: seconds.map { $0 * 1000 }) { codes in
            count += 1
            harvest.take(codes, of: nil)
            progress.show(harvest.share.isEmpty ? "Looking …" : "Collecting\(harvest.share)")
            return harvest.isSatisfied
        }
        guard harvest.isEmpty else { return }
        let place = isLive ? "through the camera" : "in \(count) frames"
        let advice = "Show the whole code with its white margin, close and in focus."
        throw CodesError(
            .noCode, "No code was found \(place)\(end == .timeUp ? " in \(seconds ?? 0) seconds" : ""). \(advice)")
    }

    // MARK: - Answering

    private func answer(_ harvest: CodeHarvest) throws {
        if harvest.delivery == nil, harvest.plain.isEmpty { throw harvest.shortage }
        if invocation.has(.onlyOne), harvest.distinct != 1 {
            throw CodesError(
                .severalCodes,
                "There are \(harvest.distinct) different codes. Crop the picture to one code.")
        }
        let place = try write(harvest)
        if invocation.wantsJSON { return console.print(harvest.json(file: place)) }
        if let place {
            console.print("Written to \(place).".printable())
        } else if let delivery = harvest.delivery {
            console.print(delivery.line.printable())
        } else if invocation.has(.onlyOne) {
            console.print(harvest.plain[0].code.symbol.text.printable(keeping: ["\n", "\t"]))
        } else {
            for (name, code) in harvest.plain {
                let origin = harvest.isOfSeveralPictures ? name.map { "\($0): " } ?? "" : ""
                console.print("\(origin)\(code.symbol.symbology.name): \(code.symbol.text)".printable())
            }
        }
        if harvest.delivery == nil, harvest.hasPieces { console.note(harvest.shortage.message) }
    }

    /// Writes the bytes to the file of the options and returns its name; nil without one.
    private func write(_ harvest: CodeHarvest) throws -> String? {
        guard let path = invocation.value(.bytesFile) else { return nil }
        if harvest.delivery == nil, harvest.hasPieces { throw harvest.shortage }
        guard harvest.distinct == 1 else {
            throw CodesError(
                .severalCodes, "There are \(harvest.distinct) different codes, and one file. Crop to one code.")
        }
        try AtomicFile.write(harvest.bytes, to: path)
        return path
    }
}

extension CodesError {
    /// Whether the error concerns one picture, so that reading can continue with the next.
    fileprivate var concernsPicture: Bool { code != .readerMissing && code != .readerBroken }
}

extension Delivery {
    /// The printed text if no file was named.
    fileprivate var line: String {
        switch self {
        case .text(let text): text
        case .resource(let resource): resource.text
        case .file(let file): Hex.encode(file.bytes)
        }
    }
}
