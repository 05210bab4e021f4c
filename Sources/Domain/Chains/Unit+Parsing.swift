// SPDX-License-Identifier: MIT

// The rules for parsing typed amounts:
//
// 1. White space may surround the number, and the unit's symbol in any case may precede or follow it. A token's symbol
//    may contain digits: then white space must separate it from the number, and a symbol of digits only is never
//    recognized.
// 2. Only the digits 0-9 are accepted. Apostrophes and spaces separate groups of three. Point and comma may too, but
//    one of them is the decimal separator: the last one if both occur, none if the only one that occurs does so twice.
// 3. A single point is always decimal, because this program prints it that way.
// 4. A single comma is decimal, unless exactly three digits follow it and the digits before it could be a group:
//    "1,234" could be 1234 or 1.234 and is refused with both readings.
extension Unit {
    /// Parses a typed amount into the smallest unit. It never guesses between two readings.
    ///
    /// - Throws: ``ChainsError`` with `.malformed`, `.tooPrecise` or `.overflow`.
    package func amount(parsing text: String) throws -> UInt256 {
        guard text.utf8.count <= Self.maximumTextCount else {
            throw ChainsError(.malformed, "An amount has at most \(Self.maximumTextCount) characters.")
        }
        let number = withoutSymbol(text)
        guard let first = number.first, Self.isDigit(first) || first == "." || first == "," else {
            throw ChainsError(.malformed, "\"\(text)\" is not an amount of \(symbol); write one such as 0.5.")
        }
        let decimal = try decimalSeparator(of: number, in: text)
        let whole = decimal.map { number[..<$0] } ?? number
        let fraction = decimal.map { number[number.index(after: $0)...] } ?? ""
        guard decimal == nil || !fraction.isEmpty, fraction.allSatisfy(Self.isDigit) else {
            throw ChainsError(.malformed, "\"\(text)\" does not end in decimals; write an amount such as 0.5.")
        }
        let significant = fraction.lastIndex { $0 != "0" }.map { fraction[...$0] } ?? ""
        guard significant.count <= decimals else {
            throw ChainsError(
                .tooPrecise, "\"\(text)\" has \(significant.count) decimals; \(symbol) has at most \(decimals).")
        }
        let digits = try (whole.isEmpty ? "0" : Self.digits(of: whole, in: text)).drop { $0 == "0" }
        let all = digits + significant + String(repeating: "0", count: decimals - significant.count)
        return try UInt256(decimal: all.isEmpty ? "0" : all)
    }

    private func withoutSymbol(_ text: String) -> Substring {
        let trimmed = Self.trimmed(text[...])
        guard trimmed.count > symbol.count, !symbol.allSatisfy(Self.isPartOfNumber) else { return trimmed }
        let needsSpace = symbol.contains(where: Self.isPartOfNumber)
        let (before, after) = (trimmed.dropLast(symbol.count), trimmed.dropFirst(symbol.count))
        if trimmed.lowercased().hasSuffix(symbol.lowercased()), !needsSpace || before.last?.isWhitespace == true {
            return Self.trimmed(before)
        }
        if trimmed.lowercased().hasPrefix(symbol.lowercased()), !needsSpace || after.first?.isWhitespace == true {
            return Self.trimmed(after)
        }
        return trimmed
    }

    private static func isPartOfNumber(_ character: Character) -> Bool {
        isDigit(character) || separators.contains(character)
    }

    private static let separators = ".,' \u{2019}\u{A0}\u{202F}"

    /// Rules 2 to 4.
    private func decimalSeparator(of number: Substring, in text: String) throws -> Substring.Index? {
        let candidates = number.indices.filter { number[$0] == "." || number[$0] == "," }
        guard let last = candidates.last else { return nil }
        let same = candidates.filter { number[$0] == number[last] }
        if candidates.count > same.count {
            guard same.count == 1 else {
                throw ChainsError(.malformed, "\"\(text)\" mixes points and commas; write an amount such as 0.5.")
            }
            return last
        }
        if same.count > 1 { return nil }
        let before = number[..<last]
        let after = number[number.index(after: last)...]
        if number[last] == ",", after.count == 3, let lead = before.first, lead != "0", before.count <= 3 {
            throw ChainsError(
                .malformed, "\"\(text)\" could be \(before)\(after) or \(before).\(after); write it without the comma.")
        }
        return last
    }

    /// The digits of the integer part; separators only between groups of three.
    private static func digits(of whole: Substring, in text: String) throws -> String {
        let groups = whole.split(omittingEmptySubsequences: false) { separators.contains($0) }
        let isGrouped =
            groups.count == 1
            || ((1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 })
        guard isGrouped, groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
            throw ChainsError(.malformed, "\"\(text)\" is not an amount; write one such as 1234.5.")
        }
        return groups.joined()
    }

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character && character.isASCII }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
        return start[...last]
    }
}
