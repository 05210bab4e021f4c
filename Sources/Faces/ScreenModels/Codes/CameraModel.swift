// SPDX-License-Identifier: MIT
package import Codes
internal import Dispatch
internal import Glibc
internal import Observation
package import Barcodes
internal import Synchronization

/// Reads barcodes from a camera while a screen needs it: the camera's picture, and the texts of the codes in it.
@Observable @MainActor
package final class CameraModel {
    package enum State {
        case starting
        case looking(Picture)
        /// A video has ended; a camera never does.
        case ended
        case failed(UserMessage)
    }

    /// The camera's picture, scaled for a screen.
    package enum Picture: Sendable {
        case grey(GreyFrame)
        /// Decoded by the sandboxed reader from a picture in a folder.
        case png([UInt8])
    }

    package private(set) var state = State.starting
    /// Whether only QR codes are passed on.
    package var readsQROnly = false

    /// A device, or a video or folder of pictures instead; nil for the first camera.
    @ObservationIgnored private let place: String?

    /// The longest side of the shown picture, in pixels.
    private nonisolated static let longestSide = 480
    /// A video that replaces a camera is played no faster than one.
    private nonisolated static let filmMilliseconds: UInt32 = 100
    /// The number of different texts to remember, so that each is passed on once.
    private static let maximumSeen = 1_000

    package init(place: String?) { self.place = place }

    /// Reads until its task is cancelled or the source has ended.
    ///
    /// - Parameter take: receives each code once, but parts of an animation each time, because some may be missed.
    package func run(_ take: @MainActor (Symbol) async -> Void) async {
        state = .starting
        var seen: Set<String> = []
        for await event in Self.look(through: place) {
            switch event {
            case .picture(let picture): state = .looking(picture)
            case .ended: state = .ended
            case .failed(let refusal): state = .failed(refusal)
            case .code(let symbol):
                guard !readsQROnly || symbol.symbology == .qr else { continue }
                let text = symbol.text
                let isPart = Intake.isPart(text)
                // A scanned code must not name a file of this device, as typed text may.
                guard isPart || seen.insert(text).inserted, !text.hasPrefix("/"), !text.hasPrefix("file:") else {
                    continue
                }
                if seen.count > Self.maximumSeen { seen = [text] }
                await take(symbol)
            }
        }
    }

    private enum Event: Sendable {
        case picture(Picture)
        case code(Symbol)
        case ended
        case failed(UserMessage)
    }

    private final class Ending: Sendable {
        let hasCome = Atomic(false)
    }

    /// The events of a camera, from its own thread; they end when the stream has no consumer any more.
    private nonisolated static func look(through place: String?) -> AsyncStream<Event> {
        // A screen that does not keep up loses old frames, as with any camera.
        let (events, speaker) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        let ending = Ending()
        speaker.onTermination = { _ in ending.hasCome.store(true, ordering: .relaxed) }
        DispatchQueue(label: "satchel.camera").async {
            do {
                let reader = try CodeReader.besideThisProgram()
                let source = WatchedSource(try source(place), reader, longestSide: longestSide) {
                    speaker.yield(.picture($0))
                }
                let reading = LiveReading(source, with: reader)
                while !ending.hasCome.load(ordering: .relaxed) {
                    let end = try reading.run(forMilliseconds: 300) { codes in
                        for code in codes where code.part == nil { speaker.yield(.code(code.symbol)) }
                        return ending.hasCome.load(ordering: .relaxed)
                    }
                    if end == .sourceEnded {
                        speaker.yield(.ended)
                        break
                    }
                }
            } catch {
                speaker.yield(.failed(UserMessage(error)))
            }
            speaker.finish()
        }
        return events
    }

    private nonisolated static func source(_ place: String?) throws -> any FrameSource {
        guard let place else { return try Camera() }
        return place.hasPrefix("/dev/") ? try Camera(device: place) : try FrameRecording(place)
    }

    /// A source whose frames are also shown.
    private nonisolated final class WatchedSource: FrameSource {
        private let source: any FrameSource
        private let session: ReaderSession
        private let longestSide: Int
        private let show: (Picture) -> Void

        init(_ source: any FrameSource, _ reader: CodeReader, longestSide: Int, _ show: @escaping (Picture) -> Void) {
            self.source = source
            session = reader.session()
            self.longestSide = longestSide
            self.show = show
        }

        var descriptor: Int32? { source.descriptor }
        var isAtEnd: Bool { source.isAtEnd }
        var skipped: Int { source.skipped }
        func takeIn() { source.takeIn() }

        func next() throws -> Frame? {
            guard let frame = try source.next() else { return nil }
            if source.descriptor == nil { usleep(CameraModel.filmMilliseconds * 1_000) }
            switch frame {
            case .grey(let grey): show(.grey(grey.smaller(longestSide)))
            case .image(let bytes, let name):
                // Safe: a picture that cannot be shown cannot be read either.
                if let png = try? session.picture(of: bytes, name: name, longestSide: longestSide) { show(.png(png)) }
            }
            return frame
        }
    }
}

extension GreyFrame {
    /// A subsample of the frame's pixels, so that no side exceeds the given length.
    fileprivate func smaller(_ longestSide: Int) -> GreyFrame {
        let step = (max(width, height) + longestSide - 1) / longestSide
        guard step > 1 else { return self }
        let (columns, rows) = (width / step, height / step)
        guard columns > 0, rows > 0 else { return self }
        let small = [UInt8](unsafeUninitializedCapacity: columns * rows) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    for column in 0..<columns {
                        target[row * columns + column] = source[row * step * width + column * step]
                    }
                }
            }
            count = columns * rows
        }
        return GreyFrame(width: columns, height: rows, pixels: small)
    }
}
