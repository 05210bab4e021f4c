// SPDX-License-Identifier: MIT

/// Counts the attributes of XML elements in one pass, without parsing them.
///
/// Comments, CDATA sections and processing instructions are skipped. In bytes that are not well-formed XML the count
/// may be too high, but never too low. <https://www.w3.org/TR/xml/#sec-starttags>
enum StartTags {
    /// The largest number of attributes in one element, including namespace declarations.
    static func mostAttributes(in bytes: [UInt8]) -> Int {
        var most = 0
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[start...]
            if let other = others.first(where: { rest.starts(with: $0.opening) }) {
                index = end(of: other.closing, in: bytes, from: start + other.opening.count)
                continue
            }
            let tag = attributes(in: bytes, from: start + 1)
            most = max(most, tag.count)
            index = tag.end
        }
        return most
    }

    /// Constructs that begin with `<` but are not start tags.
    private static let others: [(opening: [UInt8], closing: [UInt8])] = [
        (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
        (Array("<?".utf8), Array("?>".utf8)),
    ]

    /// The number of equals signs outside quotes, and the end of the tag.
    private static func attributes(in bytes: [UInt8], from start: Int) -> (count: Int, end: Int) {
        var count = 0
        var quote: UInt8?
        for index in start..<bytes.count {
            switch (quote, bytes[index]) {
            case (let open?, let byte): if byte == open { quote = nil }
            case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = bytes[index]
            case (nil, UInt8(ascii: "=")): count += 1
            case (nil, UInt8(ascii: ">")): return (count, index + 1)
            default: break
            }
        }
        return (count, bytes.count)
    }

    private static func end(of word: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index + word.count <= bytes.count {
            if bytes[index] == word[0], bytes[index...].starts(with: word) { return index + word.count }
            index += 1
        }
        return bytes.count
    }
}
