// SPDX-License-Identifier: MIT
import Glibc

extension Matrix {
    /// Writes the code to an image file: SVG when the name ends in `.svg`, otherwise PNG.
    ///
    /// Afterwards the file is complete; a failure leaves the old file unchanged.
    ///
    /// - Parameter scale: pixels per module side, in an SVG too.
    /// - Throws: ``CodesError`` `.cannotWriteFile`.
    package func write(to path: String, scale: Int = 10) throws {
        let isSVG = path.lowercased().hasSuffix(".svg")
        try ImageFile.write(isSVG ? [UInt8](svg(scale: scale).utf8) : try png(scale: scale), to: path)
    }
}

/// Writes a picture to disk, readable only by its owner, because it may contain confidential data.
package enum ImageFile {
    /// Replaces the file, or creates it.
    ///
    /// Afterwards the file is complete, and readable only by its owner (0600); a failure leaves the old file unchanged.
    ///
    /// - Throws: ``CodesError`` `.cannotWriteFile`.
    package static func write(_ image: [UInt8], to path: String) throws {
        try write(to: path) { append in try append(image) }
    }

    /// Writes the file in pieces, which need not be in memory together.
    ///
    /// - Parameter body: calls its argument with each piece; if it throws, the old file stays.
    static func write(
        to path: String, _ body: (_ append: (_ piece: [UInt8]) throws -> Void) throws -> Void
    ) throws {
        guard path != "-" else {
            throw CodesError(
                .cannotWriteFile, "A picture goes into a file: give its name, such as code.png, in place of \"-\".")
        }
        // A random unused name: no link of another user is followed, and no existing file is overwritten.
        var name = "\(path).XXXXXX".utf8CString.map { $0 }
        let file = mkstemp(&name)
        guard file >= 0 else { throw cannotWrite(path) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        defer { close(file) }
        do {
            try body { piece in
                var rest = piece[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw cannotWrite(path) }
                    rest = rest.dropFirst(count)
                }
            }
            guard fsync(file) == 0, rename(name, path) == 0 else { throw cannotWrite(path) }
        } catch {
            unlink(name)
            throw error
        }
    }

    /// Reads errno, so it must be called before anything else changes it.
    private static func cannotWrite(_ path: String) -> CodesError {
        CodesError(
            .cannotWriteFile, "The picture could not be written to \(path): \(String(cString: strerror(errno))).")
    }
}
