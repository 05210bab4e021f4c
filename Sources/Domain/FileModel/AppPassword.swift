// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// A password for one program of a user, such as a file manager: 128 random bits, so that one hash is enough to keep it.
///
/// People copy it, so it is written in eight groups of four hexadecimal digits; dashes, blanks and capitals do not count.
package struct AppPassword: Sendable {
    package static let byteCount = 16

    private let bytes: [UInt8]

    /// - Parameter random: 16 bytes.
    package init(random: [UInt8]) {
        precondition(random.count == Self.byteCount, "An app password has \(Self.byteCount) bytes.")
        bytes = random
    }

    /// - Returns: nil for a text that is no app password.
    package init?(_ text: String) {
        let digits = text.lowercased().filter { $0 != "-" && $0 != " " }
        guard digits.utf8.count == 2 * Self.byteCount else { return nil }
        do {
            bytes = try Hex.decode(digits)
        } catch {
            return nil
        }
    }

    /// What the hub keeps of it.
    package var hash: Digest { SHA256.hash(bytes) }

    /// The text that the user gives to the program. It is a secret.
    package var text: String {
        let digits = Hex.encode(bytes)
        return stride(from: 0, to: 2 * Self.byteCount, by: 4).map { String(digits.dropFirst($0).prefix(4)) }
            .joined(separator: "-")
    }
}

extension AppPassword: CustomStringConvertible {
    package var description: String { "‹redacted›" }
}
