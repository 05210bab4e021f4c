// SPDX-License-Identifier: MIT
import Terminal
import Testing

@Suite struct TableTests {
    @Test func columnsLineUpWhateverLettersTheyHold() {
        var table = Table(.words("Who"), .numbers("Amount"), .words("Note"))
        table.add("Anna", "5.00 USD", "lunch")
        table.add("日本語", "1,250.00 USD", "")
        table.add("Zoe\u{308}", "-3.10 USD", "👋🏽 hi")
        #expect(
            table.text == """
                Who           Amount  Note
                Anna        5.00 USD  lunch
                日本語  1,250.00 USD
                Zoe\u{308}        -3.10 USD  👋🏽 hi
                """)
    }

    @Test func aCellCannotMoveTheCursor() {
        var table = Table(.words("Who"))
        table.add("\u{1B}[2JAnna\n\u{202E}evil")
        #expect(table.text == "Who\n\u{FFFD}[2JAnna\u{FFFD}\u{FFFD}evil")
    }

    @Test func printableTextKeepsLettersOfAllAlphabets() {
        let text = "Zürich 日本 العربية 👩‍👩‍👧"
        #expect(text.printable() == text)
    }

    @Test func progressIsSilentWhereNobodyWatches() {
        let recording = Recording()
        var line = Console(errorOutput: recording.descriptor).progress()
        line.show("Sending 1 of 2")
        line.clear()
        #expect(recording.text == "")
    }
}
