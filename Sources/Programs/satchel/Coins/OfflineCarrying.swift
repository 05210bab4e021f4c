// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Coins
import Glibc
import Keys
import Terminal

/// Carries documents between this wallet and a signer without a network: as files, as UR texts, as pictures of codes.
struct OfflineCarrying {
    let invocation: Invocation

    static let options: [Option] = [.file, .ur, .png]

    /// More than the largest document in any of its forms.
    private static let maximumBytes = 24 << 20
    /// Frames beyond the fewest that a camera without any loss would need: half as many again.
    private static func frames(_ count: Int) -> Int { count == 1 ? 1 : count + (count + 1) / 2 }

    /// Whether the document goes to standard output, so that nothing else may.
    var isPrinting: Bool {
        let isFiled = invocation.has(.file) || invocation.has(.png)
        return !invocation.wantsJSON && (invocation.value(.ur).map { $0 == "-" } ?? !isFiled)
    }

    /// The document for a script: its bytes, and the frames of its code.
    func json(_ document: OfflineDocument) throws -> JSON {
        try json(document.record(), kind: document.kind, bytes: document.bytes)
    }

    func json(_ record: OfflineRecord, kind: OfflineDocument.Kind, bytes: [UInt8]) throws -> JSON {
        [
            "kind": .text(kind.rawValue), "bytes": .text(Hex.encode(bytes)),
            "base64": kind == .psbt ? .text(Base64.encode(bytes)) : .null,
            "ur": .array(try frames(of: record).map { .text($0.text) }),
        ]
    }

    private func frames(of record: OfflineRecord) throws -> [ResourceFrame] {
        var sender = try ResourceSender(UniformResource(type: record.type, cbor: record.cbor))
        return (0..<Self.frames(sender.count)).map { _ in sender.next() }
    }

    /// Writes what a signer's device reads.
    ///
    /// - Returns: a sentence of where it is, or nil when it was printed.
    func show(_ document: OfflineDocument) throws -> String? {
        try show(document.record(), file: document.bytes)
    }

    func show(_ record: @autoclosure () throws -> OfflineRecord, file: [UInt8]) throws -> String? {
        var places: [String] = []
        if let path = invocation.value(.file) {
            try Self.write(file, to: path)
            places.append(path)
        }
        guard invocation.has(.ur) || invocation.has(.png) || places.isEmpty else { return Self.sentence(places) }
        let frames = try frames(of: record())
        if let path = invocation.value(.png) {
            for (number, frame) in frames.enumerated() {
                let name = frames.count == 1 ? path : Self.numbered(path, number + 1)
                try QRCode.draw(frame.codeText).write(to: name)
                places.append(name)
            }
        }
        if let path = invocation.value(.ur), path != "-" {
            try TextFile.write(frames.map(\.text).joined(separator: "\n") + "\n", to: path)
            places.append(path)
        } else if !invocation.wantsJSON, invocation.value(.ur) == "-" || places.isEmpty {
            for frame in frames { invocation.console.print(frame.text) }
        }
        return Self.sentence(places)
    }

    /// Writes bytes as a file, whole or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws { try AtomicFile.write(bytes, to: path) }

    private static func sentence(_ places: [String]) -> String? {
        switch places.count {
        case 0: nil
        case 1...3: "Written to \(places.joined(separator: " and "))."
        default: "Written to \(places[0]) and \(places.count - 1) more, ending with \(places[places.count - 1])."
        }
    }

    /// `code.png` with a number becomes `code-007.png`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return "\(path)-\(digits)" }
        return "\(path[..<dot])-\(digits)\(path[dot...])"
    }

    // MARK: - Reading

    /// What was carried here: bytes of a file, or a record out of codes.
    enum Carried {
        case bytes([UInt8])
        case record(OfflineRecord)
    }

    /// Reads a document from files, pictures of codes, UR texts or standard input.
    ///
    /// - Parameter types: the types of records that are wanted.
    func read(_ operand: Operand, types: Set<String>) throws -> Carried {
        try read(invocation.operands(operand), types: types)
    }

    func read(_ words: [String], types: Set<String>) throws -> Carried {
        var receiver = ResourceReceiver(types: types)
        for word in words {
            for piece in try pieces(word) {
                switch piece {
                case .bytes(let bytes): return .bytes(bytes)
                case .text(let text):
                    switch try receiver.receive(text) {
                    case .complete(let resource):
                        return .record(OfflineRecord(type: resource.type, cbor: resource.cbor))
                    case .damaged: throw Failure(.badDocument, "The codes contradict each other. Take them again.")
                    case .learnt, .ignored: continue
                    }
                }
            }
        }
        throw Failure(
            .badDocument,
            "The codes are not complete: \(Int(receiver.progress * 100)) % is there. Add more of them.")
    }

    private enum Piece {
        case bytes([UInt8])
        case text(String)
    }

    private func pieces(_ word: String) throws -> [Piece] {
        if word.lowercased().hasPrefix("ur:") {
            return word.split(whereSeparator: \.isWhitespace).map { .text(String($0)) }
        }
        if let bytes = DocumentText.bytes(word), word != "-", access(word, F_OK) != 0 { return [.bytes(bytes)] }
        if Invocation.isPicture(word) {
            return try CodeReader.besideThisProgram().read(imageFile: word).map { .text($0) }
        }
        let content = try TextFile.bytes(of: word, maximumBytes: Self.maximumBytes)
        guard let text = String(validating: content, as: UTF8.self) else { return [.bytes(content)] }
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
        if lines.allSatisfy({ $0.lowercased().hasPrefix("ur:") }), !lines.isEmpty { return lines.map { .text($0) } }
        guard let bytes = DocumentText.bytes(text.trimmed) else {
            let name = word == "-" ? "Standard input" : word
            throw Failure(.badDocument, "\(name) holds no PSBT, no transaction and no UR. Check the file.")
        }
        return [.bytes(bytes)]
    }
}

extension Option {
    static let file = Option("file", value: "file", "Write it as a file of bytes.", completion: .files)
    static let ur = Option(
        "ur", value: "file", "Write it as UR texts, a line a code; - for standard output.",
        completion: .files)
}

/// Bytes that people paste.
private enum DocumentText {
    /// Base64 of a PSBT, or hexadecimal digits; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        do {
            if text.hasPrefix("cHNidP") { return try Base64.decode(text) }
            let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
            guard digits.utf8.count >= 64 else { return nil }
            return try Hex.decode(digits)
        } catch {
            return nil
        }
    }
}
