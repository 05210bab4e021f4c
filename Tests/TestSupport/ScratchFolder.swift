// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A private folder of one test, removed with everything in it afterwards.
package final class ScratchFolder {
    package let path: String

    package init() throws {
        var template = Array("/tmp/satchel-test-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        path = String(cString: made)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func bytes(of name: String) throws -> [UInt8] {
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

    package func write(_ bytes: [UInt8], to name: String) throws {
        let stream = try #require(fopen(file(name), "wb"))
        defer { fclose(stream) }
        #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    }

    package func mode(of name: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(file(name), &status) == 0)
        return status.st_mode & 0o777
    }

    deinit { Self.erase(path) }

    private static func erase(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." { erase(path + "/" + name) }
            }
            closedir(folder)
        }
        remove(path)
    }
}
