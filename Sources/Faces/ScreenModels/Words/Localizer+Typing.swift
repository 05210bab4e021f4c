// SPDX-License-Identifier: MIT
package import HubAPI

// What a person types is read by their language: its decimal separator is one, and the other sign is one only where it
// cannot separate thousands. What could mean two amounts is refused, never guessed.
extension Localizer {
    /// A number as it was typed, with a point for its decimals; groups stay for the parser of the amount.
    ///
    /// - Throws: ``UserMessage`` with `.refusedAmbiguous`.
    package func typed(_ text: String) throws -> String {
        let text = Self.narrow(text)
        let places = text.indices.filter { text[$0] == "." || text[$0] == "," }
        guard places.count == 1 else { return text }
        let place = places[0]
        if String(text[place]) != decimalPoint {
            let before = text[..<place].reversed().prefix { $0.isASCII && $0.isNumber }
            let after = text[text.index(after: place)...].prefix { $0.isASCII && $0.isNumber }
            if after.count == 3, 1...3 ~= before.count, before.last != "0" { throw UserMessage(.refusedAmbiguous) }
        }
        return text.replacing(at: place, with: ".")
    }

    /// A number with a point, as it would be typed: `0,5` for `0.5`.
    package func typedForm(of number: String) -> String {
        String(number.map { $0 == "." ? Character(decimalPoint) : $0 })
    }

    /// A day as it was typed: `2027-12-31`, or as the language writes it. Nil for what is none.
    package func typedDay(_ text: String) -> CalendarDay? {
        let text = Self.narrow(text).trimmed
        if let day = CalendarDay(text: text) { return day }
        let parts = text.split { ".-/ 年月日".contains($0) }.map(String.init)
        guard parts.count == 3 else { return nil }
        switch conventions.dayOrder {
        case .yearFirst: return Self.day(parts[0], parts[1], parts[2])
        case .dayFirst(let separators):
            let day = parts[0] == conventions.firstDay ? "1" : parts[0]
            if let month = month(named: parts[1]) { return Self.day(parts[2], month, day) }
            guard let separators, text.allSatisfy({ $0.isNumber || separators.contains($0) }) else { return nil }
            return Self.day(parts[2], parts[1], day)
        }
    }

    /// A day as it would be typed.
    package func typedForm(of day: CalendarDay) -> String { filled(conventions.typedDay, day) }

    private static func day(_ year: String, _ month: String, _ day: String) -> CalendarDay? {
        // Two digits of a year could mean two centuries.
        guard year.count == 4, let year = Int(year), let month = Int(month), let day = Int(day) else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// The number of a month by its name, or by the beginning of it.
    private func month(named name: String) -> String? {
        let name = name.lowercased()
        guard name.count >= 3 else { return nil }
        return (1...12).first { conventions.months[$0 - 1].lowercased().hasPrefix(name) }.map { "\($0)" }
    }

    /// Wide forms of letters and digits, as Japanese keyboards give them, in their usual form. Unicode: U+FF01 to U+FF5E
    static func narrow(_ text: String) -> String {
        var narrow = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E: narrow.unicodeScalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0x3000: narrow += " "
            default: narrow.unicodeScalars.append(scalar)
            }
        }
        return narrow
    }
}

extension String {
    fileprivate func replacing(at place: Index, with sign: Character) -> String {
        self[..<place] + String(sign) + self[index(after: place)...]
    }
}
