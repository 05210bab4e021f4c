// SPDX-License-Identifier: MIT
package import FileModel

/// How far a request reaches. RFC 4918, section 10.2
package enum DAVDepth: Equatable, Sendable {
    case zero, one, infinity

    /// - Parameter text: the header; nil means infinity.
    /// - Throws: ``DAVError`` with 400.
    package init(_ text: String?) throws(DAVError) {
        switch text?.lowercased() {
        case "0": self = .zero
        case "1": self = .one
        case "infinity", nil: self = .infinity
        default: throw DAVError(400, "Depth is 0, 1 or infinity.")
        }
    }
}

/// How long a lock lasts. RFC 4918, section 10.7
package enum LockTimeout {
    /// Seconds that a lock lasts at most, and without a wish. Its owner refreshes it.
    package static let maximum: UInt64 = 3_600

    /// The first wish of the header that is understood, at most ``maximum`` seconds.
    package static func seconds(_ text: String?) -> UInt64 {
        for wish in (text ?? "").split(separator: ",") {
            let word = wish.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let text = String(word).lowercased()
            if text == "infinite" { return maximum }
            guard text.hasPrefix("second-"), let seconds = UInt64(text.dropFirst("second-".count)) else { continue }
            return max(1, min(seconds, maximum))
        }
        return maximum
    }
}

/// `If-Match` or `If-None-Match`. RFC 9110, section 13.1
package enum TagCondition: Equatable, Sendable {
    /// `*`: any content at all.
    case any
    /// One of these; tags that no content has are left out.
    case contents([ContentHash])

    package static let maximumTags = 32

    /// - Throws: ``DAVError`` with 400 for too many tags.
    package init(_ text: String) throws(DAVError) {
        guard text != "*" else {
            self = .any
            return
        }
        let tags = text.split(separator: ",")
        guard tags.count <= Self.maximumTags else { throw DAVError(400, "At most \(Self.maximumTags) tags.") }
        self = .contents(
            tags.compactMap { tag in
                let word = String(tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
                return ContentHash(entityTag: word.hasPrefix("W/") ? String(word.dropFirst(2)) : word)
            })
    }

    /// Whether the present content is one of these; nil for no item.
    package func matches(_ content: ContentHash?, exists: Bool) -> Bool {
        switch self {
        case .any: exists
        case .contents(let hashes): content.map(hashes.contains) ?? false
        }
    }
}

/// Dates of HTTP, as arithmetic. RFC 9110, section 5.6.7
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// 31 December 9999, 23:59:59: later times are shown as this one.
    private static let latest: Int64 = 253_402_300_799

    /// - Parameter seconds: since 1970; times before that are shown as 1970.
    package static func text(_ seconds: Int64) -> String {
        let time = max(0, min(seconds, latest))
        let (day, second) = (time / 86_400, time % 86_400)
        let (year, month, date) = civil(day)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let years = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
        return "\(days[Int(day % 7)]), \(two(date)) \(months[Int(month - 1)]) \(years) "
            + "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60)) GMT"
    }

    /// - Returns: nil for anything but the preferred form.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let date = Int64(parts[1]), let year = Int64(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), (1...31).contains(date), (1970...9999).contains(year)
        else { return nil }
        let clock = parts[4].split(separator: ":").map { Int64($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let time = number(year, Int64(month) + 1, date) * 86_400 + hour * 3_600 + minute * 60 + second
        return self.text(time) == text ? time : nil
    }

    /// Days since 1970 to a date, and back, in the Gregorian calendar; years begin in March.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, date: Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func number(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
