// SPDX-License-Identifier: MIT

extension JSONValue {
    /// The default limit of nesting.
    package static let maximumDepth = 64

    /// The default limit of the input, in bytes.
    package static let maximumCount = 16 << 20

    /// Parses one document, which only white space may follow.
    ///
    /// Besides violations of RFC 8259 it refuses a repeated name in an object, invalid UTF-8, an unpaired surrogate, a
    /// byte order mark, and nesting deeper than `maximumDepth`. `forgiving` accepts some common violations; see
    /// ``JSONReader``.
    ///
    /// - Throws: ``BytesError`` with `.tooLarge`, `.truncated`, `.malformed`, `.notCanonical` (a name twice) or
    ///   `.trailing`; the message has the position, never the text.
    package init(
        parsing bytes: [UInt8], maximumDepth: Int = maximumDepth, maximumCount: Int = maximumCount,
        forgiving: Bool = false
    ) throws(BytesError) {
        guard bytes.count <= maximumCount else {
            throw BytesError(.tooLarge, "The JSON has \(bytes.count) bytes; at most \(maximumCount) are allowed.")
        }
        var reader = JSONReader(bytes, forgiving: forgiving)
        self = try reader.value(depth: maximumDepth)
        try reader.finish()
    }
}
