// SPDX-License-Identifier: MIT

/// Parses a chunked body. Performs no I/O. RFC 9112, section 7.1, without extensions and trailers.
///
///     size ──CR LF──► data ──CR LF──► size … ──"0" CR LF──► CR LF ──► end
package struct ChunkedBody: Equatable, Sendable {
    private enum State: Equatable {
        case size(digits: Int, value: UInt64)
        case sizeEnd(UInt64)
        case data(UInt64)
        case dataReturn, dataEnd
        case lastReturn, lastEnd
        case end
    }

    private var state = State.size(digits: 0, value: 0)

    /// Enough digits for any file.
    private static let maximumDigits = 12

    package init() {}

    package var isAtEnd: Bool { state == .end }

    /// The kind of the leading bytes.
    package enum Piece: Equatable, Sendable {
        /// This many bytes of the body.
        case body(Int)
        /// This many bytes of framing.
        case framing(Int)
    }

    /// Classifies the leading bytes of the input. The caller drops those bytes and calls again until nothing is left
    /// or the body ends.
    ///
    /// - Throws: ``TransferRefusal`` with 400.
    package mutating func next(_ bytes: UnsafeRawBufferPointer) throws(TransferRefusal) -> Piece {
        if case .data(let rest) = state {
            let count = Int(min(rest, UInt64(bytes.count)))
            state = rest == UInt64(count) ? .dataReturn : .data(rest - UInt64(count))
            return .body(count)
        }
        var taken = 0
        while taken < bytes.count, state != .end {
            if case .data = state { break }
            try take(bytes[taken])
            taken += 1
        }
        return .framing(taken)
    }

    private mutating func take(_ byte: UInt8) throws(TransferRefusal) {
        switch (state, byte) {
        case (.size(let digits, let value), _):
            if byte == 13, digits > 0 {
                state = .sizeEnd(value)
            } else if let digit = Self.digit(byte), digits < Self.maximumDigits {
                state = .size(digits: digits + 1, value: value << 4 | digit)
            } else {
                throw Self.malformed
            }
        case (.sizeEnd(let size), 10): state = size == 0 ? .lastReturn : .data(size)
        case (.dataReturn, 13): state = .dataEnd
        case (.dataEnd, 10): state = .size(digits: 0, value: 0)
        case (.lastReturn, 13): state = .lastEnd
        case (.lastEnd, 10): state = .end
        default: throw Self.malformed
        }
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 48...57: UInt64(byte - 48)
        case 65...70: UInt64(byte - 55)
        case 97...102: UInt64(byte - 87)
        default: nil
        }
    }

    private static let malformed = TransferRefusal(
        400, "The chunks of the body are malformed, or have extensions or trailers.")
}
