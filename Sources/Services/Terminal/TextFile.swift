// SPDX-License-Identifier: MIT
import Glibc

/// Short texts in files and pipes, such as a request that came by mail.
package enum TextFile {
    /// Reads a whole text; the path `-` is standard input.
    ///
    /// - Throws: ``TerminalError`` `.cannotRead`, also for what is no UTF-8, or `.tooLong`.
    package static func read(_ path: String, maximumBytes: Int) throws -> String {
        guard let text = String(validating: try bytes(of: path, maximumBytes: maximumBytes), as: UTF8.self) else {
            throw TerminalError(.cannotRead, "\(path) is not a text. Is it the right file?")
        }
        return text
    }

    /// Reads a whole file, text or not; the path `-` is standard input.
    ///
    /// - Throws: ``TerminalError`` `.cannotRead` or `.tooLong`.
    package static func bytes(of path: String, maximumBytes: Int) throws -> [UInt8] {
        let isStandardInput = path == "-"
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= maximumBytes else {
                throw TerminalError(.tooLong, "\(path) is longer than \(maximumBytes) bytes. Is it the right file?")
            }
        }
        return bytes
    }

    /// Reads errno, so it is called before anything else can change it.
    private static func failure(_ path: String) -> TerminalError {
        TerminalError(.cannotRead, "\(path) could not be read: \(String(cString: strerror(errno))).")
    }
}
