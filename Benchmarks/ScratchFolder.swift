// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc

/// A folder for the stores of one run, on the disk that the program stands on; removed at the end.
///
/// Not in /tmp, which may be memory: durable commits would cost nothing there.
final class ScratchFolder {
    let path: String

    /// - Throws: ``BenchError`` with `.system`.
    init() throws {
        let base = ".bench"
        mkdir(base, 0o700)
        var template = Array("\(base)/XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let whole = realpath(made, nil) else {
            throw BenchError(.system, "Could not make a folder in '\(base)': \(String(cString: strerror(errno))).")
        }
        defer { free(whole) }
        path = String(cString: whole)
    }

    /// A fresh folder inside.
    func folder(_ name: String) throws -> String {
        guard mkdir("\(path)/\(name)", 0o700) == 0 else {
            throw BenchError(.system, "Could not make '\(path)/\(name)': \(String(cString: strerror(errno))).")
        }
        return "\(path)/\(name)"
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch {
            // Nothing of value is in it, and the next run makes its own.
        }
    }
}
