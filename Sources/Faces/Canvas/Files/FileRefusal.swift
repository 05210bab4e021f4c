// SPDX-License-Identifier: MIT

/// Why a file or folder could not be read or written.
nonisolated package struct FileRefusal: Error, Sendable {
    package enum Code: Sendable {
        case cannotReadFolder
        case cannotWriteFile
    }
    package let code: Code
    /// What failed, on what, and what to do next, in the language of ``CanvasTexts``.
    package let message: String
}
