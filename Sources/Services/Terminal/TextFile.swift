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
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= maximumBytes else {
                throw TerminalError(.tooLong, "\(path) is longer than \(maximumBytes) bytes. Is it the right file?")
            }
        }
        return bytes
    }

    /// Writes a whole text; afterwards the file is complete, or is what it was before.
    ///
    /// - Throws: ``TerminalError`` `.cannotWrite`.
    package static func write(_ text: String, to path: String) throws {
        let part = "\(path).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("written", path, .cannotWrite) }
        let isWritten = Console.write(text, to: descriptor) && fsync(descriptor) == 0
        let error = failure("written", path, .cannotWrite)
        close(descriptor)
        guard isWritten, rename(part, path) == 0 else {
            let error = isWritten ? failure("written", path, .cannotWrite) : error
            unlink(part)
            throw error
        }
    }

    /// Reads errno, so it is called before anything else can change it.
    private static func failure(
        _ verb: String, _ path: String, _ code: TerminalError.Code = .cannotRead
    ) -> TerminalError {
        TerminalError(code, "\(path) could not be \(verb): \(String(cString: strerror(errno))).")
    }
}
