// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// A private folder that is gone with everything in it when the last owner lets go, unless it is kept as evidence.
package final class ScratchFolder: Sendable {
    package enum Place: String, Sendable {
        case disk = "/tmp"
        /// Faster, and as good where processes are killed: a kill leaves the page cache whole.
        case memory = "/dev/shm"
    }

    package let path: String
    private let isKept = Atomic(false)

    package init(in place: Place = .disk) throws {
        let home = access(place.rawValue, W_OK) == 0 ? place : .disk
        var template = Array("\(home.rawValue)/satchel-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw UnexpectedResult("No folder can be made in \(home): \(errno).")
        }
        path = String(cString: made)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o600) throws -> String {
        try File.write(bytes, to: file(name), mode: mode)
        return file(name)
    }

    package func bytes(of name: String) throws -> [UInt8] { try File.read(file(name)) }

    package func mode(of name: String) throws -> UInt32 {
        var status = stat()
        guard stat(file(name), &status) == 0 else { throw UnexpectedResult("'\(file(name))' is not there.") }
        return status.st_mode & 0o777
    }

    /// Leaves the folder behind, for whoever must understand a failure.
    package func keep() { isKept.store(true, ordering: .relaxed) }

    deinit { if !isKept.load(ordering: .relaxed) { Folder.remove(path) } }
}
