// SPDX-License-Identifier: MIT
internal import Bytes

/// What a person typed into a field that hides it.
enum SecretText {
    static func bytes(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }
}
