// SPDX-License-Identifier: MIT
import Codes
import Glibc
import TestSupport
import Testing

/// `satchel code read` as a person uses it, on codes that `satchel code draw` made.
struct CodeReadingTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    @Test(arguments: [
        ("qr", "https://example.org/7"), ("ean13", "4006381333931"), ("code128", "Card 0815"), ("upce", "04252614"),
        ("aztec", "Boarding pass"), ("pdf417", "A ticket"), ("datamatrix", "A stamp"), ("code39", "CARD-1"),
    ])
    func whatIsDrawnIsRead(kind: String, text: String) throws {
        let picture = try draw(text, as: kind)
        let run = try satchel("code", "read", picture, "--json")
        #expect(run.status == 0, "\(run.all)")
        let code = try run.json()["codes"]?[0]
        #expect(code?["symbology"]?.text == kind)
        #expect(code?["text"]?.text == text)
        #expect(
            code?["bytes"]?.text == text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        #expect(code?["corners"]?[3] != nil)
        #expect(try satchel("code", "read", picture, "--one").output == text + "\n")
        #expect(try satchel("code", "read", picture, "--kind", kind).output.hasSuffix(": \(text)\n"))
    }

    @Test func severalPicturesAreReadAndNamed() throws {
        let (one, two) = (try draw("SATCHEL-1", as: "qr"), try draw("SATCHEL-2", as: "code128"))
        let run = try satchel("code", "read", one, two, one)
        #expect(run.output == "\(one): QR: SATCHEL-1\n\(two): Code 128: SATCHEL-2\n")
        let both = try satchel("code", "read", one, two, "--one")
        #expect(both.status == 6)
        #expect(both.complaint.contains("2 different codes"))
    }

    @Test func aTextThatMovesTheCursorIsPrintedHarmlessly() throws {
        let picture = try draw("\u{1B}[2Jgone", as: "qr")
        for words in [["code", "read", picture], ["code", "read", picture, "--one"]] {
            #expect(try !run(Programs.wallet, words, environment: [:]).output.contains("\u{1B}"))
        }
    }

    @Test func theBytesOfTheOnlyCodeAreWritten() throws {
        let (picture, file) = (try draw("just this", as: "aztec"), scratch.file("bytes"))
        #expect(try satchel("code", "read", picture, "--output", file).status == 0)
        #expect(try scratch.bytes(of: "bytes") == Array("just this".utf8))
    }

    @Test func anAnimatedCodeIsPutTogetherFromPicturesInAnyOrder() throws {
        var random = SeededRandom(seed: 3)
        let record = [0x59, 0x03, 0xE8] + (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
        var sender = try ResourceSender(UniformResource(type: "bytes", cbor: record))
        var pictures = try (0..<sender.count).map { _ in try draw(sender.next().codeText, as: "qr") }
        pictures.reverse()
        #expect(pictures.count > 2)
        let file = scratch.file("record")
        let run = try satchel(["code", "read", "--output", file] + pictures)
        #expect(run.status == 0, "\(run.all)")
        #expect(try scratch.bytes(of: "record") == record)

        let short = try satchel(["code", "read", "--output", file] + pictures.dropLast())
        #expect(short.status == 6)
        #expect(short.complaint.contains("not complete"))
        #expect(short.complaint.contains("%"))
    }

    @Test func framesAreReadUntilTheCodeIsWhole() throws {
        let folder = scratch.file("frames")
        #expect(mkdir(folder, 0o700) == 0)
        // A series in Coinkite's form: every code is needed, nothing says in which order they come.
        try draw("B$HB0201636F696E20616E64", as: "qr", to: "frames/1.png")
        try draw("B$HB0200636F696E20616E6420", as: "qr", to: "frames/2.png")
        try draw("SATCHEL-LATER", as: "qr", to: "frames/3.png")
        let json = try satchel("code", "read", "--frames", folder, "--json").json()
        #expect(json["result"]?["form"]?.text == "bbqr")
        #expect(json["result"]?["bytes"]?.text == "636f696e20616e6420636f696e20616e64")
        #expect(json["codes"] == .array([]))
    }

    @Test func whatCannotBeReadSaysWhatToDo() throws {
        try refused(["code", "read"], 2, saying: "Name a picture")
        try refused(["code", "read", "a.png", "--frames", "b.y4m"], 2, saying: "either pictures or --frames")
        try refused(["code", "read", "--camera", "/dev/nowhere"], 1, saying: "no camera at /dev/nowhere")
        try refused(["code", "read", "/nowhere/a.png"], 6, saying: "/nowhere/a.png")
        try refused(["code", "read", "a.png", "--kind", "tally"], 2, saying: "Unknown kind of code")
        let text = try scratch.write(Array("no picture at all".utf8), to: "text.png")
        try refused(["code", "read", text], 6, saying: "not an image")
        let ean = try draw("4006381333931", as: "ean13")
        try refused(["code", "read", ean, "--kind", "qr"], 6, saying: "No code was found")
    }

    private func refused(_ words: [String], _ status: Int32, saying part: String) throws {
        let run = try satchel(words)
        #expect(run.status == status, "\(run.all)")
        #expect(run.complaint.contains(part), "\(run.all)")
    }

    @discardableResult
    private func draw(_ text: String, as kind: String, to name: String? = nil) throws -> String {
        let path = scratch.file(name ?? "\(kind)-\(abs(text.hashValue)).png")
        let run = try satchel("code", "draw", text, "--as", kind, "--png", path, "--scale", "4")
        guard run.status == 0 else { throw UnexpectedResult(run.all) }
        return path
    }

    private func satchel(_ words: String...) throws -> Run { try satchel(words) }

    private func satchel(_ words: [String]) throws -> Run { try run(Programs.wallet, words, environment: [:]) }
}
