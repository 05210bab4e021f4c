// SPDX-License-Identifier: MIT

/// Collects the frames that a camera sees until a resource is complete.
///
/// Frames of another message never discard received data: several messages are collected in parallel, and the shown
/// progress switches to another message only after several of its frames in a row.
package struct ResourceReceiver: Sendable {
    /// The result of receiving a code's text.
    package enum Outcome: Hashable, Sendable {
        /// A frame with new information.
        case learnt
        /// A known frame, or one of an unwanted type.
        case ignored
        case complete(UniformResource)
        /// All frames are there and contradict each other: one was forged. The receiver restarts.
        case damaged
    }

    /// The most messages collected in parallel; the one with the least progress is dropped first.
    package static let maximumStreams = 4
    /// The number of frames in a row that switch the shown progress to another message.
    package static let framesToSwitch = 3

    private struct Stream: Sendable {
        let type: String
        var decoder: FountainDecoder
    }

    private let types: Set<String>?
    /// The first one's progress is shown.
    private var streams: [Stream] = []
    private var candidate: (stream: FountainStream, type: String, frames: Int)?
    private var last = ""

    /// - Parameter types: the wanted types; nil accepts every type.
    package init(types: Set<String>? = nil) {
        self.types = types
    }

    /// The received share of the current message, from 0 to 1.
    package var progress: Double { streams.first?.decoder.progress ?? 0 }

    /// Receives the text of a code.
    ///
    /// - Throws: ``CodesError`` as ``ResourceFrame/init(parsing:)``; nothing is changed then.
    package mutating func receive(_ text: String) throws(CodesError) -> Outcome {
        // A camera sees each frame several times.
        if text == last { return .ignored }
        let frame = try ResourceFrame(parsing: text)
        last = text
        switch frame {
        case .whole(let resource): return isWanted(resource.type) ? .complete(resource) : .ignored
        case .part(let type, let part):
            guard isWanted(type) else { return .ignored }
            return try receive(part, type: type)
        }
    }

    private mutating func receive(_ part: FountainPart, type: String) throws(CodesError) -> Outcome {
        let index = index(of: part, type: type)
        defer { noteInView(part.stream, type: type) }
        switch streams[index].decoder.receive(part) {
        case .learnt: return .learnt
        case .ignored: return .ignored
        case .damaged: return .damaged
        case .complete(let cbor): return .complete(try UniformResource(type: type, cbor: cbor))
        }
    }

    private func isWanted(_ type: String) -> Bool { types.map { $0.contains(type) } ?? true }

    private func position(of stream: FountainStream, type: String) -> Int? {
        streams.firstIndex { $0.type == type && $0.decoder.stream == stream }
    }

    /// The index of the frame's message; a new one replaces the message with the least progress that is not shown.
    private mutating func index(of part: FountainPart, type: String) -> Int {
        if let known = position(of: part.stream, type: type) { return known }
        if streams.count == Self.maximumStreams {
            let least = streams.indices.dropFirst().min { streams[$0].decoder.rank < streams[$1].decoder.rank }
            streams.remove(at: least ?? streams.count - 1)
        }
        streams.append(Stream(type: type, decoder: FountainDecoder(for: part)))
        return streams.count - 1
    }

    /// Moves a message to the front after several of its frames in a row.
    private mutating func noteInView(_ stream: FountainStream, type: String) {
        guard let index = position(of: stream, type: type), index > 0 else {
            candidate = nil
            return
        }
        let isSame = candidate.map { $0.stream == stream && $0.type == type } ?? false
        let frames = isSame ? (candidate?.frames ?? 0) + 1 : 1
        candidate = (stream, type, frames)
        guard frames >= Self.framesToSwitch else { return }
        streams.swapAt(0, index)
        candidate = nil
    }
}
