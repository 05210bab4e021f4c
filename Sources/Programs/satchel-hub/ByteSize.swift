// SPDX-License-Identifier: MIT

/// Sizes as operators write and read them.
enum ByteSize {
    private static let units = ["KiB", "MiB", "GiB", "TiB"]

    /// - Returns: nil for what is no size, or more than a database holds.
    static func bytes(_ text: String) -> UInt64? {
        for (power, unit) in units.enumerated() where text.hasSuffix(unit) {
            guard let number = UInt64(text.dropLast(unit.count)), "\(number)\(unit)" == text else { return nil }
            let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << (10 * UInt64(power + 1)))
            return overflows || bytes > UInt64(Int64.max) ? nil : bytes
        }
        return nil
    }

    /// The largest unit of which there is at least one, rounded down to a tenth.
    static func text(_ bytes: UInt64) -> String {
        guard let power = units.indices.last(where: { bytes >> (10 * UInt64($0 + 1)) > 0 }) else {
            return "\(bytes) B"
        }
        let unit: UInt64 = 1 << (10 * UInt64(power + 1))
        return "\(bytes / unit).\(bytes % unit / (unit / 10 + 1)) \(units[power])"
    }
}
