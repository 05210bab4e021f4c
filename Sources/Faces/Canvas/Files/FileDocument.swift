// SPDX-License-Identifier: MIT

/// Bytes. Apple's `Data` is a structure of Foundation and also a collection of bytes.
package typealias Data = [UInt8]

/// The content of a file that is not on disk yet.
nonisolated package final class FileWrapper {
    /// The default name of the file.
    package var preferredFilename: String?
    package let regularFileContents: Data?

    package init(regularFileWithContents contents: Data) { regularFileContents = contents }
}

/// The configuration for reading a document.
nonisolated package struct FileDocumentReadConfiguration {
    package let contentType: UTType
    package let file: FileWrapper
}

/// The configuration for writing a document.
nonisolated package struct FileDocumentWriteConfiguration {
    package let contentType: UTType
    /// Always nil here, because every export is a new file.
    package let existingFile: FileWrapper?
}

/// A document that can be saved as a file.
nonisolated package protocol FileDocument: Sendable {
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    static var readableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}
