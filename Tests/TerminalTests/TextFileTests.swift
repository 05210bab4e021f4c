// SPDX-License-Identifier: MIT
import Glibc
import Terminal
import TestSupport
import Testing

@Suite struct TextFileTests {
    private let path: String

    init() {
        var template = Array("/tmp/terminal-XXXXXX".utf8CString)
        close(mkstemp(&template))
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    @Test func whatIsWrittenIsRead() throws {
        defer { unlink(path) }
        let text = String(repeating: "OW1P:ü\n", count: 5000)
        try File.write(Array(text.utf8), to: path)
        #expect(try TextFile.read(path, maximumBytes: 40_000) == text)
    }

    @Test func aLongFileIsRefused() throws {
        defer { unlink(path) }
        try File.write(Array("12345".utf8), to: path)
        #expect(try TextFile.read(path, maximumBytes: 5) == "12345")
        let error = #expect(throws: TerminalError.self) { try TextFile.read(path, maximumBytes: 4) }
        #expect(error?.code == .tooLong)
    }

    @Test func anythingButTextIsRefused() throws {
        defer { unlink(path) }
        let file = open(path, O_WRONLY)
        _ = [UInt8]([0xFF, 0xFE, 0x41]).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
        #expect(throws: TerminalError.self) { try TextFile.read(path, maximumBytes: 100) }
    }

    @Test func whatCannotBeReadIsNamed() {
        defer { unlink(path) }
        let missing = #expect(throws: TerminalError.self) { try TextFile.read("/nowhere/a", maximumBytes: 9) }
        #expect(missing?.message == "/nowhere/a could not be read: No such file or directory.")
        let full = #expect(throws: TerminalError.self) { try TextFile.read("/tmp", maximumBytes: 9) }
        #expect(full?.message == "/tmp could not be read: Is a directory.")
    }
}
