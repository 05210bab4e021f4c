// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A private folder that is removed with everything in it when the test ends.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/satchel-keys-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        path = String(cString: made)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func bytes(of name: String) throws -> [UInt8] {
        let stream = try #require(fopen(file(name), "rb"))
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, stream)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let stream = try #require(fopen(file(name), "wb"))
        defer { fclose(stream) }
        #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    }

    func mode(of name: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(file(name), &status) == 0)
        return status.st_mode & 0o777
    }

    deinit {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { unlink(file(name)) }
        }
        closedir(folder)
        rmdir(path)
    }
}
