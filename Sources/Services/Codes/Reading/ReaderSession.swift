// SPDX-License-Identifier: MIT
package import Symbols

/// A reader that stays alive between the frames of one camera and is replaced when it dies, hangs or has served long.
///
/// What comes from different strangers belongs in different sessions: a reader that one picture took over could lie about
/// the next.
package final class ReaderSession {
    /// Requests after which a new process takes over, so that what leaks or was spoiled does not stay.
    package static let requestsPerProcess = 256

    private let reader: CodeReader
    private var process: ReaderProcess?

    init(_ reader: CodeReader) { self.reader = reader }

    /// The process that answered last, for whoever watches it; nil when there is none.
    package var processID: Int32? { process.flatMap { $0.isUsable ? $0.pid : nil } }

    /// The codes of one frame; none is the usual answer.
    ///
    /// - Parameter meanwhile: a descriptor to be read while the reader works, such as a camera's, and what reads it.
    /// - Throws: ``CodesError`` `.readerMissing` or `.readerBroken`; a frame on which the reader died or hung has no codes.
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

    /// The codes of one image file.
    ///
    /// - Throws: ``CodesError``: `.noCode`, and a different code for each way an image or its reader can fail.
    package func read(
        image: [UInt8], name: String, kinds: Set<Symbology> = Set(Symbology.allCases)
    ) throws -> [FoundCode] {
        guard image.count <= CodeReader.maximumImageBytes else { throw CodesError.tooManyBytes(name) }
        var request = ReaderRequest(content: .file(image), kinds: kinds)
        var reply = ReaderReply(kinds: kinds)
        var outcome = try ask(request, reply: &reply)
        // libzxing 1.4 fails its assertions on some ordinary photos. What was found before counts; where that is
        // nothing, it gets a second chance in the way in which it fails less, and then there is no code.
        if case .died = outcome, reply.isOwnDone, reply.codes.isEmpty {
            request.omission = .ownAndAllButFirst
            reply = ReaderReply(kinds: kinds)
            outcome = try ask(request, reply: &reply)
            if case .died = outcome, reply.isOwnDone { throw CodesError.noCode(name) }
        }
        if reply.codes.isEmpty { try throwReason(outcome, reply, name) }
        guard !reply.codes.isEmpty else { throw CodesError.noCode(name) }
        return reply.codes.joiningSeries()
    }

    /// The picture of an image file upright as a PNG without metadata, no side longer than asked.
    ///
    /// - Throws: ``CodesError``, a different code for each way an image or its reader can fail.
    package func picture(of image: [UInt8], name: String, longestSide: Int) throws -> [UInt8] {
        precondition(1...CodeReader.longestSide ~= longestSide, "A picture has a side of 1 to 4096 pixels.")
        guard image.count <= CodeReader.maximumImageBytes else { throw CodesError.tooManyBytes(name) }
        var reply = ReaderReply(kinds: [], isPictureAsked: true)
        let outcome = try ask(
            ReaderRequest(content: .picture(longestSide: longestSide, image)), reply: &reply)
        try throwReason(outcome, reply, name)
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
            // It may have died since it answered last, of which this picture is innocent.
            switch outcome {
            case .died where wasUsed && !reply.hasBegun, .exited where wasUsed && !reply.hasBegun,
                .spokeNonsense where wasUsed && !reply.hasBegun:
                reply = unused
            default: return outcome
            }
        }
    }

    private func throwReason(_ outcome: ReaderProcess.Outcome, _ reply: ReaderReply, _ name: String) throws {
        switch outcome {
        case .answered: if let error = reply.status?.error(name) { throw error }
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
            throw CodesError.readerBroken(reader.path)
        }
    }
}

extension ReaderReply {
    /// Whether anything was answered.
    fileprivate var hasBegun: Bool { isOwnDone || !codes.isEmpty || picture != nil || status != nil }
}

extension ReaderReply.Status {
    fileprivate func error(_ name: String) -> CodesError? {
        switch self {
        case .done: nil
        case .notAnImage: CodesError(.notAnImage, "\(name) is not an image. Choose a PNG, JPEG or WebP image.")
        case .unsupportedFormat:
            CodesError(
                .unsupportedFormat,
                "\(name) is no PNG, JPEG or WebP image of a kind that is read. Save it as one of these and try again.")
        case .animated:
            CodesError(.unsupportedFormat, "\(name) is animated, which is not read. Save the picture you mean as PNG.")
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
        CodesError(.readerBroken, "\(executable) does not answer like satchel-reader. Install Satchel again.")
    }
}
