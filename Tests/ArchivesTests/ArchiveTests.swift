// SPDX-License-Identifier: MIT
import Archives
import Bytes
import TestSupport
import Testing

struct ArchiveTests {
    private static let entries = [
        ArchiveEntry("catima.csv", Array("2\r\n\r\n".utf8)),
        ArchiveEntry(place: ["de.lproj", "pass.strings"], bytes: [UInt8](repeating: 7, count: 5000)),
        ArchiveEntry("Käse.png", []),
    ]

    @Test(arguments: [nil, "pass word"])
    func whatIsWrittenIsReadAgain(password: String?) throws {
        let password = password.map { SecretBytes(Array($0.utf8)) }
        let zip = try Archive.write(Self.entries, password: password)
        #expect(Archive.begins(zip))
        #expect(try Archive.read(zip, password: password) == Self.entries)
    }

    /// Some readers go from file to file without the list at the end, Catima's among them: sizes must stand in front.
    @Test(arguments: [false, true])
    func sizesStandBeforeEachFile(isLocked: Bool) throws {
        let zip = try Archive.write(Self.entries, password: isLocked ? SecretBytes([1]) : nil)
        var position = 0
        for entry in Self.entries {
            try #require(zip[position...].starts(with: [0x50, 0x4b, 3, 4]))
            let hasSizeBehind = zip[position + 6] & 8 != 0
            #expect(!hasSizeBehind)
            func number(_ place: Int, _ count: Int) -> Int {
                (0..<count).reduce(0) { $0 | Int(zip[position + place + $1]) << (8 * $1) }
            }
            #expect(number(22, 4) == entry.bytes.count)
            position += 30 + number(26, 2) + number(28, 2) + number(18, 4)
        }
        #expect(zip[position...].starts(with: [0x50, 0x4b, 1, 2]))
    }

    @Test func anArchiveWithoutFilesIsOne() throws {
        let zip = try Archive.write([])
        #expect(Archive.begins(zip))
        #expect(try Archive.read(zip) == [])
    }

    @Test func theSameFilesMakeTheSameBytes() throws {
        #expect(try Archive.write(Self.entries) == Archive.write(Self.entries))
    }

    @Test func lockedFilesDifferEachTime() throws {
        let password = SecretBytes([1, 2])
        #expect(try Archive.write(Self.entries, password: password) != Archive.write(Self.entries, password: password))
    }

    @Test func aLockedArchiveAsksForItsPasswordAndTakesNoOther() throws {
        let zip = try Archive.write(Self.entries, password: SecretBytes(Array("right".utf8)))
        #expect(code { try Archive.read(zip) } == .passwordNeeded)
        #expect(code { try Archive.read(zip, password: SecretBytes([])) } == .passwordNeeded)
        #expect(code { try Archive.read(zip, password: SecretBytes(Array("wrong".utf8))) } == .wrongPassword)
    }

    @Test func aPasswordThatIsNotNeededDoesNoHarm() throws {
        let zip = try Archive.write(Self.entries)
        #expect(try Archive.read(zip, password: SecretBytes([9])) == Self.entries)
    }

    @Test func everyCutIsDamage() throws {
        let zip = try Archive.write(Self.entries)
        for length in 0..<zip.count {
            #expect(code { try Archive.read(Array(zip[..<length])) } == .damaged)
        }
    }

    /// A bit that is not compared by anybody (a date, a version) may change; content never does without notice.
    @Test func aFlippedBitIsNoticedOrChangesNothing() throws {
        let zip = try Archive.write([Self.entries[0], Self.entries[1]])
        for bit in 0..<zip.count * 8 {
            var changed = zip
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            do {
                let read = try Archive.read(changed)
                #expect(read.map(\.bytes) == [Self.entries[0].bytes, Self.entries[1].bytes], "bit \(bit)")
            } catch {
                #expect(error is ArchivesError)
            }
        }
    }

    @Test func moreThanTheLimitsAllowIsRefusedBeforeItIsUnpacked() throws {
        let zip = try Archive.write((0..<20).map { ArchiveEntry("\($0)", [UInt8](repeating: 1, count: 1000)) })
        #expect(code { try Archive.read(zip, limits: ArchiveLimits(entries: 19)) } == .tooLarge)
        #expect(code { try Archive.read(zip, limits: ArchiveLimits(entryBytes: 999)) } == .tooLarge)
        #expect(code { try Archive.read(zip, limits: ArchiveLimits(totalBytes: 19_999)) } == .tooLarge)
        #expect(code { try Archive.read(zip, limits: ArchiveLimits(archiveBytes: zip.count - 1)) } == .tooLarge)
        #expect(try Archive.read(zip, limits: ArchiveLimits(totalBytes: 20_000)).count == 20)
    }

    @Test func zerosThatUnpackToMuchMoreAreABomb() throws {
        let zip = try Archive.write([ArchiveEntry("0", [UInt8](repeating: 0, count: 10_000_000))])
        #expect(zip.count < 20_000)
        #expect(code { try Archive.read(zip) } == .tooLarge)
    }

    @Test func aFileLargerThanItSaysIsRefused() throws {
        var zip = try Archive.write([ArchiveEntry("0", [UInt8](repeating: 0, count: 4000))])
        for position in [22, try #require(Self.lists(in: zip).first) + 24] {
            zip.replaceSubrange(position..<position + 4, with: [10, 0, 0, 0])
        }
        #expect(code { try Archive.read(zip) } == .damaged)
    }

    @Test func filesOverEachOtherAreABomb() throws {
        var zip = try Archive.write([
            ArchiveEntry("a", SeededRandom.some(3000)), ArchiveEntry("b", SeededRandom.some(3000)),
        ])
        let lists = Self.lists(in: zip)
        // The second line of the list points to the first file.
        zip.replaceSubrange(lists[1] + 42..<lists[1] + 46, with: [0, 0, 0, 0])
        #expect(code { try Archive.read(zip) } == .damaged)
    }

    /// Where the lines of the list of files begin.
    private static func lists(in zip: [UInt8]) -> [Int] {
        zip.indices.dropLast(3).filter { Array(zip[$0..<$0 + 4]) == [0x50, 0x4b, 1, 2] }
    }
}

func code(_ body: () throws -> some Any) -> ArchivesError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as ArchivesError { return error.code } catch { return nil }
}

extension SeededRandom {
    fileprivate static func some(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: 5)
        return random.bytes(count)
    }
}
