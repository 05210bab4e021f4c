// SPDX-License-Identifier: MIT

/// Counts the attributes of XML elements in one pass, without parsing them.
///
/// Comments, CDATA sections and processing instructions are passed over. In bytes that are not well-formed XML the count may be
/// too high, never too low. <https://www.w3.org/TR/xml/#sec-starttags>
enum StartTags {
    /// The attributes of the element that has the most, namespace declarations included.
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

    /// What begins as a start tag does and is none.
    private static let others: [(opening: [UInt8], closing: [UInt8])] = [
        (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
        (Array("<?".utf8), Array("?>".utf8)),
    ]

    /// The equals signs outside quotes, and where the tag ends.
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
