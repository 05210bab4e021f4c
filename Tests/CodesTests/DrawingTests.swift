// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Barcodes
import TestSupport
import Testing

@Suite struct DrawingTests {
    private let matrix: Matrix

    init() throws { matrix = try QRCode.draw("OW1P:DRAWING") }

    @Test func aTerminalShowsEveryModuleAndTheQuietZone() {
        let lines = matrix.terminalText(.colour).split(separator: "\n")
        #expect(lines.count == (matrix.fullWidth + 1) / 2)
        for (index, line) in lines.enumerated() {
            #expect(line.hasPrefix("\u{1B}[38;5;16;48;5;231m"))
            #expect(line.hasSuffix("\u{1B}[0m"))
            check(line.dropFirst(19).dropLast(4), line: index) { $0 }
        }
    }

    @Test func plainTextForADarkGroundIsInverted() {
        for (index, line) in matrix.terminalText(.darkGround).split(separator: "\n").enumerated() {
            check(line, line: index) { !$0 }
        }
    }

    @Test func plainTextForALightGroundIsNot() {
        for (index, line) in matrix.terminalText(.lightGround).split(separator: "\n").enumerated() {
            check(line, line: index) { $0 }
        }
    }

    @Test func anSVGCoversEveryDarkModuleOnce() throws {
        let svg = matrix.svg()
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(matrix.fullWidth * 10)\""))
        let path = try #require(svg.split(separator: "\n").first { $0.hasPrefix("<path d=") })
        let covered = path.split(separator: "h").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }.reduce(0, +)
        let dark = (0..<matrix.columns).reduce(0) { sum, y in
            sum + (0..<matrix.columns).count { x in matrix.isDark(x, y) }
        }
        #expect(covered == dark)
    }

    @Test func barsTakeHalfACharacterEach() throws {
        let bars = try Symbology.ean13.sampleSymbol.drawn()
        let lines = bars.terminalText(.lightGround).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == bars.terminalLines && bars.terminalLines == 12)
        #expect(lines.allSatisfy { $0.count == bars.terminalColumns } && bars.terminalColumns == 57)
        let modules = lines[5].flatMap { ["█▌".contains($0), "█▐".contains($0)] }
        #expect(modules == (-11..<103).map { bars.isDark($0, 0) })
        #expect(lines[1..<11].allSatisfy { $0 == lines[5] })
        #expect(lines[0].allSatisfy { $0 == " " })
    }

    @Test func rowsOfPDF417TakeALineEach() throws {
        let stack = try Symbology.pdf417.sampleSymbol.drawn()
        #expect(stack.terminalLines == stack.rows + 2)
        #expect(stack.terminalColumns == (stack.columns + 5) / 2)
    }

    @Test func anSVGHasASizeOnPaperAndAText() throws {
        let svg = try Symbology.ean13.sampleSymbol.drawn().svg(millimetres: 37.3, caption: "<4006381333931>")
        #expect(svg.contains(#"width="37.3mm" height="2"#))
        #expect(svg.contains(">&lt;4006381333931></text>"))
    }

    @Test func aPNGHasWholePixelsForEachModule() throws {
        let png = try matrix.png(scale: 3)
        let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
        #expect(width == matrix.fullWidth * 3)
        #expect(png[24] == 1, "one bit a pixel")
    }

    @Test func theFileNameChoosesTheFormat() throws {
        let scratch = try ScratchFolder()
        let (svg, png) = (scratch.file("code.SVG"), scratch.file("code.png"))
        try matrix.write(to: svg)
        try matrix.write(to: png)
        #expect(try File.read(svg) == Array(matrix.svg().utf8))
        #expect(try File.read(png) == matrix.png())
    }

    @Test func aPictureIsItsOwnersAndFollowsNoLink() throws {
        let scratch = try ScratchFolder()
        let (path, other) = (scratch.file("code.png"), scratch.file("other"))
        try File.write([1], to: other)
        symlink(other, path + ".part")
        symlink(other, path)
        try matrix.write(to: path)
        #expect(try File.read(other) == [1])
        var status = stat()
        lstat(path, &status)
        #expect(status.st_mode == S_IFREG | 0o600)
    }

    @Test func aPathThatCannotBeWrittenIsNamed() {
        let error = #expect(throws: CodesError.self) { try matrix.write(to: "/nowhere/code.png") }
        #expect(error?.code == .cannotWriteFile)
        #expect(error?.message.contains("/nowhere/code.png") == true)
    }

    @Test func standardOutputIsNoPlaceForAPicture() {
        let error = #expect(throws: CodesError.self) { try matrix.write(to: "-") }
        #expect(error?.code == .cannotWriteFile && access("-", F_OK) != 0)
    }

    /// Compares one line of half blocks with the two rows of modules it shows.
    private func check(_ text: Substring, line: Int, dark: (Bool) -> Bool) {
        #expect(text.count == matrix.fullWidth)
        for (column, block) in text.enumerated() {
            let (x, y) = (column - 4, 2 * line - 4)
            #expect(dark("█▀".contains(block)) == matrix.isDark(x, y))
            #expect(dark("█▄".contains(block)) == matrix.isDark(x, y + 1))
        }
    }
}
