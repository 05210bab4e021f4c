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

    @Test(arguments: ["=1+1", "+1", "-1", "@x", "\tx", "\r\nx", "|x", "%x", "  =1", "\u{ff1d}1", "=\u{0301}1", "\"=1"])
    func whatLooksLikeAFormulaGetsAnApostrophe(_ text: String) {
        #expect(CSVWriter.words(text).utf8.elementsEqual("'\(text)".utf8))
    }

    @Test func otherWordsStayAsTheyAre() {
        for text in ["", " ", "rent", "a=b", "'=1", "tea, cake; 5-6", "a\tb\r\nc"] {
            #expect(CSVWriter.words(text) == text)
        }
    }

    /// M7: a spreadsheet may take another separator than the comma, and then cells begin in the middle of a field.
    @Test(arguments: [",", ";", "|", ":", "\t", "\n", "\r\n"], ["=1+1", "+1", "-1", "@x", " =1", "\"=1", "\u{ff1d}1"])
    func whatWouldBeginACellBehindAnySeparatorIsNoFormula(_ separator: String, _ formula: String) {
        let words = CSVWriter.words("rent\(separator)\(formula)")
        #expect(words.utf8.elementsEqual("rent\(separator)'\(formula)".utf8))
        #expect(CSVWriter.words("\t=1").utf8.elementsEqual("'\t'=1".utf8))
    }

    /// M7
    @Test func wordsOfOthersDoNothingToATerminal() {
        let words = CSVWriter.words("a\u{1B}[2Jb\u{9B}31mc\u{202E}d\re\u{7F}")
        #expect(words == "a\u{FFFD}[2Jb\u{FFFD}31mc\u{FFFD}d\u{FFFD}e\u{FFFD}")
        let json = JSONValue.string("\u{1B}\u{9B}\u{7F}\u{202E}\u{2028}é").text
        #expect(json == #""\u001b\u009b\u007f\u202e\u2028é""#)
    }
}
