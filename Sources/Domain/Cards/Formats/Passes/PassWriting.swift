// SPDX-License-Identifier: MIT

/// Formats dates and numbers of a pass in the user's language.
///
/// A date is shown in the zone that it states, which is that of the place; a date stated in UTC is marked as such.
/// Languages without their own format here use ISO 8601. Source: Apple, "Wallet Passes", PassFieldContent.
struct PassWriting {
    /// The codes (ISO 639-1) of the languages with their own format, English first.
    static let languages = ["en", "de", "ja", "fr"]

    private enum Language { case american, british, german, japanese, french, other }
    private let language: Language

    /// - Parameter language: as `de`, `pt-BR`, or a locale such as `de_AT.UTF-8`.
    init(language: String) {
        let parts = language.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }
        self.language =
            switch parts.first {
            case "en": parts.count == 1 || parts[1] == "us" ? .american : .british
            case "de": .german
            case "ja": .japanese
            case "fr": .french
            default: .other
            }
    }

    /// The length of a date or time: `PKDateStyleShort` and so on.
    enum Style: String { case none = "none", short = "short", medium = "medium", long = "long", full = "full" }

    /// The style with this name; nil for an unknown one.
    static func style(_ name: String?) -> Style? {
        guard let name, name.hasPrefix("PKDateStyle") else { return nil }
        return Style(rawValue: name.dropFirst("PKDateStyle".count).lowercased())
    }

    func text(_ clock: WallClock, date: Style, time: Style) -> String {
        let time = clock.hasTime ? self.time(clock, time) : ""
        let separator = language == .japanese || language == .other ? " " : ", "
        let whole = [self.date(clock, date), time].filter { !$0.isEmpty }.joined(separator: separator)
        return !time.isEmpty && clock.isUTC ? whole + " UTC" : whole
    }

    // MARK: - Dates

    private static let english = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let german = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]
    private static let englishDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let germanDays = [
        "Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag",
    ]
    private static let french = [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
    ]
    private static let frenchDays = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]
    private static let japaneseDays = ["日", "月", "火", "水", "木", "金", "土"]

    private func date(_ clock: WallClock, _ style: Style) -> String {
        guard style != .none else { return "" }
        let (year, month, day) = (clock.year, clock.month, clock.day)
        let iso = "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
        let shortYear = Self.padded(year % 100)
        switch (language, style) {
        case (.american, .short): return "\(month)/\(day)/\(shortYear)"
        case (.american, .medium): return "\(Self.english[month - 1].prefix(3)) \(day), \(year)"
        case (.american, .long): return "\(Self.english[month - 1]) \(day), \(year)"
        case (.american, _): return "\(Self.englishDays[clock.weekday]), \(Self.english[month - 1]) \(day), \(year)"
        case (.british, .short): return "\(Self.padded(day))/\(Self.padded(month))/\(year)"
        case (.british, .medium): return "\(day) \(Self.english[month - 1].prefix(3)) \(year)"
        case (.british, .long): return "\(day) \(Self.english[month - 1]) \(year)"
        case (.british, _): return "\(Self.englishDays[clock.weekday]) \(day) \(Self.english[month - 1]) \(year)"
        case (.german, .short): return "\(Self.padded(day)).\(Self.padded(month)).\(shortYear)"
        case (.german, .medium): return "\(Self.padded(day)).\(Self.padded(month)).\(year)"
        case (.german, .long): return "\(day). \(Self.german[month - 1]) \(year)"
        case (.german, _): return "\(Self.germanDays[clock.weekday]), \(day). \(Self.german[month - 1]) \(year)"
        case (.japanese, .short), (.japanese, .medium):
            return "\(Self.padded(year, 4))/\(Self.padded(month))/\(Self.padded(day))"
        case (.japanese, .long): return "\(year)年\(month)月\(day)日"
        case (.japanese, _): return "\(year)年\(month)月\(day)日\(Self.japaneseDays[clock.weekday])曜日"
        case (.french, .short), (.french, .medium): return "\(Self.padded(day))/\(Self.padded(month))/\(year)"
        case (.french, .long): return "\(Self.frenchDay(day)) \(Self.french[month - 1]) \(year)"
        case (.french, _):
            return "\(Self.frenchDays[clock.weekday]) \(Self.frenchDay(day)) \(Self.french[month - 1]) \(year)"
        case (.other, _): return iso
        }
    }

    private static func frenchDay(_ day: Int) -> String { day == 1 ? "1er" : "\(day)" }

    private func time(_ clock: WallClock, _ style: Style) -> String {
        guard style != .none else { return "" }
        let seconds = style == .short ? "" : ":" + Self.padded(clock.second)
        guard language == .american else { return "\(Self.padded(clock.hour)):\(Self.padded(clock.minute))\(seconds)" }
        let hour = clock.hour % 12 == 0 ? 12 : clock.hour % 12
        return "\(hour):\(Self.padded(clock.minute))\(seconds) \(clock.hour < 12 ? "AM" : "PM")"
    }

    private static func padded(_ number: Int, _ count: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    // MARK: - Numbers

    /// A number in the style with this name; nil where the text is not a number or the style is unknown.
    func number(_ text: String, style: String) -> String? {
        // Safe: a text that is not a number stays unchanged.
        guard let plain = try? CardBalance(text).text else { return nil }
        switch style {
        // Spelling out needs each language's grammar, so digits are used.
        case "PKNumberStyleDecimal", "PKNumberStyleSpellOut": return grouped(plain)
        case "PKNumberStylePercent":
            // Safe: the same number with its point moved by two places.
            guard let share = try? CardBalance(plain + "e2").text else { return nil }
            return grouped(share) + percent
        case "PKNumberStyleScientific": return scientific(plain)
        default: return nil
        }
    }

    /// The signs between groups of three digits and before decimals.
    private var separators: (group: Character, point: String) {
        switch language {
        case .german: (".", ",")
        case .french: ("\u{202F}", ",")
        case .american, .british, .japanese, .other: (",", ".")
        }
    }

    private var percent: String {
        switch language {
        case .german, .french: "\u{A0}%"
        case .american, .british, .japanese, .other: "%"
        }
    }

    private func grouped(_ plain: String) -> String {
        let parts = plain.split(separator: ".")
        let isNegative = plain.hasPrefix("-")
        let digits = Array(parts[0].drop { $0 == "-" })
        guard language != .other else { return plain }
        let (group, point) = separators
        var whole = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { whole.append(group) }
            whole.append(digit)
        }
        return (isNegative ? "-" : "") + whole + (parts.count > 1 ? point + parts[1] : "")
    }

    private func scientific(_ plain: String) -> String {
        let parts = plain.drop { $0 == "-" }.split(separator: ".")
        let all = parts.joined()
        let digits = all.drop { $0 == "0" }
        guard let first = digits.first else { return "0E0" }
        let exponent = parts[0].count - (all.count - digits.count) - 1
        var rest = digits.dropFirst()
        while rest.last == "0" { rest.removeLast() }
        let point = separators.point
        return (plain.hasPrefix("-") ? "-" : "") + "\(first)" + (rest.isEmpty ? "" : point + rest) + "E\(exponent)"
    }
}
