// SPDX-License-Identifier: MIT
internal import CGTK

extension View {
    /// Lets the user choose a file; nothing is called when the user cancels.
    package func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View {
        choosing(Self.isFolder(allowedContentTypes) ? .folder : .open(several: false), isPresented, allowedContentTypes)
        {
            urls in
            for url in urls.prefix(1) { onCompletion(.success(url)) }
        }
    }

    /// Lets the user choose files; nothing is called when the user cancels.
    package func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View {
        choosing(
            Self.isFolder(allowedContentTypes) ? .folder : .open(several: allowsMultipleSelection), isPresented,
            allowedContentTypes
        ) { urls in
            onCompletion(.success(urls))
        }
    }

    /// Lets the user choose where to save a document, and writes it atomically, readable only by its owner.
    package func fileExporter<Document: FileDocument>(
        isPresented: Binding<Bool>, document: Document?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View {
        choosing(.save, isPresented, [contentType], name: defaultFilename ?? "") { urls in
            guard let url = urls.first, let document else { return }
            onCompletion(
                Result { try FileWriting.write(document, contentType, to: { _ in url.path }) }.map { _ in url })
        }
    }

    /// Lets the user choose a folder, and writes documents into it under their preferred names.
    package func fileExporter<Documents: Collection>(
        isPresented: Binding<Bool>, documents: Documents, contentType: UTType,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View where Documents.Element: FileDocument {
        choosing(.folder, isPresented, [.folder]) { urls in
            guard let folder = urls.first else { return }
            onCompletion(
                Result {
                    try documents.enumerated().map { index, document in
                        try FileWriting.write(document, contentType) { name in
                            FileWriting.path(in: folder.path, name, index, contentType)
                        }
                    }
                })
        }
    }

    private static func isFolder(_ kinds: [UTType]) -> Bool { kinds == [.folder] }

    private func choosing(
        _ purpose: FileChooserModel.Purpose, _ isPresented: Binding<Bool>, _ kinds: [UTType], name: String = "",
        _ take: @escaping ([URL]) -> Void
    ) -> some View {
        // The desktop's own chooser where there is one; ours where there is none, or where it fails.
        let desktop = DesktopChooser.shared
        return onChange(of: isPresented.wrappedValue, initial: true) {
            guard isPresented.wrappedValue, desktop.isAvailable else { return }
            desktop.ask(purpose, kinds, name: name) { answer in
                switch answer {
                case .chosen(let paths):
                    isPresented.wrappedValue = false
                    take(paths.map { URL(fileURLWithPath: $0) })
                case .cancelled: isPresented.wrappedValue = false
                case .failed: break
                }
            }
        }
        .onDisappear {
            guard isPresented.wrappedValue, desktop.isAvailable else { return }
            isPresented.wrappedValue = false
            desktop.close()
        }
        .sheet(
            isPresented: Binding(
                get: { isPresented.wrappedValue && !desktop.isAvailable }, set: { isPresented.wrappedValue = $0 })
        ) {
            FileChooser(
                FileChooserModel(purpose, kinds, name: name) { paths in
                    isPresented.wrappedValue = false
                    take(paths.map { URL(fileURLWithPath: $0) })
                }
            ) { isPresented.wrappedValue = false }
        }
    }
}

/// Writes documents to disk.
enum FileWriting {
    /// - Parameter place: the path for the name that the document prefers.
    /// - Throws: ``FileRefusal``, or what the document throws.
    static func write<Document: FileDocument>(
        _ document: Document, _ type: UTType, to place: (String?) -> String
    ) throws -> URL {
        let wrapper = try document.fileWrapper(
            configuration: FileDocumentWriteConfiguration(contentType: type, existingFile: nil))
        let path = place(wrapper.preferredFilename)
        let bytes = wrapper.regularFileContents ?? []
        var error: UnsafeMutablePointer<GError>?
        // A saved file may contain money, so other users of the machine must not read it.
        let flags = GFileSetContentsFlags(
            rawValue: G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue)
        // One byte more than is written, so that the buffer has an address even without bytes.
        let isWritten = (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
            g_file_set_contents_full(path, $0.baseAddress, gssize(bytes.count), flags, 0o600, &error)
        }
        guard isWritten != 0 else {
            g_clear_error(&error)
            throw FileRefusal(code: .cannotWriteFile, message: CanvasTexts.current.cannotWriteFile(path))
        }
        return URL(fileURLWithPath: path)
    }

    /// An unused path in a folder.
    static func path(in folder: String, _ name: String?, _ index: Int, _ type: UTType) -> String {
        let ending = type.preferredFilenameExtension.map { ".\($0)" } ?? ""
        var name = (name ?? "").split(separator: "/").last.map(String.init) ?? "\(index + 1)\(ending)"
        if !ending.isEmpty, !name.hasSuffix(ending) { name += ending }
        let stem = name.dropLast(ending.count)
        var path = "\(folder)/\(name)"
        var number = 2
        while FolderListing.kind(of: path) != .nothing {
            path = "\(folder)/\(stem)-\(number)\(ending)"
            number += 1
        }
        return path
    }
}
