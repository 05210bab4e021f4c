// SPDX-License-Identifier: MIT
package import Barcodes

/// A reader process that is kept between the frames of one camera, and replaced when it dies, hangs or has served many
/// requests.
///
/// Pictures of different origins belong in different sessions, because a reader that one picture took over could lie
/// about the next.
package final class ReaderSession {
    /// The number of requests after which a new process is started, so that leaks and corruption do not persist.
    package static let requestsPerProcess = 256

    private let reader: CodeReader
    private var process: ReaderProcess?

    init(_ reader: CodeReader) { self.reader = reader }

    /// The process that answered last, for monitoring; nil when there is none.
    package var processID: Int32? { process.flatMap { $0.isUsable ? $0.pid : nil } }

    /// The codes of one frame; usually none.
    ///
    /// - Parameter meanwhile: a descriptor to read while the reader works, such as a camera's, and the function that
    ///   reads it.
    /// - Throws: ``CodesError`` `.readerMissing` or `.readerBroken`; a frame on which the reader died or hung has no
    ///   codes.
    package func read(
        frame: GreyFrame, kinds: Set<Symbology> = Set(Symbology.allCases),
        meanwhile: (descriptor: Int32, take: () -> Void)? = nil
    ) throws -> [FoundCode] {
        let request = ReaderRequest(content: .frame(frame), kinds: kinds)
        var reply = ReaderReply(kinds: kinds)
        if case .spokeNonsense = try ask(request, reply: &reply, meanwhile: meanwhile) {
            throw CodesError.readerBroken(reader.path)
        }
        return reply.codes.joiningSeries()
    }

    /// The codes of one image file, or of all pages of a document.
    ///
    /// - Throws: ``CodesError``: `.noCode`, and a different code for each way an image or its reader can fail.
    package func read(
        image: [UInt8], name: String, kinds: Set<Symbology> = Set(Symbology.allCases)
    ) throws -> [FoundCode] {
        guard image.count <= CodeReader.maximumImageBytes else { throw CodesError.tooManyBytes(name) }
        guard PictureKind(of: image)?.isUnpackedApart == true else {
            return try codes(in: .file(image), name: name, kinds: kinds).joiningSeries()
        }
        var found: [FoundCode] = []
        var refusal: CodesError?
        for page in try reader.unpacked(image, name: name, hasColours: false) {
            do {
                found += try codes(in: .page(page), name: name, kinds: kinds)
            } catch let error as CodesError {
                // Another page may have the code.
                if refusal == nil || refusal?.code == .noCode { refusal = error }
            }
        }
        if found.isEmpty, let refusal { throw refusal }
        return found.joiningSeries()
    }

    private func codes(
        in content: ReaderRequest.Content, name: String, kinds: Set<Symbology>
    ) throws -> [FoundCode] {
        var request = ReaderRequest(content: content, kinds: kinds)
        var reply = ReaderReply(kinds: kinds)
        var outcome = try ask(request, reply: &reply)
        // libzxing 1.4 fails its assertions on some ordinary photos. Codes found before count. If there are none, the
        // picture is read again in a mode that fails less; if that fails too, it has no code.
        if case .died = outcome, reply.isOwnDone, reply.codes.isEmpty {
            request.omission = .ownAndAllButFirst
            reply = ReaderReply(kinds: kinds)
            outcome = try ask(request, reply: &reply)
            if case .died = outcome, reply.isOwnDone { throw CodesError.noCode(name) }
        }
        if reply.codes.isEmpty { try outcome.throwReason(reply.status, name, of: reader.path) }
        guard !reply.codes.isEmpty else { throw CodesError.noCode(name) }
        return reply.codes
    }

    /// The picture of an image file upright as a PNG without metadata, within the given side length; of a document the
    /// first page.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func picture(of image: [UInt8], name: String, longestSide: Int) throws -> [UInt8] {
        try pictures(of: image, name: name, longestSide: longestSide, form: .png, limit: 1)[0].file
    }

    /// The pictures of an image file upright and without metadata, within the given side length; one for each page.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    func pictures(
        of image: [UInt8], name: String, longestSide: Int, form: PictureForm, limit: Int
    ) throws -> [MadePicture] {
        precondition(1...CodeReader.longestSide ~= longestSide, "A picture has a side of 1 to 4096 pixels.")
        guard image.count <= CodeReader.maximumImageBytes else { throw CodesError.tooManyBytes(name) }
        guard PictureKind(of: image)?.isUnpackedApart == true else {
            return [try picture(.picture(longestSide: longestSide, form, image), form, name: name)]
        }
        return try reader.unpacked(image, name: name, hasColours: true).prefix(limit).map { page in
            try picture(.pagePicture(longestSide: longestSide, form, page), form, name: name)
        }
    }

    private func picture(_ content: ReaderRequest.Content, _ form: PictureForm, name: String) throws -> MadePicture {
        var reply = ReaderReply(kinds: [], pictureAsked: form)
        let outcome = try ask(ReaderRequest(content: content), reply: &reply)
        try outcome.throwReason(reply.status, name, of: reader.path)
        guard let picture = reply.picture else { throw CodesError.readerBroken(reader.path) }
        return picture
    }

    private func ask(
        _ request: ReaderRequest, reply: inout ReaderReply, meanwhile: (descriptor: Int32, take: () -> Void)? = nil
    ) throws -> ReaderProcess.Outcome {
        let unused = reply
        if let process, !process.isUsable || process.answered >= Self.requestsPerProcess { self.process = nil }
        while true {
            let process = try self.process ?? ReaderProcess(executable: reader.path, arguments: reader.arguments)
            self.process = process
            let wasUsed = process.answered > 0
            let outcome = process.exchange(
                request, reply: &reply, withinMilliseconds: reader.limit(for: request), meanwhile: meanwhile)
            if !process.isUsable { self.process = nil }
            // The reader may have exited since its last reply; retry this image once.
            switch outcome {
            case .died where wasUsed && !reply.hasBegun, .exited where wasUsed && !reply.hasBegun,
                .spokeNonsense where wasUsed && !reply.hasBegun:
                reply = unused
            default: return outcome
            }
        }
    }
}

extension ReaderProcess.Outcome {
    /// - Parameters:
    ///   - status: the status of the answer.
    ///   - program: the program's path.
    /// - Throws: ``CodesError`` for an error status.
    func throwReason(_ status: ReaderReply.Status?, _ name: String, of program: String) throws {
        switch self {
        case .answered: if let error = status?.error(name) { throw error }
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
        case .spokeNonsense:
            throw CodesError.readerBroken(program)
        }
    }
}

extension ReaderReply {
    /// Whether any part of an answer was received.
    fileprivate var hasBegun: Bool { isOwnDone || !codes.isEmpty || picture != nil || status != nil }
}

extension ReaderReply.Status {
    fileprivate func error(_ name: String) -> CodesError? {
        switch self {
        case .done: nil
        case .notAnImage:
            CodesError(
                .notAnImage,
                "\(name) is not an image. Choose a PNG, JPEG, WebP, GIF, BMP, HEIC, AVIF or TIFF image, or a PDF.")
        case .unsupportedFormat:
            CodesError(
                .unsupportedFormat,
                "Satchel cannot read this kind of image: \(name). Save it as PNG or JPEG and try again.")
        case .locked:
            CodesError(
                .unsupportedFormat,
                "\(name) is locked with a password. Open it, take a picture of the page, and use that.")
        case .tooManyPages:
            CodesError(
                .imageTooLarge,
                "\(name) has more than \(UnpackerReply.maximumPages) pages. Save the page with the code as a file.")
        case .damaged: CodesError(.damagedImage, "\(name) is damaged or incomplete. Ask for it again.")
        case .tooManyBytes: CodesError.tooManyBytes(name)
        case .tooManyPixels:
            CodesError(
                .imageTooLarge,
                "\(name) has more than 50 million pixels. Cut the picture down to the code and try again.")
        }
    }
}

extension CodesError {
    static func tooManyBytes(_ name: String) -> CodesError {
        CodesError(.imageTooLarge, "\(name) is larger than 32 MiB. Cut the picture down to the code and try again.")
    }

    static func noCode(_ name: String) -> CodesError {
        CodesError(
            .noCode, "No code was found in \(name). Show the whole code with its white margin, sharp and straight on.")
    }

    static func readerBroken(_ executable: String) -> CodesError {
        CodesError(.readerBroken, "\(executable) does not answer as it should. Install Satchel again.")
    }
}
