// SPDX-License-Identifier: MIT
import Glibc
import Terminal
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
        try TextFile.write(text, to: path)
        #expect(try TextFile.read(path, maximumBytes: 40_000) == text)
        #expect(access("\(path).part", F_OK) != 0)
    }

    @Test func aLongFileIsRefused() throws {
        defer { unlink(path) }
        try TextFile.write("12345", to: path)
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

    @Test func whatCannotBeReadOrWrittenIsNamed() {
        defer { unlink(path) }
        let missing = #expect(throws: TerminalError.self) { try TextFile.read("/nowhere/a", maximumBytes: 9) }
        #expect(missing?.message == "/nowhere/a could not be read: No such file or directory.")
        let unwritable = #expect(throws: TerminalError.self) { try TextFile.write("x", to: "/nowhere/a") }
        #expect(unwritable?.code == .cannotWrite)
        let full = #expect(throws: TerminalError.self) { try TextFile.read("/tmp", maximumBytes: 9) }
        #expect(full?.message == "/tmp could not be read: Is a directory.")
    }
}
