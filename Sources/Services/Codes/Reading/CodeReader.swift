// SPDX-License-Identifier: MIT
import Glibc
package import Barcodes

/// Reads barcodes in pictures without parsing any of their bytes in this process.
///
/// Pictures are sent as bytes to `satchel-reader`, a sandboxed program that can neither open files nor connect, and
/// that is stopped at a time limit. Whatever a picture does to it, this process only receives a short answer, which it
/// validates. Each image file gets a process of its own; the frames of a camera share a ``ReaderSession``. HEIC, AVIF,
/// TIFF and PDF files go through `satchel-unpacker` first, which is installed next to it and sandboxed in the same way.
package struct CodeReader: Sendable {
    /// The largest image file that is sent, in bytes; the reader enforces the same limit.
    package static let maximumImageBytes = 32 << 20
    /// The longest side of a made picture, in pixels.
    package static let longestSide = 4096

    /// The path of `satchel-reader`.
    package let path: String
    let arguments: [String]
    private let timeLimitMilliseconds: Int?

    /// - Parameters:
    ///   - executable: the path of `satchel-reader`.
    ///   - arguments: only for tests.
    ///   - timeLimitMilliseconds: wall clock time for one picture; nil for 2 seconds a frame and 8 seconds a file. The
    ///     reader's processor limits are 2 and 4 seconds.
    package init(executable: String, arguments: [String] = [], timeLimitMilliseconds: Int? = nil) {
        path = executable
        self.arguments = arguments
        self.timeLimitMilliseconds = timeLimitMilliseconds
    }

    /// The reader installed in the same directory as the running program.
    ///
    /// - Throws: ``CodesError`` `.readerMissing` when that directory is unknown. proc(5), `/proc/self/exe`.
    package static func besideThisProgram(arguments: [String] = []) throws -> CodeReader {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let letters = path.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
        guard let slash = letters.lastIndex(of: UInt8(ascii: "/")) else {
            throw CodesError(
                .readerMissing,
                "Satchel cannot find the directory of this program, so it cannot start the image reader.")
        }
        return CodeReader(
            executable: String(decoding: letters[...slash], as: UTF8.self) + "satchel-reader", arguments: arguments)
    }

    /// A reader for the pictures of one source, such as a camera. It starts the process at the first picture.
    package func session() -> ReaderSession { ReaderSession(self) }

    /// The codes in an image file, at least one, each once; a complete series counts as one code.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func read(
        imageFile path: String, kinds: Set<Symbology> = Set(Symbology.allCases)
    ) throws -> [FoundCode] {
        try session().read(image: Self.bytes(ofImageFile: path), name: path, kinds: kinds)
    }

    /// The texts of the codes in an image file, without repetitions; at least one.
    ///
    /// - Throws: as ``symbols(imageFile:)`` does.
    package func texts(imageFile path: String) throws -> [String] { try symbols(imageFile: path).map(\.text) }

    /// The codes in an image file, each text once; at least one.
    ///
    /// - Throws: ``CodesError``, also `.severalFrames` for an incomplete series.
    package func symbols(imageFile path: String) throws -> [Symbol] {
        let codes = try read(imageFile: path)
        var seen: Set<String> = []
        let symbols = codes.filter { $0.part == nil }.map(\.symbol).filter { seen.insert($0.text).inserted }
        guard !symbols.isEmpty else {
            throw CodesError(
                .severalFrames, "\(path) shows a part of a series of codes. Take one picture of all of them.")
        }
        return symbols
    }

    /// The text of the only code in an image file.
    ///
    /// - Throws: ``CodesError``, with `.severalCodes` when there is more than one.
    package func text(imageFile path: String) throws -> String {
        let texts = try texts(imageFile: path)
        guard texts.count == 1 else {
            throw CodesError(
                .severalCodes,
                "\(path) shows \(texts.count) different codes. Cut the picture down to the one you mean.")
        }
        return texts[0]
    }

    /// The picture of an image file upright, without metadata, within the given side length; the first page of a
    /// document.
    ///
    /// - Parameters:
    ///   - image: the bytes of a file of any ``PictureKind``.
    ///   - name: its name in messages.
    ///   - longestSide: 1 to ``longestSide`` pixels; smaller pictures are not scaled.
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func picture(
        of image: [UInt8], name: String, longestSide: Int, form: PictureForm = .png
    ) throws -> [UInt8] {
        try made(of: image, name: name, longestSide: longestSide, form: form).file
    }

    /// The picture with its size and its original size.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func made(
        of image: [UInt8], name: String, longestSide: Int, form: PictureForm
    ) throws -> MadePicture {
        try session().pictures(of: image, name: name, longestSide: longestSide, form: form, limit: 1)[0]
    }

    /// The pictures of every page of a document or of a TIFF file, at least one.
    ///
    /// - Throws: ``CodesError``, also where there are more than ``UnpackerReply/maximumPages`` pages.
    package func pictures(
        of image: [UInt8], name: String, longestSide: Int, form: PictureForm = .png
    ) throws -> [[UInt8]] {
        try session().pictures(
            of: image, name: name, longestSide: longestSide, form: form, limit: UnpackerReply.maximumPages
        ).map(\.file)
    }

    /// Pictures of a file in common formats: a page or a drawing as PNG, a photo as JPEG.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func shownEverywhere(_ image: [UInt8], name: String) throws -> [[UInt8]] {
        let kind = PictureKind(of: image)
        let isPhoto = kind == .heif || kind == .tiff
        return try pictures(
            of: image, name: name, longestSide: 2048, form: isPhoto ? .jpeg(quality: 85) : .png)
    }

    /// Whether a file begins like a supported picture, whatever its name.
    package static func isPicture(_ start: [UInt8]) -> Bool { PictureKind(of: start) != nil }

    /// The path of `satchel-unpacker`, which is installed next to the reader.
    var unpackerPath: String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<slash] + "satchel-unpacker"
    }

    /// The pages of a file that `satchel-reader` does not decode itself, decoded by a process of its own.
    ///
    /// - Throws: ``CodesError``, a different code for each way a file or its unpacker can fail.
    func unpacked(_ file: [UInt8], name: String, hasColours: Bool) throws -> [UnpackedPage] {
        // Only documents reference fonts, which must be located before the process confines itself.
        let isDocument = PictureKind(of: file) == .pdf
        let unpackerArguments = arguments.isEmpty ? (isDocument ? ["--pages"] : []) : arguments
        let process = try ReaderProcess(executable: unpackerPath, arguments: unpackerArguments)
        var reply = UnpackerReply(hasColours: hasColours)
        let outcome = process.exchange(
            UnpackerRequest(file: file, hasColours: hasColours), reply: &reply,
            withinMilliseconds: timeLimitMilliseconds ?? UnpackerRequest.milliseconds)
        try outcome.throwReason(reply.status, name, of: unpackerPath)
        return reply.pages
    }

    /// The bytes of an image file, or of standard input for `-`.
    ///
    /// - Throws: ``CodesError`` `.cannotOpenImage` or `.imageTooLarge`.
    package static func bytes(ofImageFile path: String) throws -> [UInt8] {
        if path == "-" { return try bytes(of: STDIN_FILENO, name: "Standard input") }
        // Without O_NONBLOCK, opening a pipe without a writer would block forever.
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
        guard status.st_size <= maximumImageBytes else { throw CodesError.tooManyBytes(path) }
        return try bytes(of: image, name: path)
    }

    private static func bytes(of descriptor: Int32, name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = String(cString: strerror(errno))
                throw CodesError(.cannotOpenImage, "\(name) could not be read: \(reason).")
            }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= maximumImageBytes else { throw CodesError.tooManyBytes(name) }
        }
    }

    /// Wall clock time for a request, in milliseconds.
    func limit(for request: ReaderRequest) -> Int {
        if let timeLimitMilliseconds { return timeLimitMilliseconds }
        return switch request.content {
        case .frame: 2000
        case .file, .picture, .page, .pagePicture: 8000
        }
    }
}
