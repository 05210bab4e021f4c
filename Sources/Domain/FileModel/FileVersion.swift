// SPDX-License-Identifier: MIT

/// A content that an item had and that was replaced.
package struct FileVersion: Hashable, Sendable {
    /// Counts the contents of its item, from 1.
    package let number: UInt64
    package let content: ContentHash
    /// In bytes.
    package let size: UInt64
    /// When it was replaced, in seconds since 1970.
    package let replaced: UInt64

    package init(number: UInt64, content: ContentHash, size: UInt64, replaced: UInt64) {
        self.number = number
        self.content = content
        self.size = size
        self.replaced = replaced
    }
}

/// Which versions are kept: all of seven days, then the last of each day, nothing after 30 days.
package enum VersionRetention {
    package static let daysOfAll: UInt64 = 7
    package static let daysOfAny: UInt64 = 30

    /// The versions of one item that may go at a time, by their numbers.
    ///
    /// A version from the future is kept: the clock was wrong then, or is wrong now. Days are days of UTC.
    package static func expired(_ versions: [FileVersion], at now: UInt64) -> Set<UInt64> {
        var lastOfDay: [UInt64: FileVersion] = [:]
        for version in versions {
            let day = version.replaced / secondsPerDay
            guard let last = lastOfDay[day] else {
                lastOfDay[day] = version
                continue
            }
            if (last.replaced, last.number) < (version.replaced, version.number) { lastOfDay[day] = version }
        }
        let gone = versions.filter { version in
            let age = now > version.replaced ? now - version.replaced : 0
            let isLast = lastOfDay[version.replaced / secondsPerDay]?.number == version.number
            return age > daysOfAny * secondsPerDay || age > daysOfAll * secondsPerDay && !isLast
        }
        return Set(gone.map(\.number))
    }

    private static let secondsPerDay: UInt64 = 86_400
}
