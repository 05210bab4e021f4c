// SPDX-License-Identifier: MIT
import Codes
import Barcodes

/// What other processes send: the reader of pictures, and cameras.
extension FuzzEntry {
    /// The first byte says what was asked. In pieces an answer is what it is whole, and every code is sound.
    func readerReply(_ input: [UInt8]) {
        guard let asked = input.first else { return }
        let kinds = asked & 1 == 0 ? Set(Symbology.allCases) : [.qr, .ean13]
        let answer = input.dropFirst()
        let fresh = ReaderReply(kinds: kinds, pictureAsked: asked & 2 != 0 ? .png : nil)
        let whole = Self.taking(answer, by: max(answer.count, 1), into: fresh)
        let pieces = Self.taking(answer, by: Int(asked >> 2) + 1, into: fresh)
        precondition((whole == nil) == (pieces == nil), "readerReply: the pieces decide")
        guard let whole, let pieces else { return }
        precondition(whole.codes == pieces.codes && whole.status == pieces.status, "readerReply: the pieces differ")
        precondition(whole.codes.count <= 64, "readerReply: too many codes")
        for code in whole.codes {
            precondition(kinds.contains(code.symbol.symbology), "readerReply: a kind that was not asked for")
            precondition(code.corners.count == 4, "readerReply: a code without corners")
            do {
                try code.symbol.check()
            } catch {
                preconditionFailure("readerReply: \(error)")
            }
        }
        _ = whole.codes.joiningSeries()
    }

    private static func taking(_ answer: ArraySlice<UInt8>, by size: Int, into reply: ReaderReply) -> ReaderReply? {
        var reply = reply
        var rest = answer
        while !rest.isEmpty {
            do {
                try reply.receive(rest.prefix(size))
            } catch {
                return nil
            }
            rest = rest.dropFirst(size)
        }
        return reply
    }

    /// The first byte says what was asked. In pieces an answer is what it is whole, and every page is full of pixels.
    func unpackerReply(_ input: [UInt8]) {
        guard let asked = input.first else { return }
        let hasColours = asked & 1 != 0
        let whole = Self.unpacked(input.dropFirst(), by: max(input.count, 1), hasColours: hasColours)
        let pieces = Self.unpacked(input.dropFirst(), by: Int(asked >> 2) + 1, hasColours: hasColours)
        precondition((whole == nil) == (pieces == nil), "unpackerReply: the pieces decide")
        guard let whole, let pieces else { return }
        precondition(whole.pages == pieces.pages && whole.status == pieces.status, "unpackerReply: the pieces differ")
        precondition(whole.pages.count <= UnpackerReply.maximumPages, "unpackerReply: too many pages")
        for page in whole.pages {
            precondition(
                page.width > 0 && page.height > 0 && page.channels == (hasColours ? 3 : 1)
                    && page.pixels.count == page.width * page.height * page.channels, "unpackerReply: not full")
        }
    }

    private static func unpacked(_ answer: ArraySlice<UInt8>, by size: Int, hasColours: Bool) -> UnpackerReply? {
        var reply = UnpackerReply(hasColours: hasColours)
        var rest = answer
        while !rest.isEmpty {
            do {
                try reply.receive(rest.prefix(size))
            } catch {
                return nil
            }
            rest = rest.dropFirst(size)
        }
        return reply
    }

    /// The kind of a file is told by what `headBytes` bytes are enough for.
    func pictureKind(_ input: [UInt8]) {
        let head = Array(input.prefix(PictureKind.headBytes))
        precondition(PictureKind(of: input) == PictureKind(of: head), "pictureKind: the head is not enough")
    }

    static let pictureKindSeeds = [
        "RIFF1234WEBPVP8 ", "GIF89a12", "BM123456789012(\0\0\0", "1234ftypheic", "II*\0", "MM\0*", "%PDF-1.7",
    ]

    static let unpackerReplySeeds: [[UInt8]] = {
        let end: [UInt8] = [0x45, 0, 0, 0, 1, 0]
        let size: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 2]
        let grey = piece("R", size + [1, 1, 1, 2, 3, 4, 5, 6])
        let colours = piece("R", size + [3, 6] + (1...18))
        return [[0] + grey + end, [8] + grey + grey + end, [1] + colours + end, [0, 0x45, 0, 0, 0, 1, 9]]
    }()

    /// A frame is a full rectangle, however the bytes arrive.
    func video(_ input: [UInt8]) {
        var whole = VideoStream()
        whole.receive(input[...])
        let expected = Self.frames(of: &whole)
        var inPieces = VideoStream()
        var got: [GreyFrame] = []
        for start in stride(from: 0, to: input.count, by: 7) {
            inPieces.receive(input[start..<min(start + 7, input.count)])
            got += Self.frames(of: &inPieces)
        }
        precondition(got == expected, "video: the pieces differ")
    }

    private static func frames(of stream: inout VideoStream) -> [GreyFrame] {
        var frames: [GreyFrame] = []
        do {
            while let frame = try stream.next() { frames.append(frame) }
        } catch {
            // Refused: nothing more comes.
        }
        return frames
    }

    static let videoSeeds: [[UInt8]] =
        ["mono", "420jpeg", "444"].map { colours in
            Array("YUV4MPEG2 W4 H2 F8:1 Ip A1:1 C\(colours)\nFRAME\n01234567aabbFRAME Ip\n89abcdefccdd".utf8)
        } + [Array("YUV4MPEG2 W0 H2\nYUV4MPEG2 W4 H2 Cmono\nFRAME\n01234567".utf8)]

    static let readerReplySeeds: [[UInt8]] = {
        let end: [UInt8] = [0x45, 0, 0, 0, 1, 0]
        let codes = [
            code(.ean13, "4006381333931"), code(.qr, "A", marks: 12, part: [0, 2, 0, 0, 0, 9]),
            code(.upcE, "04252614"), code(.codabar, "A40156B"),
        ]
        let answers = [
            codes.flatMap { piece("C", $0) } + piece("C", []) + end, piece("C", Array(codes.joined())) + end,
            [0x45, 0, 0, 0, 1, 3],
        ]
        return answers.map { [0] + $0 } + [
            [10] + piece("P", [0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 8, 0, 0, 0, 6, 0x89, 0x50, 0x4E, 0x47, 1]) + end
        ]
    }()

    private static func piece(_ letter: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: letter)] + bytes(body.count) + body
    }

    private static func code(
        _ kind: Symbology, _ text: String, marks: UInt8 = 0, part: [UInt8] = [0, 0, 0, 0, 0, 0]
    ) -> [UInt8] {
        let index = UInt8(Symbology.allCases.firstIndex(of: kind) ?? 0)
        return [index, marks, 0, 0, 0, 26, 0, 0] + part + [UInt8](repeating: 1, count: 32) + bytes(text.utf8.count)
            + Array(text.utf8)
    }

    private static func bytes(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian) { [UInt8]($0) } }
}
