// SPDX-License-Identifier: MIT
package import Barcodes
internal import Cards
internal import Codes
internal import Coins
internal import Keys
internal import Observation
internal import Tokens

/// Collects untrusted input in any order until something is complete: pasted text, files, pictures of barcodes.
@Observable @MainActor
package final class Intake {
    /// The received part of an animation; zero to one.
    package private(set) var progress = 0.0
    package private(set) var isReading = false
    package private(set) var refusal: UserMessage?
    /// The code of the last text; nil for typed text and for parts of an animation.
    package private(set) var symbol: Symbol?

    @ObservationIgnored private var collector: CodeCollector
    @ObservationIgnored private let reading = Reading()

    /// A thread for reading pictures with the sandboxed program.
    private actor Reading {
        private nonisolated let thread = SerialThread("satchel.reading")
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

        /// The codes in a picture, the text of a file, or the file's kind.
        func content(of path: String) throws -> FileContent {
            let start = try AtomicFile.read(path, at: 0, count: PictureKind.headBytes)
            if CodeReader.isPicture(start) {
                return .codes(try CodeReader.besideThisProgram().symbols(imageFile: path))
            }
            let bytes = try AtomicFile.read(path, maximumCount: Intake.maximumText)
            if let document = ReceivedCoinDocument(file: bytes) { return .whole(.signing(document)) }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw UserMessage(.refusedNotAnImage) }
            return .text(text)
        }
    }

    private enum FileContent: Sendable {
        case codes([Symbol])
        case text(String)
        /// The file itself is the item.
        case whole(Scanned)
    }

    private nonisolated static let maximumText = 256 << 10

    package init() { collector = Self.makeCollector() }

    private static func makeCollector() -> CodeCollector {
        let types = ReceivedCoinDocument.types.union(WatchOffer.types)
        return CodeCollector(types: types.union([DocumentRecord.type, HandoverRecord.type])) {
            Scanned.isWhole($0)
        } isWantedFile: {
            ReceivedCoinDocument.isSeries($0)
        }
    }

    /// Whether a text is a part of an animation.
    static func isPart(_ text: String) -> Bool { text.prefix(3).lowercased() == "ur:" }

    /// Remembers the code whose text is added next.
    package func note(_ symbol: Symbol) {
        let isPart = Self.isPart(symbol.text) || symbol.text.prefix(2).uppercased() == BBQrPart.prefix
        self.symbol = isPart ? nil : symbol
    }

    /// Adds a text; returns the item when it is complete.
    package func take(text: String) -> Scanned? {
        refusal = nil
        if symbol?.text != text { symbol = nil }
        var found: Scanned?
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) where !line.isEmpty {
            found = takeOne(line) ?? found
        }
        progress = collector.progress
        if found == nil, progress == 0, refusal == nil, !text.trimmed.isEmpty {
            if Self.isPart(text.trimmed) {
                refusal = UserMessage(collector.shortage(of: "a document"))
            } else {
                found = .other(text.trimmed)
            }
        }
        return found
    }

    /// Adds a file or picture; returns the item when it is complete.
    package func take(file path: String) async -> Scanned? {
        guard !isReading else { return nil }
        isReading = true
        refusal = nil
        defer { isReading = false }
        do {
            var found: Scanned?
            switch try await reading.content(of: path) {
            case .whole(let scanned): return scanned
            case .text(let text): found = take(text: text)
            case .codes(let symbols):
                for symbol in symbols {
                    note(symbol)
                    found = take(text: symbol.text) ?? found
                }
            }
            return found
        } catch {
            refusal = UserMessage(error)
            return nil
        }
    }

    /// Adds text that was typed or dropped into a field: the path of a file, or the text itself.
    package func take(typed: String) async -> Scanned? {
        let path = typed.trimmed
        if path.hasPrefix("file://") { return await take(file: String(path.dropFirst("file://".count))) }
        return path.hasPrefix("/") ? await take(file: path) : take(text: typed)
    }

    /// Starts over.
    package func reset() {
        collector = Self.makeCollector()
        progress = 0
        refusal = nil
        symbol = nil
    }

    private func takeOne(_ line: String) -> Scanned? {
        switch collector.take(line) {
        case .text(let text): return Scanned(text: text)
        case .resource(let resource):
            do {
                return try Scanned(resource)
            } catch {
                refusal = UserMessage(error)
                return nil
            }
        case .file(let file): return .signing(.bytes(file.bytes))
        case nil: return nil
        }
    }
}
