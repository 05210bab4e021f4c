// SPDX-License-Identifier: MIT

extension JSONValue {
    /// The deepest nesting that is read unless the caller says otherwise.
    package static let maximumDepth = 64

    /// The most bytes that are read unless the caller says otherwise.
    package static let maximumCount = 16 << 20

    /// Reads one document and nothing after it but white space.
    ///
    /// Refused beside what RFC 8259 forbids: a name that occurs twice in an object, text that is not UTF-8, half of a
    /// surrogate pair, a byte order mark, nesting below `maximumDepth`. A document that people or careless programs wrote
    /// may be read `forgiving`; see ``JSONReader``.
    ///
    /// - Throws: ``BytesError`` with `.tooLarge`, `.truncated`, `.malformed`, `.notCanonical` (a name twice) or
    ///   `.trailing`; the message has the place, never the text.
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
