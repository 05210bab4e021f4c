// SPDX-License-Identifier: MIT

/// Splits SQL text into parts that a translation may change and parts that it must not.
struct SQLPieces: Sequence, IteratorProtocol {
    enum Piece: Equatable {
        case word(ArraySlice<UInt8>)
        /// `?`, or `?` with a number.
        case mark(Int?)
        /// Quoted text, a comment, or anything else.
        case other(ArraySlice<UInt8>)

        var bytes: ArraySlice<UInt8> {
            switch self {
            case .word(let bytes), .other(let bytes): bytes
            case .mark(let number): ArraySlice("?\(number.map(String.init) ?? "")".utf8)
            }
        }
    }

    private var rest: ArraySlice<UInt8>

    init(_ sql: String) {
        rest = ArraySlice(sql.utf8)
    }

    mutating func next() -> Piece? {
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            // A doubled quote inside is read as two adjacent texts, which has the same result.
            let end = rest.dropFirst().firstIndex(of: first).map { $0 + 1 } ?? rest.endIndex
            return .other(take(upTo: end))
        case UInt8(ascii: "-") where rest.dropFirst().first == first:
            return .other(take(upTo: rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex))
        case UInt8(ascii: "?"):
            rest.removeFirst()
            let digits = take(upTo: rest.firstIndex { !(0x30...0x39 ~= $0) } ?? rest.endIndex)
            return .mark(Int(String(decoding: digits, as: UTF8.self)))
        case _ where Self.isWord(first):
            return .word(take(upTo: rest.firstIndex { !Self.isWord($0) } ?? rest.endIndex))
        default:
            return .other(take(upTo: rest.startIndex + 1))
        }
    }

    private mutating func take(upTo end: Int) -> ArraySlice<UInt8> {
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x80...: true
        default: false
        }
    }
}
