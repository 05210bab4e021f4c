// SPDX-License-Identifier: MIT
import Codes
import Glibc
import PeerSupport
import Barcodes
import TestSupport
import Testing

/// K5: files of the kinds that `satchel-unpacker` takes apart. How pixels are stored in them: PictureFormatTests.
@Suite(.needsPeers) struct UnpackingTests {
    private let reader: CodeReader
    private let pictures: OtherPictures
    private let card: [UInt8]

    init() throws {
        reader = try CodeReader.besideThisProgram()
        pictures = try OtherPictures()
        card = try TestPNG.card("SATCHEL:APART").file
    }

    // MARK: - Pages

    @Test(arguments: [
        (Symbology.qr, "SATCHEL:PAGE", 0.25), (.ean13, "4006381333931", 0.26), (.code128, "Seat 14", 0.25),
    ])
    func theSmallestModulesOfPrintAreReadOnAPage(kind: Symbology, text: String, millimetres: Double) throws {
        var document = TestPDF()
        document.add(try Symbol(typed: text, as: kind).drawn(), millimetres: millimetres)
        let found = try reader.session().read(image: document.file, name: "ticket")
        #expect(found.map(\.symbol.symbology) == [kind])
        #expect(found.map(\.symbol.text) == [text])
    }

    @Test func theCodesOfAllPagesAreRead() throws {
        var document = TestPDF()
        document.add(words: "Good evening")
        for seat in 1...3 { document.add(try QRCode.draw("SEAT:\(seat)")) }
        let found = try reader.session().read(image: document.file, name: "tickets")
        #expect(found.map(\.symbol.text) == ["SEAT:1", "SEAT:2", "SEAT:3"])
        let pages = try reader.pictures(of: document.file, name: "tickets", longestSide: 842)
        #expect(try pages.map { try pictures.size($0) } == Array(repeating: [595, 842], count: 4))
    }

    @Test func aTIFFFileMayHavePages() throws {
        let file = try pictures.pages(3, of: card, as: .tiff)
        #expect(try texts(file) == ["SATCHEL:APART", "SATCHEL:APART", "SATCHEL:APART"])
        #expect(try reader.pictures(of: file, name: "pages", longestSide: 400).count == 3)
    }

    @Test(.enabled(if: !Folder.names(in: "/usr/share/fonts").isEmpty, "SKIPPED: no fonts are installed here"))
    func wordsInAFontThatThePageDoesNotBringAreDrawn() throws {
        var (empty, full) = (TestPDF(), TestPDF())
        empty.add()
        full.add(words: "Row 3, seat 14 MMMMMMMMMMMMMMM")
        let sheets = try [empty, full].map { try reader.picture(of: $0.file, name: "page", longestSide: 400) }
        #expect(try pictures.difference(sheets[0], sheets[1]) > 0)
    }

    @Test func ofADocumentTheFirstPageIsThePicture() throws {
        let file = try pictures.made(of: card, as: .pdf)
        #expect(try pictures.size(reader.picture(of: file, name: "page", longestSide: 400)) == [400, 300])
        #expect(try texts(file) == ["SATCHEL:APART"])
    }

    // MARK: - Bounds

    @Test(arguments: [OtherPictures.Form.pdf, .tiff]) func moreThanTenPagesAreRefused(form: OtherPictures.Form) throws {
        #expect(try texts(try pictures.pages(10, of: card, as: form)).count == 10)
        let error = try failure(try pictures.pages(11, of: card, as: form))
        #expect(error?.code == .imageTooLarge)
        #expect(error?.message == "card has more than 10 pages. Save the page with the code as a file.")
    }

    @Test func aThousandPagesAreRefusedBeforeOneIsDrawn() throws {
        var document = TestPDF()
        for _ in 0..<1000 { document.add(words: "page") }
        #expect(try failure(document.file)?.code == .imageTooLarge)
    }

    @Test func aDocumentWithAPasswordSaysSo() throws {
        var document = TestPDF()
        document.add(words: "secret")
        let noise = String(repeating: "5A", count: 32)
        document.trailer =
            "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <\(noise)> /U <\(noise)> >> /ID [<\(noise)> <\(noise)>]"
        let error = try failure(document.file)
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains("locked with a password") == true)
    }

    @Test func aPosterIsDrawnMoreCoarsely() throws {
        var document = TestPDF()
        document.add(try QRCode.draw("SATCHEL:POSTER"), millimetres: 4, sides: "14400 14400")
        #expect(try texts(document.file) == ["SATCHEL:POSTER"])
    }

    @Test(arguments: ["HEIC", "AVIF", "TIFF"]) func aHundredMegapixelsAreRefusedByTheHeader(format: String) throws {
        var file: [UInt8]
        if format == "TIFF" {
            // ImageWidth, ImageLength, StripOffsets and StripByteCounts, one long number each. TIFF 6.0, section 2.
            file = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 4, 0]
            for (tag, number) in [(0x00, 100_000), (0x01, 100_000), (0x11, 8), (0x17, 4)] as [(UInt8, UInt32)] {
                file += [tag, 1, 4, 0, 1, 0, 0, 0]
                withUnsafeBytes(of: number.littleEndian) { file += $0 }
            }
            file += [0, 0, 0, 0]
        } else {
            file = try pictures.made(of: card, as: format == "HEIC" ? .heic : .avif)
            // The size of the picture. ISO/IEC 23008-12, section 6.5.3.
            let box = try #require(file.indices.first { file[$0...].starts(with: Array("ispe".utf8)) })
            file.replaceSubrange(box + 8..<box + 16, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
        }
        #expect(try failure(file)?.code == .imageTooLarge)
    }

    @Test func aPageThatDrawsWithoutEndIsGivenUp() throws {
        var document = TestPDF()
        document.add(words: "x) Tj " + String(repeating: "0 0 600 900 re f ", count: 400_000) + "(x")
        let hasty = CodeReader(executable: reader.path, timeLimitMilliseconds: 1000)
        let error = #expect(throws: CodesError.self) {
            try hasty.session().read(image: document.file, name: "page")
        }
        #expect(error?.code == .readerTookTooLong)
    }

    // MARK: - Damage

    private static let forms: [OtherPictures.Form] = [.heic, .avif, .packedTIFF, .pdf]
    private static let reasons: Set<CodesError.Code> = [
        .damagedImage, .noCode, .notAnImage, .imageTooLarge, .unsupportedFormat, .readerTookTooLong, .readerDied,
    ]

    @Test(arguments: forms) func aFileCutShortGivesTheTextOrAReason(form: OtherPictures.Form) throws {
        let file = try pictures.made(of: card, as: form)
        let lengths = [0, 1, 8, 12, 18] + stride(from: 20, to: file.count, by: max(1, file.count / Self.rounds))
        for count in lengths { try expectTextOrReason(Array(file.prefix(count)), "\(count) bytes") }
    }

    @Test(arguments: forms) func spoiledBytesNeverChangeTheText(form: OtherPictures.Form) throws {
        var random = SeededRandom(seed: 74)
        let file = try pictures.made(of: card, as: form)
        for round in 0..<Self.rounds {
            var spoiled = file
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                spoiled[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try expectTextOrReason(spoiled, "round \(round)")
        }
    }

    /// How many files of each kind are spoiled; `SATCHEL_SPOILED_FILES` says another number.
    private static let rounds = getenv("SATCHEL_SPOILED_FILES").flatMap { Int(String(cString: $0)) } ?? 20

    private func expectTextOrReason(_ file: [UInt8], _ what: String) throws {
        do {
            #expect(try texts(file) == ["SATCHEL:APART"], "\(what)")
        } catch let error as CodesError {
            #expect(Self.reasons.contains(error.code), "\(what): \(error)")
        }
    }

    private func texts(_ file: [UInt8]) throws -> [String] {
        try reader.session().read(image: file, name: "card").map(\.symbol.text)
    }

    private func failure(_ file: [UInt8]) throws -> CodesError? {
        #expect(throws: CodesError.self) { try reader.session().read(image: file, name: "card") }
    }
}

/// What the wallet makes of an answer that the unpacker gives.
struct UnpackerReplyTests {
    private static let grey: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 2, 1, 1, 10, 20, 30, 40]
    private static let end = piece("E", [0])

    @Test func pagesComeInPiecesOfAnySize() throws {
        let answer = Self.piece("R", Self.grey) + Self.piece("R", Self.grey) + Self.end
        for size in [1, 3, 7, answer.count] {
            var reply = UnpackerReply(hasColours: false)
            for start in stride(from: 0, to: answer.count, by: size) {
                try reply.receive(answer[start..<min(start + size, answer.count)])
            }
            #expect(reply.status == .done)
            #expect(reply.pages.map(\.pixels) == [[10, 20, 30, 40], [10, 20, 30, 40]])
        }
    }

    @Test func whatIsNoAnswerIsRefused() {
        let page = Self.piece("R", Self.grey)
        #expect(refuses(Self.end), "no page")
        #expect(refuses(page, hasColours: true), "grey in place of colours")
        #expect(refuses(Self.piece("R", Self.grey.dropLast())), "a pixel is missing")
        #expect(refuses(Self.piece("R", [0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0])), "no width")
        #expect(refuses(Self.piece("R", Array(Self.grey[..<9]) + [9, 1, 2, 3, 4])), "no orientation")
        #expect(refuses((0..<11).flatMap { _ in page }), "eleven pages")
        #expect(refuses(page + Self.end + [0]), "more than the end")
        #expect(refuses(Self.piece("E", [200])), "no status")
        #expect(refuses([0x52, 0xFF, 0xFF, 0xFF, 0xFF]), "four gigabytes")
        #expect(refuses(Self.piece("C", [])), "another program's letter")
    }

    private func refuses(_ answer: [UInt8], hasColours: Bool = false) -> Bool {
        var reply = UnpackerReply(hasColours: hasColours)
        do {
            try reply.receive(answer[...])
            return false
        } catch {
            return true
        }
    }

    private static func piece(_ letter: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: letter)] + withUnsafeBytes(of: UInt32(body.count).bigEndian) { [UInt8]($0) } + body
    }
}

/// What files are, by their first bytes.
struct PictureKindTests {
    @Test(arguments: [
        ("a film", "1234ftypisom"), ("a text", "BM is a town in Sumatra"), ("a text", "RIFF is a word, too"),
        ("a text", "%PDF is a format"), ("nothing", ""),
    ])
    func whatIsNoPictureIsNone(name: String, start: String) {
        #expect(PictureKind(of: Array(start.utf8)) == nil)
    }
}
