// SPDX-License-Identifier: MIT
import Archives
import Bytes
import PeerSupport
import Testing

/// Archives go to and come from Python's zipfile and pyzipper.
@Suite(.needsPeers)
struct OtherArchiverTests {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("catima.csv", Array("2\r\n\r\n".utf8)), ("card_1_front.png", [UInt8](0...255)), ("leer", []),
    ]

    @Test func othersReadWhatIsWritten() throws {
        let other = try OtherArchiver()
        let entries = Self.files.map { ArchiveEntry($0.name, $0.bytes) }
        for password in ["", "Schlüssel 1"] {
            let secret = password.isEmpty ? nil : SecretBytes(Array(password.utf8))
            let read = try other.read(try Archive.write(entries, password: secret), password: password)
            #expect(read.map(\.name) == Self.files.map(\.name))
            #expect(read.map(\.bytes) == Self.files.map(\.bytes))
        }
    }

    @Test func othersCannotOpenALockedArchiveWithoutThePassword() throws {
        let zip = try Archive.write([ArchiveEntry("a", [1])], password: SecretBytes(Array("right".utf8)))
        let other = try OtherArchiver()
        #expect(throws: PeerError.self) { try other.read(zip) }
        #expect(throws: PeerError.self) { try other.read(zip, password: "wrong") }
    }

    @Test(arguments: [0, 8])
    func whatOthersWriteIsRead(method: Int) throws {
        let zip = try OtherArchiver().write(Self.files, method: method)
        #expect(try Archive.read(zip).map(\.bytes) == Self.files.map(\.bytes))
    }

    @Test func anArchiveWrittenWithoutGoingBackIsRead() throws {
        let zip = try OtherArchiver().stream(Self.files)
        #expect(try Archive.read(zip).map(\.bytes) == Self.files.map(\.bytes))
    }

    @Test func anArchiveThatWasToBeSplitIsRead() throws {
        let whole = try OtherArchiver().write([Self.files[0]])
        var split = [0x50, 0x4b, 0x30, 0x30] + whole
        // The list and its line say where things begin, now four bytes later.
        let list = try #require(split.indices.first { split[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
        split[list + 42] += 4
        let start = split.count - 22 + 16
        let offset = Int(split[start]) | Int(split[start + 1]) << 8
        (split[start], split[start + 1]) = (UInt8((offset + 4) & 0xFF), UInt8((offset + 4) >> 8))
        #expect(Archive.begins(split))
        #expect(try Archive.read(split).map(\.bytes) == [Self.files[0].bytes])
    }

    @Test(arguments: OtherArchiver.Lock.allCases)
    func everyLockOpensWithItsPasswordOnly(lock: OtherArchiver.Lock) throws {
        let files = lock == .pkware ? [Self.files[1]] : Self.files
        let zip = try OtherArchiver().write(files, lock: lock, password: "right", method: lock == .pkware ? 0 : 8)
        #expect(try Archive.read(zip, password: SecretBytes(Array("right".utf8))).map(\.bytes) == files.map(\.bytes))
        #expect(code { try Archive.read(zip) } == .passwordNeeded)
        for wrong in ["wrong", "Right", "right ", "r"] {
            #expect(code { try Archive.read(zip, password: SecretBytes(Array(wrong.utf8))) } == .wrongPassword)
        }
    }

    @Test(arguments: [OtherArchiver.Lock.aes128, .aes256], [0, 8])
    func aChangedByteOfALockedFileIsNoticed(lock: OtherArchiver.Lock, method: Int) throws {
        let content = Array(repeating: Array("All that is locked is sealed. ".utf8), count: 20).flatMap { $0 }
        let zip = try OtherArchiver().write([("a", content)], lock: lock, password: "right", method: method)
        let password = SecretBytes(Array("right".utf8))
        #expect(try Archive.read(zip, password: password).map(\.bytes) == [content])
        // From the salt, behind the first header, to the seal, before the list of files.
        let list = try #require(zip.indices.first { zip[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
        for place in (30 + 1 + 11)..<list {
            var changed = zip
            changed[place] ^= 0x40
            #expect(code { try Archive.read(changed, password: password) } == .wrongPassword, "byte \(place)")
        }
    }

    /// bzip2 and LZMA are in no format of cards, and each would be one more decoder to trust.
    @Test(arguments: [12, 14])
    func unusualPackingIsRefusedInWords(method: Int) throws {
        let zip = try OtherArchiver().write(Self.files, method: method)
        #expect(code { try Archive.read(zip) } == .unsupported)
    }

    @Test func noNameIsAPath() throws {
        let names = [
            "../../etc/passwd", "/etc/shadow", "a/./b//c", "C:\\Users\\x.txt", "de.lproj/pass.strings", "folder/",
            "__MACOSX/._pass.json", "sub/._pass.json", ".DS_Store", "..", "x/..",
        ]
        let entries = try Archive.read(try OtherArchiver().write(names.map { ($0, []) }))
        #expect(
            entries.map(\.place) == [
                ["etc", "passwd"], ["etc", "shadow"], ["a", "b", "c"], ["C:", "Users", "x.txt"],
                ["de.lproj", "pass.strings"],
            ])
        #expect(entries.allSatisfy { !$0.name.contains("/") && !$0.name.contains("\\") })
    }

    @Test func twoFilesInOnePlaceAreDamage() throws {
        let other = try OtherArchiver()
        #expect(code { try Archive.read(try other.write([("a", [1]), ("a", [2])])) } == .damaged)
        #expect(code { try Archive.read(try other.write([("x/a", [1]), ("x/../x//a", [2])])) } == nil)
    }

    @Test func oneFileUnderManyNamesIsRead() throws {
        let files = (0..<500).map { (name: "card_\($0)_front.png", bytes: [UInt8(truncatingIfNeeded: $0)]) }
        #expect(try Archive.read(try OtherArchiver().write(files)).count == 500)
    }
}
