// SPDX-License-Identifier: MIT
import Canvas
import FoundationEssentials
import Testing

struct SymbolTests {
    /// Every symbol that a screen names, found in the sources.
    private static func names() throws -> [String: String] {
        let root = String(#filePath.dropLast("/Tests/CanvasTests/SymbolTests.swift".count))
        var names: [String: String] = [:]
        for folder in ["Sources/Faces", "Sources/Programs/satchel-app"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            where path.hasSuffix(".swift") {
                let text = String(
                    decoding: try FoundationEssentials.Data(
                        contentsOf: FoundationEssentials.URL(filePath: "\(root)/\(folder)/\(path)")), as: UTF8.self)
                for mark in ["systemImage: \"", "systemName: \"", "symbol: \""] {
                    for piece in text.split(separator: mark).dropFirst() {
                        names[String(piece.prefix { $0 != "\"" })] = path
                    }
                }
            }
        }
        return names
    }

    @Test func everySymbolThatAScreenNamesHasADrawing() async throws {
        let missing = try Self.names().filter { !Image.symbolNames.contains($0.key) && !$0.key.contains("\\(") }
        #expect(missing.isEmpty)
    }
}
