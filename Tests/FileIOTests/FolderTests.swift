// SPDX-License-Identifier: MIT
import FileIO
import FileModel
import Glibc
import TestSupport
import Testing

/// What is reached from a folder, and what is not.
struct FolderTests {
    private let scratch: ScratchFolder
    private let folder: DiskFolder
    private let inside: String

    init() throws {
        scratch = try ScratchFolder()
        inside = scratch.file("inside")
        mkdir(inside, 0o700)
        try scratch.write(Array("secret".utf8), to: "outside.txt")
        mkdir(inside + "/sub", 0o700)
        try File.write(Array("own".utf8), to: inside + "/sub/own.txt")
        folder = try DiskFolder(path: inside)
    }

    private func path(_ names: String...) throws -> FilePath { try FilePath(names.map { try FileName($0) }) }

    @Test func aFileBeneathIsRead() throws {
        #expect(try folder.file(path("sub", "own.txt")).read(100, at: 0) == Array("own".utf8))
        #expect(try folder.file(path("sub", "own.txt")).read(100, at: 2) == Array("n".utf8))
        #expect(throws: FileIOError.self) { try folder.file(path("sub", "missing")) }
        #expect(throws: FileIOError.self) { try folder.file(path()) }
    }

    @Test func linksAreNotFollowed() throws {
        symlink("../outside.txt", inside + "/file-link")
        symlink("..", inside + "/folder-link")
        symlink("/etc/passwd", inside + "/absolute")
        symlink("sub", inside + "/own-link")
        for names in [["file-link"], ["folder-link", "outside.txt"], ["absolute"], ["own-link", "own.txt"]] {
            let path = try FilePath(names.map { try FileName($0) })
            do {
                _ = try folder.file(path)
                Issue.record("\(path) was opened")
            } catch let error as FileIOError {
                #expect(error.code == .outside, "\(path): \(error)")
            }
        }
    }

    @Test func pipesAndFoldersAreNoFiles() throws {
        mkfifo(inside + "/pipe", 0o600)
        for name in ["pipe", "sub"] {
            #expect(throws: FileIOError.self, "\(name)") { try folder.file(FileName(name)) }
        }
    }

    @Test func aWalkTellsOfLinksAndDoesNotEnterThem() throws {
        symlink("..", inside + "/link")
        symlink("loop", inside + "/loop")
        mkfifo(inside + "/pipe", 0o600)
        var seen: [String: DiskItem.Kind] = [:]
        try folder.walk { seen["\($0)"] = $1.kind }
        #expect(
            seen == ["link": .link, "loop": .link, "pipe": .other, "sub": .folder, "sub/own.txt": .file])
    }

    @Test func aWalkTakesNamesOfEveryKind() throws {
        let names: [[UInt8]] = [
            [0xff, 0xfe], Array("-rf".utf8), Array("a\nb".utf8), Array("e\u{301}".utf8), Array("\u{e9}".utf8),
            Array("\u{202E}gnp.exe".utf8), Array("..%2f".utf8), Array(" ".utf8), [UInt8](repeating: 0x61, count: 255),
            Array("\u{1F468}\u{200D}\u{1F469}".utf8), Array("...".utf8), Array("CON".utf8), Array("a\\b".utf8),
        ]
        let target = try folder.folder(making: FileName("names"))
        for name in names { _ = try target.file(making: FileName(name)) }
        #expect(Set(try target.entries().map(\.name.bytes)) == Set(names))
        for name in names {
            let path = try FilePath([FileName("names"), FileName(name)])
            #expect(try folder.file(path).read(1, at: 0) == [])
        }
    }

    @Test func aWalkGoesDeeperThanThePathsOfTheKernel() throws {
        var deep = folder
        let name = try FileName([UInt8](repeating: 0x64, count: 100))
        for _ in 0..<60 { deep = try deep.folder(making: name) }
        _ = try deep.file(making: FileName("end"))
        var longest = 0
        try folder.walk { path, _ in longest = max(longest, path.names.count) }
        #expect(longest == 61)
        #expect(try folder.file(FilePath([FileName](repeating: name, count: 60) + [FileName("end")])).size() == 0)
        // The path is too long for whoever removes the scratch folder by paths.
        var path = [FileName](repeating: name, count: 60)
        while !path.isEmpty {
            path.removeLast()
            var place = folder
            for name in path { place = try place.folder(name) }
            if path.count == 59 { try place.folder(name).remove(FileName("end")) }
            try place.removeFolder(name)
        }
    }

    @Test func aFolderThatIsExchangedForALinkMeanwhileIsNotLeft() throws {
        let sub = try folder.folder(FileName("sub"))
        rename(inside + "/sub", inside + "/moved")
        symlink("..", inside + "/sub")
        #expect(try sub.file(FileName("own.txt")).read(10, at: 0) == Array("own".utf8))
        #expect(throws: FileIOError.self) { try folder.folder(FileName("sub")) }
    }

    @Test func aFileOfTheSameNameIsNotTakenOver() throws {
        _ = try folder.file(making: FileName("new"))
        do {
            _ = try folder.file(making: FileName("new"))
            Issue.record("a second file of one name")
        } catch let error as FileIOError {
            #expect(error.code == .alreadyThere)
        }
    }

    @Test func localDisksAreTaken() throws {
        try folder.requireLocal()
        try DiskFolder(path: "/dev/shm").requireLocal()
    }
}
