// SPDX-License-Identifier: MIT
import Bytes
import Testing

@Suite struct CSVWriterTests {
    @Test func fieldsAreQuotedWhereTheyMustBe() {
        #expect(CSVWriter.line(["a", "", "b c"]) == "a,,b c")
        #expect(CSVWriter.line([""]) == "\"\"")
        #expect(
            CSVWriter.line(["a,b", "say \"x\"", "1\n2", "3\r4", "5\r\n6"]).utf8.elementsEqual(
                "\"a,b\",\"say \"\"x\"\"\",\"1\n2\",\"3\r4\",\"5\r\n6\"".utf8))
        var writer = CSVWriter()
        writer.write(["a", "b"])
        writer.endLine()
        #expect(writer.bytes == Array("a,b\r\n\r\n".utf8))
    }

    /// U+0D4E joins what follows it into one character.
    @Test func signsThatALetterHasJoinedAreSignsStill() {
        #expect(
            CSVWriter.line(["\u{0D4E}\"", "\u{0D4E},", "\u{0D4E}\n"]).utf8.elementsEqual(
                "\"\u{0D4E}\"\"\",\"\u{0D4E},\",\"\u{0D4E}\n\"".utf8))
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@x", "\t=1", "|x", "%x", "  =1", "\u{ff1d}1", "\r\n=1", "=\u{0301}1"])
    func whatLooksLikeAFormulaGetsAnApostrophe(_ text: String) {
        #expect(CSVWriter.words(text).utf8.elementsEqual("'\(text)".utf8))
    }

    @Test func otherWordsStayAsTheyAre() {
        for text in ["", " ", "rent", "a=b", "'=1"] { #expect(CSVWriter.words(text) == text) }
    }
}
