// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Barcodes
import TestSupport
import Testing

/// Frames out of files and out of GStreamer, read by the same reader.
@Suite struct FrameSourceTests {
    private let scratch: ScratchFolder
    private let reader: CodeReader

    init() throws {
        scratch = try ScratchFolder()
        reader = try CodeReader.besideThisProgram()
    }

    // MARK: - Recordings

    @Test(arguments: ["mono", "420jpeg", "422", "444", "411"]) func aVideoIsReadFrameByFrame(colours: String) throws {
        let texts = ["SATCHEL:ONE", "SATCHEL:TWO", "SATCHEL:THREE"]
        let video = try VideoFile(texts.map { try GreyFrame(showing: $0) }, colours: colours)
        let path = try scratch.write(video.bytes, to: "clip.y4m")
        #expect(try read(FrameRecording(path)) == texts)
    }

    @Test func aFolderOfPicturesIsReadInTheOrderOfItsNames() throws {
        let folder = scratch.file("frames")
        #expect(mkdir(folder, 0o700) == 0)
        for (name, text) in [("c.png", "SATCHEL:3"), ("a.png", "SATCHEL:1"), ("b.png", "SATCHEL:2")] {
            try scratch.write(TestPNG.card(text).file, to: "frames/\(name)")
        }
        try scratch.write(Array("no picture".utf8), to: "frames/bb.txt")
        #expect(try read(FrameRecording(folder)) == ["SATCHEL:1", "SATCHEL:2", "SATCHEL:3"])
    }

    @Test func readingEndsWithTheFirstResultThatIsAccepted() throws {
        let video = try VideoFile(["SATCHEL:1", "SATCHEL:2"].map { try GreyFrame(showing: $0) })
        let source = try FrameRecording(scratch.write(video.bytes, to: "clip.y4m"))
        var seen: [String] = []
        let end = try LiveReading(source, with: reader).run { codes in
            seen += codes.map(\.symbol.text)
            return true
        }
        #expect(end == .accepted)
        #expect(seen == ["SATCHEL:1"])
        #expect(!source.isAtEnd)
    }

    @Test func aVideoThatBreaksOffSaysSo() throws {
        let video = try VideoFile([GreyFrame(showing: "SATCHEL:1"), GreyFrame(showing: "SATCHEL:2")]).bytes
        let path = try scratch.write(Array(video.dropLast(100)), to: "clip.y4m")
        var seen: [String] = []
        let error = #expect(throws: CodesError.self) {
            try LiveReading(FrameRecording(path), with: reader).run { codes in
                seen += codes.map(\.symbol.text)
                return false
            }
        }
        #expect(error?.code == .badFrames)
        #expect(seen == ["SATCHEL:1"])
    }

    @Test(arguments: [
        "YUV4MPEG2 W0 H10\n", "YUV4MPEG2 W10\n", "YUV4MPEG2 W100000 H100000\n", "YUV4MPEG2 W10 H10 C420p10\n",
        "YUV4MPEG2 W10 H10\nFRAMX\n", "YUV4MPEG2 W-5 H-5\n", "YUV4MPEG3 W10 H10\n",
        "YUV4MPEG2 W10 H10 X" + String(repeating: "x", count: 600),
    ])
    func aVideoOfAnotherKindIsRefused(head: String) throws {
        var stream = VideoStream()
        stream.receive(Array(head.utf8)[...])
        #expect(throws: VideoStream.Malformed.self) { try stream.next() }

        // Whatever comes behind it is no video of its own.
        stream.receive(Array("YUV4MPEG2 W4 H2 Cmono\nFRAME\n01234567".utf8)[...])
        #expect(throws: VideoStream.Malformed.self) { try stream.next() }
    }

    @Test func aStreamIsTheSameInPiecesOfAnySize() throws {
        var random = SeededRandom(seed: 5)
        let frames = (1...3).map { _ in
            GreyFrame(width: 5, height: 3, pixels: (0..<15).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        let bytes = try VideoFile(frames, colours: "420jpeg").bytes
        for size in 1...40 {
            var stream = VideoStream()
            var got: [GreyFrame] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                stream.receive(bytes[start..<min(start + size, bytes.count)])
                while let frame = try stream.next() { got.append(frame) }
            }
            #expect(got == frames)
            #expect(stream.isComplete)
        }
    }

    // MARK: - GStreamer

    @Test func aCameraShowsWhatIsBeforeIt() throws {
        let picture = try scratch.write(TestPNG.card("SATCHEL:CAMERA").file, to: "card.png")
        let camera = try Camera(elements: [
            "filesrc", "location=\(picture)", "!", "pngdec", "!", "imagefreeze", "is-live=true",
        ])
        var seen: [String] = []
        let end = try LiveReading(camera, with: reader).run(forMilliseconds: 30_000) { codes in
            seen += codes.map(\.symbol.text)
            return !seen.isEmpty
        }
        #expect(end == .accepted)
        #expect(seen == ["SATCHEL:CAMERA"])
    }

    @Test func aSlowReaderSeesTheNewestFrameAndNotThePast() throws {
        // A ball that moves by frame; what matters is that frames are dropped and the last is recent.
        let camera = try Camera(elements: ["videotestsrc", "is-live=true", "pattern=ball"])
        var frames = 0
        let end = try LiveReading(camera, with: reader).run(forMilliseconds: 20_000) { _ in
            frames += 1
            usleep(300_000)
            return frames == 6
        }
        #expect(end == .accepted)
        #expect(camera.skipped > 0)
    }

    @Test func aSourceThatEndsIsAtItsEnd() throws {
        let camera = try Camera(elements: ["videotestsrc", "num-buffers=3"])
        var frames = 0
        let end = try LiveReading(camera, with: reader).run(forMilliseconds: 30_000) { codes in
            #expect(codes.isEmpty)
            frames += 1
            return false
        }
        #expect(end == .sourceEnded)
        #expect(1...3 ~= frames)
    }

    @Test func timeIsUpWhenNothingIsSeen() throws {
        let camera = try Camera(elements: ["videotestsrc", "is-live=true", "pattern=snow"])
        #expect(try LiveReading(camera, with: reader).run(forMilliseconds: 1500) { _ in false } == .timeUp)
    }

    @Test func whatCannotBeStartedSaysWhy() throws {
        let broken = try Camera(elements: ["filesrc", "location=/nowhere/clip.png", "!", "pngdec"])
        let error = #expect(throws: CodesError.self) {
            try LiveReading(broken, with: reader).run(forMilliseconds: 30_000) { _ in false }
        }
        #expect(error?.code == .cameraFailed)
        let missing = #expect(throws: CodesError.self) { try Camera(device: "/dev/nowhere") }
        #expect(missing?.code == .noCamera)
        #expect(missing?.message.contains("/dev/nowhere") == true)
    }

    @Test func theCameraProcessGoesWithItsValue() throws {
        var camera: Camera? = try Camera(elements: ["videotestsrc", "is-live=true"])
        let process = try #require(camera?.processID)
        #expect(kill(process, 0) == 0)
        camera = nil
        #expect(kill(process, 0) != 0)
    }

    private func read(_ source: any FrameSource) throws -> [String] {
        var texts: [String] = []
        let end = try LiveReading(source, with: reader).run { codes in
            texts += codes.map(\.symbol.text)
            return false
        }
        #expect(end == .sourceEnded)
        #expect(source.skipped == 0)
        return texts
    }
}

/// A YUV4MPEG2 video in grey, with planes of colour that say so.
struct VideoFile {
    let bytes: [UInt8]

    init(_ frames: [GreyFrame], colours: String = "mono") throws {
        let first = try #require(frames.first)
        let (halfWidth, halfHeight) = ((first.width + 1) / 2, (first.height + 1) / 2)
        let planes: Int? = [
            "mono": 0, "420jpeg": 2 * halfWidth * halfHeight, "422": 2 * halfWidth * first.height,
            "444": 2 * first.width * first.height, "411": 2 * ((first.width + 3) / 4) * first.height,
        ][colours]
        let rest = [UInt8](repeating: 128, count: try #require(planes))
        var bytes = Array("YUV4MPEG2 W\(first.width) H\(first.height) F8:1 Ip A1:1 C\(colours)\n".utf8)
        for frame in frames { bytes += Array("FRAME\n".utf8) + frame.pixels + rest }
        self.bytes = bytes
    }
}
