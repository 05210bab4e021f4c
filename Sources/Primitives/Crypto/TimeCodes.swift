// SPDX-License-Identifier: MIT
package import Bytes

/// The six-digit codes of an authenticator app, which change every 30 seconds. RFC 6238 with SHA-1, RFC 4226
package struct TimeCodes: Sendable {
    /// The seconds for which one code is valid.
    package static let period: UInt64 = 30
    package static let digits = 6
    /// The length of a new secret in bytes, as RFC 4226, section 4, recommends.
    package static let secretCount = 20
    /// The number of periods before and after the current one whose codes are accepted, because clocks differ.
    private static let tolerance: UInt64 = 1

    private let secret: SecretBytes

    package init(secret: SecretBytes) {
        self.secret = secret
    }

    /// The number of the period of a time in seconds since 1970.
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

    /// The period of a code, if it is near the time and later than the last used one, so that a code cannot be used
    /// twice.
    ///
    /// - Parameters:
    ///   - seconds: since 1970.
    ///   - last: the period of the last accepted code.
    package func step(of code: String, at seconds: UInt64, after last: UInt64) -> UInt64? {
        let present = Self.step(at: seconds)
        let first = present - min(present, Self.tolerance)
        var found: UInt64?
        // Every period is compared, so that the time does not reveal which one matches.
        for step in first...(present + Self.tolerance) {
            let isSame = constantTimeEqual(Array(self.code(step: step).utf8), Array(code.utf8))
            if isSame, step > last { found = step }
        }
        return found
    }
}
