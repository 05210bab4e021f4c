// SPDX-License-Identifier: MIT

/// GS1 element strings: values, each after an identifier of its meaning.
///
/// The printed form is `(01)04006381333931(10)LOT7`. A code contains `010400638133393110LOT7`, with 0x1D after a value
/// whose identifier does not imply its length. GS1 General Specifications, section 7.8.
package enum GS1 {
    package static let separator: UInt8 = 0x1D

    /// One value and its identifier.
    package struct Element: Hashable, Sendable {
        package let identifier: [UInt8]
        package let value: [UInt8]

        package init(identifier: [UInt8], value: [UInt8]) {
            self.identifier = identifier
            self.value = value
        }
    }

    /// The length of an element including its identifier, if it needs no separator; nil for all others. GS1 General
    /// Specifications, figure 7.8.5-2.
    package static func predefinedLength(_ identifier: some Collection<UInt8>) -> Int? {
        switch number(identifier) {
        case 0: 20
        case 1, 2, 3: 16
        case 4: 18
        case 11...19: 8
        case 20: 4
        case 31...36: 10
        case 41: 16
        default: nil
        }
    }

    /// The elements of a code's content.
    ///
    /// - Returns: nil when it does not consist of elements, or has a separator where GS1 has none.
    package static func elements(_ bytes: [UInt8]) -> [Element]? {
        var elements: [Element] = []
        let parts = bytes.split(separator: separator, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            var rest = part
            var isPredefined = true
            while !rest.isEmpty {
                guard rest.prefix(2).allSatisfy(\.isDigit), rest.count > identifierLength(rest) else { return nil }
                let length = predefinedLength(rest)
                isPredefined = length != nil
                let element = rest.prefix(length ?? rest.count)
                guard element.prefix(identifierLength(rest)).allSatisfy(\.isDigit), element.allSatisfy(isAllowed),
                    element.count == length ?? rest.count
                else { return nil }
                elements.append(
                    Element(
                        identifier: Array(element.prefix(identifierLength(rest))),
                        value: Array(element.dropFirst(identifierLength(rest)))))
                rest = rest.dropFirst(element.count)
            }
            if isPredefined, index < parts.count - 1 || part.isEmpty { return nil }
        }
        return elements
    }

    /// Whether a code with these bytes can have the GS1 mark, which only precedes elements.
    package static func canBeMarked(_ bytes: [UInt8]) -> Bool { elements(bytes) != nil }

    /// The code's content for these elements.
    package static func bytes(_ elements: [Element]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, element) in elements.enumerated() {
            bytes += element.identifier + element.value
            if index < elements.count - 1, predefinedLength(element.identifier) == nil { bytes.append(separator) }
        }
        return bytes
    }

    /// The printed form of elements, with identifiers in parentheses.
    package static func text(_ elements: [Element]) -> String {
        elements.map { element in
            "(\(String(decoding: element.identifier, as: UTF8.self)))\(String(decoding: element.value, as: UTF8.self))"
        }.joined()
    }

    /// The code's content for a text with or without parentheses.
    ///
    /// - Returns: nil for anything except elements.
    package static func bytes(typed text: String) -> [UInt8]? {
        guard text.hasPrefix("(") else {
            let bytes = Array(text.utf8)
            return elements(bytes) == nil ? nil : bytes
        }
        var written: [Element] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
            let identifier = rest[rest.startIndex + 1..<close]
            let next = nextIdentifier(rest[close...]) ?? rest.endIndex
            written.append(Element(identifier: Array(identifier), value: Array(rest[close + 1..<next])))
            rest = rest[next...]
        }
        let bytes = bytes(written)
        return elements(bytes) == written ? bytes : nil
    }

    /// The start of the next `(digits)`; other parentheses belong to a value.
    private static func nextIdentifier(_ rest: ArraySlice<UInt8>) -> Int? {
        rest.indices.first { start in
            guard rest[start] == UInt8(ascii: "("), let close = rest[start...].firstIndex(of: UInt8(ascii: ")")) else {
                return false
            }
            return (3...5).contains(close - start) && rest[start + 1..<close].allSatisfy(\.isDigit)
        }
    }

    /// Two, three or four digits, determined by the first two. GS1 General Specifications, section 3.2.
    private static func identifierLength(_ bytes: some Collection<UInt8>) -> Int {
        switch number(bytes) {
        case 23, 24, 25, 40, 41, 42, 71: 3
        case 31...36, 39, 43, 70, 72, 80, 81, 82: 4
        default: 2
        }
    }

    /// Character set 82 has fewer characters. Real codes have all of printable ASCII except brackets, which drawing
    /// reserves.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "]")
    }

    private static func number(_ bytes: some Collection<UInt8>) -> Int {
        bytes.prefix(2).reduce(0) { $0 * 10 + Int($1) - 48 }
    }
}
