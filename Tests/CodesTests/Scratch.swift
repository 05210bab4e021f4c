// SPDX-License-Identifier: MIT
import Codes
import Glibc

/// A directory for one test, gone with all its files afterwards.
final class Scratch {
    let path: String
    private var files: [String] = []

    init() {
        var template = Array("/tmp/codes-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "No temporary directory can be made.")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for file in files { unlink(file) }
        rmdir(path)
    }

    /// A path in the directory that is removed with it.
    func file(_ name: String) -> String {
        files.append("\(path)/\(name)")
        return "\(path)/\(name)"
    }

    /// Writes a file and returns its path.
    func file(_ name: String, holding bytes: [UInt8]) -> String {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(write(descriptor, bytes, bytes.count) == bytes.count, "The temporary directory is full.")
        close(descriptor)
        return path
    }

    static func bytes(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        return [UInt8](bytes.prefix(max(0, count)))
    }
}

extension CodeReader {
    /// A script in the Readers directory that stands for a reader gone wrong.
    static func gone(wrong script: String, timeLimitMilliseconds: Int = 5000) -> CodeReader {
        let here = #filePath
        let directory = here.prefix(upTo: here.lastIndex(of: "/") ?? here.endIndex)
        return CodeReader(
            executable: "\(directory)/Readers/\(script)", timeLimitMilliseconds: timeLimitMilliseconds)
    }
}
