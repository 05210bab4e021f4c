// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import TestSupport
import Testing

/// A small disk that is really full: a tmpfs in a mount namespace of its own.
struct FullDiskTests {
    /// Runs a script where `$DISK` is a file system of 3 MiB; `upload KIND` carries an upload of 5 MB and prints its
    /// outcome.
    private func onSmallDisk(_ script: String) throws -> [String] {
        let folder = try ScratchFolder(in: .memory)
        let prelude = """
            DISK=\(folder.path)/disk; mkdir $DISK; mount -t tmpfs -o size=3m none $DISK || exit 77
            DRIVER=\(BuiltPrograms.path("FileCrashDriver"))
            upload() { $DRIVER $DISK \(UploadCrashTests.size) $1 0 0 \(folder.path)/steps; }
            """
        let path = try folder.write(
            Array("{ \(prelude)\n\(script)\n} >\(folder.path)/out 2>&1\necho shown $?\n".utf8), to: "script")
        let outcome = try Child("/usr/bin/unshare", ["-rm", "/bin/sh", path]).finish()
        guard outcome == .shown("0") else {
            throw UnexpectedResult("\(outcome): \(File.lines(folder.file("out")))")
        }
        return File.lines(folder.file("out"))
    }

    /// Containers may forbid namespaces; where `CI` is set they must not.
    static let canMount: Bool = {
        do {
            return try Child(
                "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /mnt && echo shown yes"]
            )
            .finish() == .shown("yes")
        } catch {
            return false
        }
    }()

    static let mayRun = canMount || getenv("CI") != nil

    @Test(.enabled(if: mayRun, "No file system can be mounted here, so nothing was proved about full disks."))
    func aKnownLengthIsRefusedBeforeTheFirstByte() throws {
        let lines = try onSmallDisk("upload known; ls $DISK/staging; mount -o remount,size=32m $DISK; upload known")
        #expect(lines.count == 2, "\(lines)")
        #expect(lines[0].hasPrefix("refused full "))
        #expect(lines[1].hasPrefix("shown "))
    }

    @Test(.enabled(if: mayRun, "No file system can be mounted here, so nothing was proved about full disks."))
    func anUnknownLengthStopsAtACheckpointAndGoesOnWhenThereIsRoom() throws {
        let lines = try onSmallDisk(
            """
            touch $DISK/ballast; upload unknown
            # Less than the step in which space is taken, and more than the content.
            mount -o remount,size=200m $DISK; upload unknown; ls $DISK/staging | wc -l
            """)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[0].hasPrefix("refused full "))
        #expect(lines[1].hasPrefix("shown "))
        #expect(lines[2] == "1")
    }

    @Test func whatMustStayFreeIsNotTaken() throws {
        let folder = try ScratchFolder(in: .memory)
        let store = try UploadStore(root: folder.path, freeSpace: FreeSpaceRule(minimum: 1 << 60, percent: 0))
        let header = try UploadHeader(
            id: UploadID([UInt8](repeating: 1, count: 16)), owner: [UInt8](repeating: 1, count: 16), created: 0,
            length: 1, expected: nil)
        #expect(throws: FileIOError.self) { try store.create(header) }
        #expect(try store.uploads() == [])
        #expect(Folder.names(in: folder.file("staging")) == [])
    }
}
