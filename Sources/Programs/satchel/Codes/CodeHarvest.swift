// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Barcodes
import Terminal

/// The result of reading: single codes, each with its picture, and the content of an animated code or a series.
struct CodeHarvest {
    /// Single codes, each once, with its picture.
    private(set) var plain: [(name: String?, code: FoundCode)] = []
    /// The content of the pieces, when they are complete.
    private(set) var delivery: Delivery?

    private var names: Set<String> = []
    private var parts: [FoundCode] = []
    /// The pieces, of any type.
    private var collector = CodeCollector(types: nil, isWantedFile: { _ in true })

    /// The most stored parts of series.
    private static let maximumParts = 1024

    /// Whether nothing was read at all.
    var isEmpty: Bool { plain.isEmpty && !hasPieces }

    /// Whether a piece of an animated code or a series was read.
    var hasPieces: Bool { !parts.isEmpty || collector.pieces > 0 }

    /// Whether a camera has seen enough.
    var isSatisfied: Bool { delivery != nil || !plain.isEmpty }

    var isOfSeveralPictures: Bool { names.count > 1 }

    /// The number of different contents.
    var distinct: Int { delivery == nil ? Set(plain.map(\.code.symbol.plain)).count : 1 }

    /// The bytes for a file: of a resource its record, of other codes their bytes.
    var bytes: [UInt8] {
        switch delivery {
        case nil: plain.first?.code.symbol.bytes ?? []
        case .text(let text): Array(text.utf8)
        case .resource(let resource): resource.cbor
        case .file(let file): file.bytes
        }
    }

    /// The received share of the pieces, for the progress line; empty before the first.
    var share: String {
        collector.progress > 0 ? ", \(Int(collector.progress * 100)) %" : ""
    }

    /// Why the content is incomplete.
    var shortage: CodesError {
        if let part = parts.first?.part, share.isEmpty {
            let count = Set(parts.compactMap(\.part).filter { $0.series == part.series }).count
            return CodesError(
                .incomplete, "Only \(count) of the \(part.count) codes of this series were read. Add the others.")
        }
        return collector.shortage(of: "a code")
    }

    /// Adds the codes of a picture or frame.
    mutating func take(_ codes: [FoundCode], of name: String?) {
        if let name, !codes.isEmpty { names.insert(name) }
        for code in codes {
            if code.part != nil {
                if parts.count < Self.maximumParts, !parts.contains(where: { $0.isSamePart(as: code) }) {
                    parts.append(code)
                }
            } else if !isPiece(code.symbol.text) {
                note(code, name)
            }
        }
        for code in parts.joiningSeries() where code.part == nil { note(code, name) }
    }

    private mutating func note(_ code: FoundCode, _ name: String?) {
        let isKnown = plain.contains { $0.code.symbol.plain == code.symbol.plain && $0.name == name }
        if !isKnown { plain.append((name, code)) }
    }

    /// Adds the text of a piece. Returns false for a single code, also if it only looks like a piece.
    private mutating func isPiece(_ text: String) -> Bool {
        let before = collector.pieces
        if let whole = collector.take(text) { delivery = delivery ?? whole }
        return collector.pieces > before
    }

    // MARK: - JSON

    func json(file: String?) -> JSONValue {
        [
            "codes": .array(plain.map { Self.json($0.name, $0.code) }),
            "result": delivery.map(Self.json) ?? .null,
            "file": .string(file),
        ]
    }

    private static func json(_ name: String?, _ code: FoundCode) -> JSONValue {
        let symbol = code.symbol
        return [
            "image": .string(name), "symbology": .string(symbol.symbology.word), "text": .string(symbol.text),
            "bytes": .string(Hex.encode(symbol.bytes)), "eci": symbol.eci.map { .number(Int64($0)) } ?? .null,
            "gs1": .bool(symbol.isGS1), "correction": .string(symbol.correction?.word),
            "inverted": .bool(code.isInverted),
            "corners": .array(
                code.corners.map {
                    .array([.number(Int64($0.x.rounded())), .number(Int64($0.y.rounded()))])
                }),
        ]
    }

    private static func json(_ delivery: Delivery) -> JSONValue {
        switch delivery {
        case .text(let text): ["form": "text", "text": .string(text)]
        case .resource(let resource):
            ["form": "ur", "type": .string(resource.type), "bytes": .string(Hex.encode(resource.cbor))]
        case .file(let file):
            ["form": "bbqr", "type": .string(String(file.kind)), "bytes": .string(Hex.encode(file.bytes))]
        }
    }
}

extension Symbol {
    /// The symbol without its level of error correction.
    fileprivate var plain: Symbol { Symbol(symbology, bytes, eci: eci, isGS1: isGS1) }
}

extension Symbol.Correction {
    fileprivate var word: String {
        switch self {
        case .qr(.low): "L"
        case .qr(.medium): "M"
        case .qr(.quartile): "Q"
        case .qr(.high): "H"
        case .pdf417(let level): "\(level)"
        case .aztec(let percent): "\(percent)%"
        }
    }
}

extension FoundCode {
    fileprivate func isSamePart(as other: FoundCode) -> Bool {
        part == other.part && symbol.symbology == other.symbol.symbology && symbol.bytes == other.symbol.bytes
    }
}
