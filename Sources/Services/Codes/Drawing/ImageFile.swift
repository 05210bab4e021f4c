// SPDX-License-Identifier: MIT
import Glibc

extension Matrix {
    /// Writes the code to an image file: SVG when the name ends in `.svg`, otherwise PNG.
    ///
    /// Afterwards the file is complete; a failure leaves what was there before.
    ///
    /// - Parameter scale: pixels for each module's side, as an SVG says it too.
    /// - Throws: ``CodesError`` `.cannotWriteFile`.
    package func write(to path: String, scale: Int = 10) throws {
        let isSVG = path.lowercased().hasSuffix(".svg")
        try ImageFile.write(isSVG ? [UInt8](svg(scale: scale).utf8) : try png(scale: scale), to: path)
    }
}

/// A picture on the disk that everybody may see.
package enum ImageFile {
    /// Replaces the file, or creates it.
    ///
    /// Afterwards the file is complete; a failure leaves what was there before.
    ///
    /// - Throws: ``CodesError`` `.cannotWriteFile`.
    package static func write(_ image: [UInt8], to path: String) throws {
        let part = "\(path).part"
        let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw cannotWrite(path) }
        var rest = image[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = cannotWrite(path)
                close(file)
                unlink(part)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0, rename(part, path) == 0 else {
            let error = cannotWrite(path)
            unlink(part)
            throw error
        }
    }

    /// Reads errno, so it is called before anything else can change it.
    private static func cannotWrite(_ path: String) -> CodesError {
        CodesError(.cannotWriteFile, "The image could not be written to \(path): \(String(cString: strerror(errno))).")
    }
}
