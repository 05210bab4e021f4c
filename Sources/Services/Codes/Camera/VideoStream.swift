// SPDX-License-Identifier: MIT

/// Parses a YUV4MPEG2 stream of uncompressed video, and keeps the luminance. yuv4mpeg(5)
///
/// A header line gives the size. Each frame is a line and its planes, luminance first.
package struct VideoStream: Sendable {
    /// Why a stream is invalid, as a sentence without a name.
    package struct Malformed: Error, Hashable {
        package let reason: String
    }

    /// The longest header line.
    static let maximumLineBytes = 512

    private struct Layout {
        let width: Int
        let height: Int
        /// The size of all planes of a frame.
        let frameBytes: Int
    }

    private var layout: Layout?
    private var isInFrame = false
    private var waiting: [UInt8] = []
    private var start = 0
    /// Why parsing has stopped.
    private var failure: Malformed?

    package init() {}

    /// Appends received data.
    package mutating func receive(_ bytes: ArraySlice<UInt8>) {
        if start > 0 {
            waiting.removeFirst(start)
            start = 0
        }
        waiting += bytes
    }

    /// Whether the received data ends with a complete frame.
    package var isComplete: Bool { start == waiting.count && !isInFrame }

    /// The next complete frame; nil until more data is received.
    ///
    /// - Throws: ``Malformed``; the stream cannot be parsed further.
    package mutating func next() throws(Malformed) -> GreyFrame? {
        if let failure { throw failure }
        do throws(Malformed) {
            return try nextFrame()
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func nextFrame() throws(Malformed) -> GreyFrame? {
        if layout == nil {
            guard let line = try line(beginning: "YUV4MPEG2") else { return nil }
            layout = try VideoStream.layout(line)
        }
        guard let layout else { return nil }
        if !isInFrame {
            guard try line(beginning: "FRAME") != nil else { return nil }
            isInFrame = true
        }
        guard waiting.count - start >= layout.frameBytes else { return nil }
        let pixels = Array(waiting[start..<start + layout.width * layout.height])
        start += layout.frameBytes
        isInFrame = false
        return GreyFrame(width: layout.width, height: layout.height, pixels: pixels)
    }

    /// The words of the next line, which must begin with this one; nil until it is complete.
    private mutating func line(beginning first: String) throws(Malformed) -> [String]? {
        let rest = waiting[start...]
        let begin = Array(first.utf8)
        guard rest.prefix(begin.count).elementsEqual(begin.prefix(rest.count)) else {
            throw Malformed(reason: "it is not a YUV4MPEG2 video")
        }
        guard let end = rest.prefix(Self.maximumLineBytes).firstIndex(of: 0x0A) else {
            guard rest.count < Self.maximumLineBytes else { throw Malformed(reason: "it is not a YUV4MPEG2 video") }
            return nil
        }
        start = end + 1
        return String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map(String.init)
    }

    private static func layout(_ words: [String]) throws(Malformed) -> Layout {
        func value(_ letter: Character) -> String? {
            words.dropFirst().first { $0.first == letter }.map { String($0.dropFirst()) }
        }
        guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) }), width > 0,
            height > 0,
            width <= GreyFrame.maximumPixels / height
        else { throw Malformed(reason: "its frames have no size or are too large") }
        // Half a plane for each of two colours is a quarter or a half of the pixels, rounded up in each direction.
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let colours: Int
        switch value("C") ?? "420" {
        case "mono": colours = 0
        case "420", "420jpeg", "420mpeg2", "420paldv": colours = 2 * halfWidth * halfHeight
        case "422": colours = 2 * halfWidth * height
        case "411": colours = 2 * ((width + 3) / 4) * height
        case "444": colours = 2 * width * height
        case "444alpha": colours = 3 * width * height
        default: throw Malformed(reason: "Satchel cannot read how its pixels are stored; use 8 bits, 4:2:0")
        }
        return Layout(width: width, height: height, frameBytes: width * height + colours)
    }
}
