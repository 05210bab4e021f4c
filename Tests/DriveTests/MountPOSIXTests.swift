// SPDX-License-Identifier: MIT
import Drive
import Glibc
import TestSupport
import Testing

/// The same calls in a plain folder and in a mounted one: the same errors, the same results.
@Suite(.serialized, .enabled(if: MountedDevice.canMount, "SKIPPED: /dev/fuse is not here"))
struct MountPOSIXTests {
    /// One call in a folder, and what a program sees of it.
    private struct Call {
        let name: String
        let run: (_ folder: String) -> String

        init(_ name: String, _ run: @escaping (String) -> String) { (self.name, self.run) = (name, run) }
    }

    private static func result(_ code: Int32) -> String { code == 0 ? "ok" : "errno \(errno)" }
    private static func result(_ code: Int) -> String { code >= 0 ? "\(code)" : "errno \(errno)" }

    private static func opened(_ path: String, _ flags: Int32, _ body: (Int32) -> String = { _ in "opened" }) -> String
    {
        let file = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard file >= 0 else { return "errno \(errno)" }
        defer { Glibc.close(file) }
        return body(file)
    }

    private static func shown(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0 else { return "errno \(errno)" }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "folder" : "file \(status.st_size)"
        return kind + (status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o100 != 0 ? " executable" : "")
    }

    private static func read(_ path: String) -> String {
        (try? File.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? "errno \(errno)"
    }

    private static var calls: [Call] {
        let long = String(repeating: "x", count: 255)
        return [
            Call("make a file") { opened("\($0)/a", O_CREAT | O_EXCL | O_WRONLY) { result(write($0, "hello", 5)) } },
            Call("make it again") { opened("\($0)/a", O_CREAT | O_EXCL | O_WRONLY) },
            Call("read it") { read("\($0)/a") },
            Call("append") { opened("\($0)/a", O_WRONLY | O_APPEND) { result(write($0, ", world", 7)) } },
            Call("read what was appended") { read("\($0)/a") },
            Call("write with a reading descriptor") { opened("\($0)/a", O_RDONLY) { result(write($0, "x", 1)) } },
            Call("read with a writing descriptor") {
                opened("\($0)/a", O_WRONLY) { file in
                    var byte: UInt8 = 0
                    return result(Glibc.read(file, &byte, 1))
                }
            },
            Call("write beyond the end") { opened("\($0)/a", O_WRONLY) { result(pwrite($0, "!", 1, 20)) } },
            Call("a hole reads as zeros") { read("\($0)/a") },
            Call("cut it") { result(truncate("\($0)/a", 3)) },
            Call("what is left") { read("\($0)/a") },
            Call("grow it") { result(truncate("\($0)/a", 10)) },
            Call("how large it is") { shown("\($0)/a") },
            Call("open with O_TRUNC") { opened("\($0)/a", O_WRONLY | O_TRUNC) },
            Call("it is empty") { shown("\($0)/a") },
            Call("cut below zero") { result(truncate("\($0)/a", -1)) },
            Call("open a missing file") { opened("\($0)/missing", O_RDONLY) },
            Call("open beneath a file") { opened("\($0)/a/b", O_RDONLY) },
            Call("make beneath a missing folder") { opened("\($0)/none/b", O_CREAT | O_WRONLY) },
            Call("a name of 255 bytes") { opened("\($0)/\(long)", O_CREAT | O_WRONLY) },
            Call("a name of 256 bytes") { opened("\($0)/\(long)x", O_CREAT | O_WRONLY) },
            Call("remove it") { result(unlink("\($0)/\(long)")) },
            Call("a name that is not UTF-8") { folder in
                let bytes: [CChar] = (folder + "/").utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
                let file = Glibc.open(bytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
                defer { Glibc.close(file) }
                return result(unlink(bytes))
            },
            Call("names that only look alike") { folder in
                for name in ["é", "e\u{301}", "É"] { _ = opened("\(folder)/\(name)", O_CREAT | O_WRONLY) }
                let count = Folder.names(in: folder).count
                for name in ["é", "e\u{301}", "É"] { unlink("\(folder)/\(name)") }
                return "\(count)"
            },
            Call("make a folder") { result(mkdir("\($0)/d", 0o755)) },
            Call("make it again") { result(mkdir("\($0)/d", 0o755)) },
            Call("a folder where a file is") { result(mkdir("\($0)/a", 0o755)) },
            Call("open a folder for writing") { opened("\($0)/d", O_WRONLY) },
            Call("unlink a folder") { result(unlink("\($0)/d")) },
            Call("rmdir a file") { result(rmdir("\($0)/a")) },
            Call("rmdir a missing folder") { result(rmdir("\($0)/none")) },
            Call("a file in the folder") { opened("\($0)/d/f", O_CREAT | O_WRONLY) { result(write($0, "f", 1)) } },
            Call("rmdir a full folder") { result(rmdir("\($0)/d")) },
            Call("rename a file") { result(rename("\($0)/d/f", "\($0)/g")) },
            Call("the old name") { shown("\($0)/d/f") },
            Call("the new name") { read("\($0)/g") },
            Call("rename onto a file") { result(rename("\($0)/g", "\($0)/a")) },
            Call("the file that gave way") { read("\($0)/a") },
            Call("rename a missing file") { result(rename("\($0)/none", "\($0)/x")) },
            Call("rename a file onto a folder") { result(rename("\($0)/a", "\($0)/d")) },
            Call("rename a folder onto a file") { result(rename("\($0)/d", "\($0)/a")) },
            Call("a second folder") { result(mkdir("\($0)/e", 0o755)) },
            Call("rename a folder onto an empty one") { result(rename("\($0)/d", "\($0)/e")) },
            Call("rename a folder into itself") { result(rename("\($0)/e", "\($0)/e/f")) },
            Call("a file in it") { opened("\($0)/e/f", O_CREAT | O_WRONLY) },
            Call("a third folder") { result(mkdir("\($0)/h", 0o755)) },
            Call("rename onto a full folder") { result(rename("\($0)/h", "\($0)/e")) },
            Call("rename to itself") { result(rename("\($0)/a", "\($0)/a")) },
            Call("chmod to executable") { result(chmod("\($0)/a", 0o755)) },
            Call("it is") { shown("\($0)/a") },
            Call("chmod back") { result(chmod("\($0)/a", 0o644)) },
            Call("it is not") { shown("\($0)/a") },
            Call("set the time") { path in
                let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 5_000_000)
                guard utimensat(AT_FDCWD, "\(path)/a", [time, time], 0) == 0 else { return "errno \(errno)" }
                var status = stat()
                stat("\(path)/a", &status)
                return "\(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
            },
            Call("use a file after it was removed") { folder in
                opened("\(folder)/gone", O_CREAT | O_RDWR) { file in
                    unlink("\(folder)/gone")
                    let written = write(file, "still", 5)
                    var bytes = [UInt8](repeating: 0, count: 5)
                    let count = pread(file, &bytes, 5, 0)
                    var status = stat()
                    fstat(file, &status)
                    return "\(written) \(count) \(String(decoding: bytes, as: UTF8.self)) \(status.st_size)"
                }
            },
            Call("and its name is free") { shown("\($0)/gone") },
            Call("use a file that another one has replaced") { folder in
                opened("\(folder)/old", O_CREAT | O_RDWR) { file in
                    _ = write(file, "old", 3)
                    _ = opened("\(folder)/new", O_CREAT | O_WRONLY) { result(write($0, "newer", 5)) }
                    let code = rename("\(folder)/new", "\(folder)/old")
                    var bytes = [UInt8](repeating: 0, count: 3)
                    let count = pread(file, &bytes, 3, 0)
                    let text = read("\(folder)/old")
                    unlink("\(folder)/old")
                    return "\(code) \(count) \(String(decoding: bytes, as: UTF8.self)) \(text)"
                }
            },
            Call("write through a file that was renamed") { folder in
                opened("\(folder)/before", O_CREAT | O_RDWR) { file in
                    _ = write(file, "one", 3)
                    let code = rename("\(folder)/before", "\(folder)/after")
                    _ = write(file, " two", 4)
                    let text = read("\(folder)/after")
                    unlink("\(folder)/after")
                    return "\(code) \(text)"
                }
            },
            Call("fallocate") { opened("\($0)/a", O_WRONLY) { result(posix_fallocate($0, 0, 4_096)) } },
            Call("it has grown") { shown("\($0)/a") },
            Call("seek to data") { opened("\($0)/a", O_RDONLY) { result(Int(lseek($0, 0, SEEK_END))) } },
            Call("flush") { opened("\($0)/a", O_RDWR) { result(fsync($0)) } },
            Call("flush the folder") { opened($0, O_RDONLY | O_DIRECTORY) { result(fsync($0)) } },
            Call("a lock") { opened("\($0)/a", O_RDWR) { result(flock($0, LOCK_EX | LOCK_NB)) } },
            Call("what is left") { folder in Folder.names(in: folder).joined(separator: ",") },
        ]
    }

    @Test func theSameCallsHaveTheSameResults() throws {
        let home = try DriveHome()
        let mounted = try home.mounted("laptop")
        let plain = try ScratchFolder()
        for call in Self.calls {
            let (expected, seen) = (call.run(plain.path), call.run(mounted.path))
            #expect(seen == expected, "\(call.name)")
        }
    }

    /// What is not offered is refused, never half done: links, devices, attributes of others.
    @Test func whatIsNotOfferedIsRefused() throws {
        let home = try DriveHome()
        let mounted = try home.mounted("laptop")
        try File.write([1], to: mounted.file("a"))
        #expect(symlink("a", mounted.file("l")) == -1 && errno == EPERM)
        #expect(link(mounted.file("a"), mounted.file("h")) == -1 && errno == EPERM)
        #expect(mknod(mounted.file("p"), S_IFIFO | 0o600, 0) == -1 && errno == EPERM)
        #expect(setxattr(mounted.file("a"), "user.other", "x", 1, 0) == -1 && errno == EOPNOTSUPP)
        #expect(setxattr(mounted.file("a"), "user.satchel.state", "x", 1, 0) == -1 && errno == EPERM)
        #expect(Folder.names(in: mounted.path) == ["a"])
    }

    /// A random sequence of writes, cuts, readings and openings of one file, before and after what it holds was sent.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aRandomWriterAndAModelAgree(seed: UInt64) throws {
        let home = try DriveHome()
        let mounted = try home.mounted("laptop")
        var random = SeededRandom(seed: seed)
        var model: [UInt8] = []
        let path = mounted.file("fsx")
        try File.write([], to: path)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        for step in 0..<400 {
            // A process that another test starts meanwhile must not have it open: it would not be sent as long as that runs.
            let file = open(path, O_RDWR | O_CLOEXEC)
            defer { close(file) }
            let (offset, count) = (below(300_000), 1 + below(60_000))
            switch below(10) {
            case 0..<4:
                let bytes = random.block(count)
                #expect(pwrite(file, bytes, count, off_t(offset)) == count)
                if model.count < offset + count {
                    model += [UInt8](repeating: 0, count: offset + count - model.count)
                }
                model.replaceSubrange(offset..<offset + count, with: bytes)
            case 4:
                #expect(ftruncate(file, off_t(offset)) == 0)
                model = Array(model.prefix(offset)) + [UInt8](repeating: 0, count: max(0, offset - model.count))
            case 5: #expect(fsync(file) == 0)
            case 6: usleep(UInt32(below(300_000)))
            default:
                var bytes = [UInt8](repeating: 0, count: count)
                let expected = Array(model.dropFirst(offset).prefix(count))
                let read = pread(file, &bytes, count, off_t(offset))
                try require(
                    read == expected.count && Array(bytes.prefix(read)) == expected, "seed \(seed), step \(step)")
            }
        }
        #expect(try File.read(path) == model)
        let reader = try home.device("desk")
        #expect(try mounted.device.client().store.tasks(.failed).map(\.reason) == [])
        var seen = ""
        do {
            try mounted.eventually("the hub has the last of it") {
                let names = try reader.listed()
                guard names == ["fsx"] else {
                    seen = "the hub has \(names)"
                    return false
                }
                let bytes = try reader.received("fsx")
                let same = zip(bytes, model).prefix { $0 == $1 }.count
                seen = "the hub has \(bytes.count) bytes of \(model.count), the first \(same) as written"
                return bytes == model
            }
        } catch {
            throw UnexpectedResult("\(error); \(seen); it counts as \(mounted.state(of: "fsx") ?? "-")")
        }
    }
}
