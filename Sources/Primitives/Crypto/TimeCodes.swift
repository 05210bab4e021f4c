// SPDX-License-Identifier: MIT
package import Bytes

/// The six digits that an authenticator app shows, another six every 30 seconds. RFC 6238 with SHA-1, RFC 4226
package struct TimeCodes: Sendable {
    /// Seconds for which one code is shown.
    package static let period: UInt64 = 30
    package static let digits = 6
    /// Bytes of a fresh secret, as RFC 4226, section 4, recommends.
    package static let secretCount = 20
    /// Periods before and after the present one whose codes are taken: two clocks are never quite the same.
    private static let tolerance: UInt64 = 1

    private let secret: SecretBytes

    package init(secret: SecretBytes) {
        self.secret = secret
    }

    /// The number of the period that a time lies in, from seconds since 1970.
    package static func step(at seconds: UInt64) -> UInt64 { seconds / period }

    /// The code of one period.
    package func code(step: UInt64) -> String {
        let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * UInt64($0))) }
        let code = HMACSHA1.code(message, key: secret)
        let offset = Int(code[code.count - 1] & 0x0f)
        let number = code[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: Self.digits - text.count) + text
    }

    /// The period whose code this is, if it is near the time and later than the last one that was used, so that a code
    /// that somebody has seen is worth nothing any more.
    ///
    /// - Parameters:
    ///   - seconds: since 1970.
    ///   - last: the period of the code that was taken last.
    package func step(of code: String, at seconds: UInt64, after last: UInt64) -> UInt64? {
        let present = Self.step(at: seconds)
        let first = present - min(present, Self.tolerance)
        var found: UInt64?
        // Every period is compared, so that the time tells nothing of which one fits.
        for step in first...(present + Self.tolerance) {
            let isSame = constantTimeEqual(Array(self.code(step: step).utf8), Array(code.utf8))
            if isSame, step > last { found = step }
        }
        return found
    }
}
