// SPDX-License-Identifier: MIT
import Glibc
package import Barcodes

/// Reads the frames of one source, one after another, until the caller has what it needs.
package struct LiveReading {
    /// Why the reading ended.
    package enum End: Hashable, Sendable {
        case accepted
        /// The source has no more frames.
        case sourceEnded
        case timeUp
    }

    /// How often the time limit is checked while no frame arrives, in milliseconds.
    private static let step = 100

    private let source: any FrameSource
    private let session: ReaderSession
    private let kinds: Set<Symbology>

    /// - Parameter kinds: the symbologies to search for; fewer are found faster.
    package init(_ source: any FrameSource, with reader: CodeReader, kinds: Set<Symbology> = Set(Symbology.allCases)) {
        self.source = source
        session = reader.session()
        self.kinds = kinds
    }

    /// Reads frames and passes on the codes of each, even none.
    ///
    /// The camera is read while the reader works, so that the next frame is always the newest.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit; nil for none.
    ///   - accept: returns whether to stop.
    /// - Throws: ``CodesError`` of the source, or `.readerMissing` and `.readerBroken`. A frame that cannot be read for
    ///   any reason has no codes.
    package func run(
        forMilliseconds milliseconds: Int? = nil, _ accept: (_ codes: [FoundCode]) throws -> Bool
    ) throws -> End {
        let start = Monotonic.milliseconds()
        while true {
            if let milliseconds, Monotonic.milliseconds() - start >= milliseconds { return .timeUp }
            guard let frame = try source.next() else {
                if source.isAtEnd { return .sourceEnded }
                wait()
                continue
            }
            if try accept(codes(in: frame)) { return .accepted }
        }
    }

    private func codes(in frame: Frame) throws -> [FoundCode] {
        switch frame {
        case .grey(let grey):
            let meanwhile = source.descriptor.map { descriptor in (descriptor, { source.takeIn() }) }
            return try session.read(frame: grey, kinds: kinds, meanwhile: meanwhile)
        case .image(let bytes, let name):
            do {
                return try session.read(image: bytes, name: name, kinds: kinds)
            } catch let error as CodesError where error.code != .readerMissing && error.code != .readerBroken {
                return []
            }
        }
    }

    private func wait() {
        var waiting = pollfd(fd: source.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, Int32(LiveReading.step))
    }
}
