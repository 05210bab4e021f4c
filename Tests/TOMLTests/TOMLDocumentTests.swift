// SPDX-License-Identifier: MIT
import TOML
import Testing

struct TOMLDocumentTests {
    private func read(_ text: String) throws -> [TOMLDocument.Entry] { try TOMLDocument(Array(text.utf8)).entries }

    @Test func valuesComeWithTheirNamesAndLines() throws {
        let entries = try read(
            """
            # a comment
            a = "b"
            [server]
            port = 8_440   # a number
            tls = true
            proxies = ["::1", 'x']
            "odd name" = -1
            [limits.member]
            total = 0x10
            when = 2026-11-21
            half = 0.5
            empty = []
            inline = { x = 1, y = { z = "deep" } }
            """)
        let expected: [(String, TOMLDocument.Value, Int)] = [
            ("a", .text("b"), 2), ("limits.member.empty", .list([]), 12), ("limits.member.half", .other, 11),
            ("limits.member.inline.x", .integer(1), 13), ("limits.member.inline.y.z", .text("deep"), 13),
            ("limits.member.total", .integer(16), 9), ("limits.member.when", .other, 10),
            ("server.odd name", .integer(-1), 7), ("server.port", .integer(8_440), 4),
            ("server.proxies", .list([.text("::1"), .text("x")]), 6), ("server.tls", .boolean(true), 5),
        ]
        #expect(entries.map(\.name) == expected.map(\.0))
        #expect(entries.map(\.value) == expected.map(\.1))
        #expect(entries.map(\.line) == expected.map(\.2))
    }

    @Test(arguments: [
        ("a = ", 1), ("a = 1\na = 2", 2), ("[x\n", 1), ("a = \"b", 1), ("\n\n= 3", 3), ("a = 99999999999999999999", 1),
        ("a = tru", 1), ("[t]\n[t]", 2), ("a = \"\u{0}\"", 1),
    ])
    func whatIsNoTOMLIsRefusedWithItsLine(text: String, line: Int) {
        do {
            _ = try read(text)
            Issue.record("\(text) was read")
        } catch let error as TOMLError {
            #expect(error.line == line && !error.message.isEmpty, "\(error)")
        } catch {
            Issue.record(error)
        }
    }

    @Test func bytesThatAreNoTextAndTooManyOfThemAreRefused() throws {
        #expect(throws: TOMLError.self) { try TOMLDocument([0x61, 0x20, 0x3d, 0x20, 0x22, 0xff, 0xfe, 0x22]) }
        let long = [UInt8](repeating: 0x23, count: TOMLDocument.maximumBytes + 1)
        #expect(throws: TOMLError.self) { try TOMLDocument(long) }
        #expect(try read("").isEmpty)
        let deep = String(repeating: "[", count: 20_000)
        #expect(throws: TOMLError.self) { try read("a = " + deep) }
    }
}
