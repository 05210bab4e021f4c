// SPDX-License-Identifier: MIT
internal import Bytes

/// Text that the user typed into a password field.
enum SecretText {
    static func bytes(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }
}
