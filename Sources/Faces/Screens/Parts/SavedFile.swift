// SPDX-License-Identifier: MIT
internal import Views

/// Bytes on their way into a file that a person names.
nonisolated struct SavedFile: FileDocument {
    static var readableContentTypes: [UTType] { [.data] }

    let bytes: [UInt8]
    let name: String?

    init(_ bytes: [UInt8], name: String? = nil) {
        self.bytes = bytes
        self.name = name
    }

    init(configuration: ReadConfiguration) throws {
        self.init(Array(configuration.file.regularFileContents ?? Data()))
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        let wrapper = FileWrapper(regularFileWithContents: Data(bytes))
        wrapper.preferredFilename = name
        return wrapper
    }
}

/// A button that lets a person keep something as a file.
struct SaveButton: View {
    let title: String
    let type: UTType
    let name: String
    var isEnabled = true
    var isBusy = false
    /// Makes what shall be kept; nil when that was refused.
    let make: @MainActor () async -> [UInt8]?
    /// Learns where it is, or why it is not.
    let done: @MainActor (Result<URL, any Error>) -> Void
    @State private var file: SavedFile?
    @State private var isSaving = false

    var body: some View {
        Button {
            Task {
                guard let bytes = await make() else { return }
                file = SavedFile(bytes)
                isSaving = true
            }
        } label: {
            Text(title).frame(maxWidth: .infinity)
        }
        .buttonStyle(.bordered).disabled(!isEnabled || isBusy)
        .fileExporter(isPresented: $isSaving, document: file, contentType: type, defaultFilename: name) { result in
            file = nil
            done(result)
        }
    }
}

/// A button that lets a person choose a file to read.
struct ChooseButton: View {
    let title: String
    var types: [UTType] = [.data]
    var isEnabled = true
    let take: @MainActor (String) async -> Void
    @State private var isChoosing = false

    var body: some View {
        SideButton(title: title, isEnabled: isEnabled) { isChoosing = true }
            .fileImporter(isPresented: $isChoosing, allowedContentTypes: types) { result in
                guard case .success(let url) = result else { return }
                Task {
                    let isScoped = url.startAccessingSecurityScopedResource()
                    await take(url.path)
                    if isScoped { url.stopAccessingSecurityScopedResource() }
                }
            }
    }
}
