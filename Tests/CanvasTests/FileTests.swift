// SPDX-License-Identifier: MIT
import Canvas
import Observation
import TestSupport
import Testing

extension OnADisplay {
    @MainActor @Suite struct FileTests {
        @Observable final class Model {
            var isShown = false
        }

        nonisolated struct Note: FileDocument {
            static let readableContentTypes: [UTType] = [.plainText]
            let bytes: [UInt8]
            init(_ text: String) { bytes = Array(text.utf8) }
            init(configuration: ReadConfiguration) { bytes = configuration.file.regularFileContents ?? [] }
            func fileWrapper(configuration: WriteConfiguration) -> FileWrapper {
                FileWrapper(regularFileWithContents: bytes)
            }
        }

        @Test func kindsOfFilesAreToldByTheirEndings() {
            #expect(UTType(filenameExtension: "PNG") == .png)
            #expect(UTType(filenameExtension: "pkpass")?.preferredFilenameExtension == "pkpass")
            #expect(URL(fileURLWithPath: "/a/b.tar.gz/").pathExtension == "gz")
            #expect(URL(fileURLWithPath: "/a/.hidden").pathExtension.isEmpty)
            #expect(URL(fileURLWithPath: "/").lastPathComponent == "/")
        }

        @Test func choosersLeaveNothingBehind() async throws {
            let model = Model()
            @Bindable var bound = model
            try await Stage.show(
                Text("Files")
                    .fileImporter(isPresented: $bound.isShown, allowedContentTypes: [.image]) { _ in }
                    .fileExporter(
                        isPresented: .constant(false), document: Note("hello"), contentType: .plainText,
                        defaultFilename: "note.txt"
                    ) { _ in })
            var baseline = 0
            for round in 0..<4 {
                if round == 1 {
                    try await Stage.settle(rounds: 250)  // a layer slides out before it goes
                    baseline = Node.count
                }
                model.isShown = true
                try await Stage.settle(rounds: 20)
                model.isShown = false
                try await Stage.settle()
            }
            try await Stage.settle(rounds: 250)
            #expect(Node.count == baseline)
            _ = try await Stage.nodesAfterClearing()
        }
    }
}
