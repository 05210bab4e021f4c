// SPDX-License-Identifier: MIT
import Glibc

/// Frames from files: a YUV4MPEG2 video, or pictures sorted by name. It delivers every frame.
package final class FrameRecording: FrameSource {
    /// The most pictures of one recording.
    package static let maximumPictures = 10_000

    private enum Content {
        case video(descriptor: Int32, VideoStream)
        case pictures(ArraySlice<String>)
    }

    private let name: String
    private var content: Content
    private var hasEnded = false

    /// - Parameter path: a video, a picture, or a folder of pictures.
    /// - Throws: ``CodesError`` `.cannotOpenImage` or `.badFrames`.
    package convenience init(_ path: String) throws {
        if let names = try FrameRecording.folder(path) {
            self.init(pictures: names, name: path)
            return
        }
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CodesError(.cannotOpenImage, "\(path) could not be opened: \(String(cString: strerror(errno))).")
        }
        // A pipe cannot be inspected without consuming data, so it is treated as a video.
        var start = [UInt8](repeating: 0, count: 9)
        let count = pread(descriptor, &start, start.count, 0)
        guard count > 0, start != Array("YUV4MPEG2".utf8) else {
            self.init(.video(descriptor: descriptor, VideoStream()), name: path)
            return
        }
        close(descriptor)
        self.init(pictures: [path], name: path)
    }

    /// Pictures in this order.
    package convenience init(pictures paths: [String]) {
        self.init(pictures: paths, name: paths.first ?? "")
    }

    private convenience init(pictures paths: [String], name: String) { self.init(.pictures(paths[...]), name: name) }

    private init(_ content: Content, name: String) {
        self.content = content
        self.name = name
    }

    deinit {
        if case .video(let descriptor, _) = content { close(descriptor) }
    }

    package var descriptor: Int32? { nil }
    package let skipped = 0

    package func takeIn() {}

    package var isAtEnd: Bool {
        switch content {
        case .video: hasEnded
        case .pictures(let rest): rest.isEmpty
        }
    }

    package func next() throws -> Frame? {
        switch content {
        case .pictures(var rest):
            guard let path = rest.popFirst() else { return nil }
            content = .pictures(rest)
            return .image(try CodeReader.bytes(ofImageFile: path), name: path)
        case .video(let descriptor, var stream):
            defer { content = .video(descriptor: descriptor, stream) }
            return try next(from: descriptor, &stream).map { .grey($0) }
        }
    }

    private func next(from descriptor: Int32, _ stream: inout VideoStream) throws -> GreyFrame? {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        do {
            while !hasEnded {
                if let frame = try stream.next() { return frame }
                let count = Glibc.read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    hasEnded = true
                    guard count == 0, stream.isComplete else {
                        throw CodesError(.badFrames, "The video \(name) ends in the middle of a frame.")
                    }
                    break
                }
                stream.receive(chunk[..<count])
            }
        } catch let error as VideoStream.Malformed {
            hasEnded = true
            throw CodesError(.badFrames, "\(name) cannot be read: \(error.reason).")
        }
        return nil
    }

    /// The files in a folder by name; nil when it is not a folder.
    private static func folder(_ path: String) throws -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append("\(path)/\(name)") }
            guard names.count <= maximumPictures else {
                throw CodesError(.badFrames, "\(path) holds more than \(maximumPictures) files.")
            }
        }
        guard !names.isEmpty else { throw CodesError(.badFrames, "There are no pictures in \(path).") }
        return names.sorted()
    }
}
