// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Coins
import Keys
import Sharing
import Barcodes
import Terminal

/// Transfers documents to another device: as files, texts, pictures of codes or animated codes.
///
/// ``read(_:as:)`` reads documents from another device.
struct DocumentSharing {
    let invocation: Invocation

    /// Options for texts.
    static let shown: [Option] = [.png, .svg, .frames, .text, .plain]
    /// Options for records with a binary form.
    static let offline: [Option] = [.file, .ur, .png, .frames, .plain]

    /// A camera of 30 pictures a second captures each of these frames completely.
    static let framesPerSecond = 8

    private var console: Console { invocation.console }

    /// The option for text output.
    private var textOption: Option { invocation.declares(.text) ? .text : .ur }

    private func path(_ option: Option) -> String? { invocation.declares(option) ? invocation.value(option) : nil }

    private var isFiled: Bool { [Option.file, .png, .svg, .frames].contains { path($0) != nil } }

    /// Whether the document goes to standard output. Nothing else may be printed there then.
    var isPrinting: Bool {
        !invocation.wantsJSON && (path(textOption).map { $0 == "-" } ?? (!isFiled && !console.isTerminal))
    }

    /// Writes a parcel in the forms of the options, or shows it in the terminal without any.
    ///
    /// - Returns: a sentence with the written files, or nil when the parcel was shown or printed.
    func show(_ parcel: @autoclosure () throws -> Parcel) throws -> String? {
        guard isFiled || invocation.has(textOption) || !invocation.wantsJSON else { return nil }
        let parcel = try parcel()
        var places: [String] = []
        if let path = path(.file), let bytes = parcel.file {
            try Self.write(bytes, to: path)
            places.append(path)
        }
        for option in [Option.png, .svg] {
            guard let path = path(option) else { continue }
            guard option.name != Option.svg.name || path.lowercased().hasSuffix(".svg") else {
                throw Failure(.usage, "The file name of --svg must end in .svg.")
            }
            places += try write(parcel, asPictures: path)
        }
        if let path = path(.frames) {
            try FrameFile.write(try parcel.frames().map { try Self.code(of: $0) }, to: path)
            places.append(path)
        }
        if let path = path(textOption), path != "-" {
            try Self.write(Array((try parcel.lines.joined(separator: "\n") + "\n").utf8), to: path)
            places.append(path)
        } else if isPrinting {
            for line in try parcel.lines { console.print(line) }
        } else if places.isEmpty, !invocation.wantsJSON {
            try draw(parcel)
        }
        return Self.sentence(places)
    }

    /// Writes a file completely or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws { try AtomicFile.write(bytes, to: path) }

    /// Writes one picture, or numbered pictures if the parcel does not fit into one.
    private func write(_ parcel: Parcel, asPictures path: String) throws -> [String] {
        if let code = try parcel.stillCode(upToVersion: parcel.largestPicture) {
            try code.write(to: path)
            return [path]
        }
        return try parcel.frames().enumerated().map { number, frame in
            let name = Parcel.numbered(path, number + 1)
            try Self.code(of: frame).write(to: name)
            return name
        }
    }

    private static func code(of frame: ResourceFrame) throws -> Matrix {
        // Low error correction keeps all frames small and of one size. A lost frame does not matter.
        try QRCode.draw(frame.codeText, correction: .low)
    }

    private static func sentence(_ places: [String]) -> String? {
        switch places.count {
        case 0: nil
        case 1...3: "Written to \(places.joined(separator: " and "))."
        default: "Written to \(places[0]) and \(places.count - 1) more, ending with \(places[places.count - 1])."
        }
    }

    // MARK: - On the terminal

    /// Draws a still code with its text below, or fills the screen with an animated code.
    private func draw(_ parcel: Parcel) throws {
        if let code = try parcel.stillCode(upToVersion: Parcel.comfortableVersion),
            code.terminalColumns <= console.columns
        {
            console.write(code.terminalText(invocation.has(.plain) ? .darkGround : .colour))
            for line in try parcel.lines { console.print(line) }
        } else {
            try animate(parcel)
        }
    }

    /// Shows an animated code until a key is pressed.
    func animate(_ parcel: Parcel) throws {
        guard let screen = console.fullScreen else { return }
        var sender: ResourceSender?
        var room: FullScreen.Size?
        try screen.show(every: 1000 / Self.framesPerSecond) { size in
            if sender == nil || room != size {
                sender = try parcel.animation(side: min(size.columns, 2 * size.rows))
                room = size
            }
            let count = sender?.count ?? 0
            let frame = sender?.next() ?? .whole(parcel.resource)
            return try Self.code(of: frame).picture(
                caption: "Animated code, \(count) frames. Press any key when the other device has read it.")
        }
    }
}

extension Matrix {
    /// The code for a black-on-white screen.
    func picture(caption: String) -> FullScreen.Picture {
        FullScreen.Picture(
            lines: terminalText(.lightGround).split(separator: "\n").map(String.init), columns: terminalColumns,
            caption: caption)
    }
}

extension DocumentSharing {
    /// A document as JSON: its bytes, and the frames of its code.
    func json(_ document: OfflineDocument) throws -> JSONValue {
        try json(document.record(), kind: document.kind, bytes: document.bytes)
    }

    func json(_ record: OfflineRecord, kind: OfflineDocument.Kind, bytes: [UInt8]) throws -> JSONValue {
        [
            "kind": .string(kind.rawValue), "bytes": .string(Hex.encode(bytes)),
            "base64": kind == .psbt ? .string(Base64.encode(bytes)) : .null,
            "ur": .array(try Parcel(record, file: bytes).lines.map { .string($0) }),
        ]
    }
}
