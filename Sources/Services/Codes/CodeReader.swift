// SPDX-License-Identifier: MIT
import Glibc

/// Reads QR codes from images without parsing a byte of them in this process.
///
/// Each image is handed, as an open file, to a fresh `satchel-reader`: a program that may neither open files nor
/// connect, and that is stopped when it takes too long. Whatever an image does to it, this process only sees a short
/// answer that it checks.
package struct CodeReader: Sendable {
    /// Largest image file that is handed on, in bytes; the reader holds itself to the same bound.
    package static let maximumImageBytes = 32 << 20

    private let executable: String
    private let arguments: [String]
    private let timeLimitMilliseconds: Int

    /// - Parameters:
    ///   - executable: the path of `satchel-reader`.
    ///   - arguments: only tests pass any.
    ///   - timeLimitMilliseconds: wall clock time for one image; the reader's processor limit is 2 seconds.
    package init(executable: String, arguments: [String] = [], timeLimitMilliseconds: Int = 5000) {
        self.executable = executable
        self.arguments = arguments
        self.timeLimitMilliseconds = timeLimitMilliseconds
    }

    /// The reader installed in the same directory as the running program.
    ///
    /// - Throws: ``CodesError`` `.readerMissing` when that directory cannot be found out. proc(5), `/proc/self/exe`.
    package static func besideThisProgram(arguments: [String] = []) throws -> CodeReader {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let letters = path.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
        guard let slash = letters.lastIndex(of: UInt8(ascii: "/")) else {
            throw CodesError(.readerMissing, "The directory of this program is not known, so its image reader is not.")
        }
        return CodeReader(
            executable: String(decoding: letters[...slash], as: UTF8.self) + "satchel-reader", arguments: arguments)
    }

    /// The texts of all QR codes in an image file, without repetitions; at least one.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func read(imageFile path: String) throws -> [String] {
        // Without O_NONBLOCK, opening a pipe with no writer would wait for ever.
        let image = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard image >= 0 else {
            let reason = String(cString: strerror(errno))
            throw CodesError(.cannotOpenImage, "The image \(path) could not be opened: \(reason).")
        }
        defer { close(image) }
        var status = stat()
        guard fstat(image, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CodesError(.cannotOpenImage, "\(path) is not a file. Name an image file.")
        }
        guard status.st_size <= CodeReader.maximumImageBytes else { throw CodesError.tooManyBytes(path) }
        return try read(descriptor: image, name: path)
    }

    /// The text of the only QR code in an image file.
    ///
    /// - Throws: ``CodesError``, with `.severalCodes` when there is more than one.
    package func readOne(imageFile path: String) throws -> String {
        let texts = try read(imageFile: path)
        guard texts.count == 1 else {
            throw CodesError(
                .severalCodes,
                "\(path) shows \(texts.count) different QR codes. Cut the picture down to the one you mean.")
        }
        return texts[0]
    }

    /// The texts of all QR codes in an image that an open file or pipe delivers, such as standard input.
    ///
    /// - Parameter name: what messages call the image.
    package func read(descriptor: Int32, name: String) throws -> [String] {
        let process = try ReaderProcess(executable: executable, arguments: arguments, input: descriptor)
        let answer: [UInt8]
        switch process.finish(withinMilliseconds: timeLimitMilliseconds, maximumBytes: ReaderReply.maximumBytes) {
        case .answered(let bytes):
            answer = bytes
        case .tookTooLong:
            throw CodesError(
                .readerTookTooLong,
                "\(name) took too long to read and was given up. Cut the picture down to the code and try again.")
        case .died(let signal):
            throw CodesError(
                .readerDied,
                "The image reader stopped on \(name) (signal \(signal)). Nothing was harmed; try another picture.")
        case .exited(let status):
            throw CodesError(
                .readerDied, "The image reader gave up on \(name) (exit status \(status)). Try another picture.")
        case .saidTooMuch:
            throw CodesError.readerBroken(executable)
        }
        let texts = try ReaderReply(answer, from: executable).texts(in: name)
        guard !texts.isEmpty else {
            throw CodesError(
                .noCode,
                "No QR code was found in \(name). Show the whole code with its white margin, sharp and straight on.")
        }
        return texts
    }
}

extension CodesError {
    static func tooManyBytes(_ name: String) -> CodesError {
        CodesError(.imageTooLarge, "\(name) is larger than 32 MiB. Cut the picture down to the code and try again.")
    }

    static func readerBroken(_ executable: String) -> CodesError {
        CodesError(.readerBroken, "\(executable) does not answer like satchel-reader. Install Satchel again.")
    }
}
