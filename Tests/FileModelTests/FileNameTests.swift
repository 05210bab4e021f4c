// SPDX-License-Identifier: MIT
import FileModel
import Testing

struct FileNameTests {
    @Test(arguments: [
        [], Array(".".utf8), Array("..".utf8), Array("a/b".utf8), Array("/".utf8), [0], [0x61, 0],
        [UInt8](repeating: 0x61, count: 256),
    ])
    func aNameThatNoItemMayHaveIsRefused(_ bytes: [UInt8]) {
        #expect(throws: FileModelError.self) { try FileName(bytes) }
    }

    @Test(arguments: [
        [0xff, 0xfe], Array("-rf".utf8), Array("...".utf8), Array(".hidden".utf8), Array("a\nb".utf8), Array(" ".utf8),
        Array("..\\..\\x".utf8), Array("%2e%2e%2f".utf8), [0xc0, 0xae, 0xc0, 0xae], Array("\u{202E}x".utf8),
        [UInt8](repeating: 0xff, count: 255),
    ])
    func otherNamesAreKeptByteForByte(_ bytes: [UInt8]) throws {
        #expect(try FileName(bytes).bytes == bytes)
    }

    @Test func namesThatLookAlikeAreTwoNames() throws {
        #expect(try FileName("e\u{301}") != FileName("\u{e9}"))
        #expect(try FileName("A") != FileName("a"))
    }

    @Test func aNameForPeopleHoldsNothingThatMovesACursor() throws {
        #expect(try "\(FileName("a\u{1B}[2J\u{202E}\nb"))" == "a\u{FFFD}[2J\u{FFFD}\u{FFFD}b")
        #expect(try "\(FileName([0x61, 0xff]))" == "a\u{FFFD}")
        #expect(try FileName([0x61, 0xff]).text == nil)
    }

    @Test(arguments: [
        ("report.pdf", "report (conflict, Anna's laptop, 2).pdf"), ("notes", "notes (conflict, Anna's laptop, 2)"),
        (".profile", ".profile (conflict, Anna's laptop, 2)"), ("a.tar.gz", "a.tar (conflict, Anna's laptop, 2).gz"),
    ])
    func aConflictNameSaysWhoseItIs(name: String, expected: String) throws {
        #expect(try FileName(name).conflicting(device: "Anna's laptop", number: 2).text == expected)
    }

    @Test func aTakenNameIsNumbered() throws {
        #expect(try FileName("a.txt").numbered(2).text == "a (2).txt")
    }

    @Test func aLongNameIsCutAtACharacter() throws {
        // A family is one character of 18 bytes.
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        let name = try FileName(String(repeating: family, count: 14))
        let cut = name.conflicting(device: "d", number: 1)
        let stem = try #require(cut.text).split(separator: " (")[0]
        #expect(cut.bytes.count <= 255 && cut.bytes.count > 255 - 18 - 1)
        #expect(stem.allSatisfy { String($0) == family })
        #expect(try FileName([UInt8](repeating: 0xff, count: 255)).numbered(10).bytes.count == 255)
    }

    @Test func aDeviceCannotPutASlashIntoAName() throws {
        let device = String(repeating: "../\n\u{0}", count: 100)
        let name = try FileName("a").conflicting(device: device, number: Int.max)
        #expect(!name.bytes.contains(UInt8(ascii: "/")) && !name.bytes.contains(0) && !name.bytes.contains(10))
    }

    @Test func foldersAreNested256Deep() throws {
        let name = try FileName("a")
        #expect(try FilePath([FileName](repeating: name, count: 256)).names.count == 256)
        #expect(throws: FileModelError.self) { try FilePath([FileName](repeating: name, count: 257)) }
    }
}
