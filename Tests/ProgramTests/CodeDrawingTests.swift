// SPDX-License-Identifier: MIT
import FoundationEssentials
import TestSupport
import Testing

/// `satchel code draw`, which needs no wallet.
struct CodeDrawingTests {
    private let network: TestNetwork

    init() throws { network = try TestNetwork() }

    private func draw(_ words: String...) throws -> Run {
        try run(Programs.wallet, ["code", "draw"] + words, environment: ["HOME": "/nonexistent"])
    }

    @Test func aTextIsDrawnInBlocks() throws {
        let lines = try draw("Hello", "--plain").output.split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.count == 29 && $0.hasPrefix("████") })
    }

    @Test func anEANIsCompletedAndWrittenInTheSizeAskedFor() throws {
        let path = network.file("code.png")
        let drawn = try draw("400638133393", "--as", "EAN-13", "--png", path, "--size", "high", "--json").json()
        #expect(drawn["text"]?.text == "4006381333931")
        #expect(drawn["kind"]?.text == "ean13")
        #expect(drawn["files"]?[0]?.text == path)
        let png = try Data(contentsOf: URL(filePath: path))
        // IHDR: width and height. PNG (third edition), section 11.2.1.
        #expect(Array(png[16..<24]) == [0, 0, 0x03, 0xE8, 0, 0, 0x01, 0xF4])
    }

    @Test func aWidthOnPaperIsSaidAsItBecame() throws {
        let path = network.file("code.svg")
        let run = try draw("400638133393", "--as", "ean13", "--svg", path, "--mm", "37.3", "--caption")
        #expect(run.output.contains("38.3 by 24.7 mm at 300 dots per inch"), "\(run.all)")
        let svg = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(svg.contains(#"width="37.3mm""#) && svg.contains("4006381333931</text>"))
    }

    @Test func aPosterIsDrawnWithoutPixels() throws {
        let scratch = try ScratchFolder()
        let poster = try draw("a", "--svg", scratch.file("a.svg"), "--mm", "2000")
        #expect(poster.status == 0 && poster.output.hasPrefix("QR, written to"), "\(poster.all)")
    }

    @Test func codesThatReadersPassOverAreSaidToBeSuch() throws {
        for (text, kind) in [("1234", "itf"), ("12", "codabar")] {
            #expect(try draw(text, "--as", kind, "--json").json()["isHardToRead"] == .bool(true))
            #expect(try draw(text + text, "--as", kind, "--json").json()["isHardToRead"] == .bool(false))
        }
    }

    @Test func bytesAreDrawnAsTheyAre() throws {
        let drawn = try draw("--bytes", "00ff80", "--as", "aztec", "--eci", "899", "--json").json()
        #expect(drawn["bytes"]?.text == "00ff80")
        #expect(drawn["eci"] == .number(899))
    }

    @Test(arguments: [
        ([], "nothing to draw"), ([""], "no text"), (["4006381333932", "--as", "ean13"], "Code 128 or QR"),
        (["Zürich", "--as", "code39"], "QR"), (["a", "--as", "nothing"], "choose aztec"),
        (["a", "--bytes", "00"], "only one of"),
        (["a", "--size", "big"], "standard, high"), (["a", "--png", "x.png", "--mm", "1"], "2.5 mm"),
        (["a", "--scale", "2", "--mm", "30"], "only one of"), (["a", "--correction", "max"], "low, medium"),
        (["96385074", "--as", "ean8", "--correction", "1"], "no levels"), (["a", "--gs1"], "not a GS1 text"),
        (["a", "--eci", "20"], "--bytes"), (["a", "--svg", "x.png"], "end in .svg"),
        (["a", "--png", "x.png", "--size", "20000x20000"], "20000 by 20000 pixels. Satchel draws at most 50 million"),
        (["a", "--png", "x.png", "--mm", "2000"], "pixels. Satchel draws at most 50 million"),
        (["a", "--as", "pdf417", "--eci", "26", "--bytes", "00"], "only one of"),
        (["--as", "pdf417", "--eci", "900", "--bytes", "00"], "below 900"),
    ])
    func whatCannotBeDrawnIsRefusedWithASentence(words: [String], saying: String) throws {
        let refusal = try run(Programs.wallet, ["code", "draw"] + words, environment: ["HOME": "/nonexistent"])
        #expect(refusal.status == 2, "\(words): \(refusal.all)")
        #expect(refusal.output == "")
        #expect(refusal.complaint.contains(saying), "\(words): \(refusal.all)")
    }
}
