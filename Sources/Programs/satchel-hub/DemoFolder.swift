// SPDX-License-Identifier: MIT
import Glibc
import Keys
import Terminal

/// The folder of one demo, which only its owner can enter. A lock on it marks a running demo.
///
/// C: man 2 flock, openat, unlinkat, man 3 mkdtemp
struct DemoFolder {
    let path: String
    private let descriptor: Int32

    /// The same words are in the module Demo, which looks for running demos.
    private static var prefix: String { "satchel-demo-\(getuid())-" }

    /// Makes a folder in another one.
    ///
    /// - Throws: ``Failure``.
    init(in parent: String) throws {
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(.storage, "No folder can be made in '\(parent)': \(String(cString: strerror(errno))).")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        descriptor = Self.open(path)
        // A process that looks for demos may hold it for a moment; one that takes it for a leftover removes it.
        var status = stat()
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0
        else {
            throw Failure(.failed, "The demo's folder '\(path)' cannot be locked. Try again.")
        }
    }

    /// Removes what demos left in a folder that ended without a chance to do so themselves.
    static func removeLeftovers(in parent: String) {
        guard let entries = opendir(parent) else { return }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = Self.name(of: entry)
            guard name.hasPrefix(prefix) else { continue }
            let path = "\(parent)/\(name)"
            let descriptor = open(path)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == getuid(), isLocked(descriptor) else { continue }
            remove(path)
        }
    }

    /// Removes the folder with all that is in it.
    func remove() {
        Self.remove(path)
        close(descriptor)
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    private static func isLocked(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    private static func remove(_ path: String) {
        let descriptor = open(path)
        guard descriptor >= 0 else { return }
        empty(descriptor)
        rmdir(path)
    }

    /// Removes all that is in a folder, and closes it. Links are removed, not followed.
    private static func empty(_ folder: Int32) {
        guard let entries = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = Self.name(of: entry)
            guard name != ".", name != "..", unlinkat(folder, name, 0) != 0 else { continue }
            let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else { continue }
            empty(inner)
            unlinkat(folder, name, AT_REMOVEDIR)
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
