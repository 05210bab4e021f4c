// SPDX-License-Identifier: MIT
import Glibc

/// A folder of its own for one test, removed with everything in it afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/satchel-wallet-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIX(code: errno) }
        path = String(cString: made)
    }

    struct POSIX: Error { let code: Int32 }

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
