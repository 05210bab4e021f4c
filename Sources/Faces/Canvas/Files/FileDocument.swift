// SPDX-License-Identifier: MIT

/// Bytes. Apple's is a structure of Foundation, which is a collection of them too.
package typealias Data = [UInt8]

/// A file that is not on a disk yet.
nonisolated package final class FileWrapper {
    /// What the file shall be called where nobody is asked.
    package var preferredFilename: String?
    package let regularFileContents: Data?

    package init(regularFileWithContents contents: Data) { regularFileContents = contents }
}

/// What a document is made of.
nonisolated package struct FileDocumentReadConfiguration {
    package let contentType: UTType
    package let file: FileWrapper
}

/// As what a document is asked to write itself.
nonisolated package struct FileDocumentWriteConfiguration {
    package let contentType: UTType
    /// Nil here: every export is a file of its own.
    package let existingFile: FileWrapper?
}

/// Something that can be kept as a file.
nonisolated package protocol FileDocument: Sendable {
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    static var readableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}
