// SPDX-License-Identifier: MIT
import Terminal
import Testing

@Suite struct JSONTests {
    @Test func membersKeepTheirOrder() {
        let json: JSON = ["z": 1, "a": [true, nil, "x"], "empty": [:], "none": []]
        #expect(json.text() == #"{"z":1,"a":[true,null,"x"],"empty":{},"none":[]}"#)
    }

    @Test func aMemberThatIsNullIsLeftOut() {
        let json: JSON = ["a": .null, "b": .text(nil), "c": 1, "d": [:]]
        #expect(json.text() == #"{"c":1,"d":{}}"#)
        #expect(JSON.items([1], next: nil).text() == #"{"items":[1]}"#)
    }

    @Test func textIsEscapedAsTheStandardDemands() {
        let text = "\"\\/\n\r\t\u{0}\u{1F}\u{7F}\u{2028}é👋"
        #expect(JSON.text(text).text() == #""\"\\/\n\r\t\u0000\u001f\u007f\u2028é👋""#)
    }

    @Test func aTerminalSequenceCannotEscape() {
        #expect(JSON.text("\u{1B}[31m").text() == #""\u001b[31m""#)
    }

    @Test func integersAreExact() {
        #expect(JSON.array([.integer(.max), .integer(.min)]).text() == "[9223372036854775807,-9223372036854775808]")
    }

    @Test func indentationIsForPeople() {
        let json: JSON = ["a": 1, "b": [2, 3], "c": [:]]
        #expect(
            json.text(isIndented: true) == """
                {
                  "a": 1,
                  "b": [
                    2,
                    3
                  ],
                  "c": {}
                }
                """)
    }
}
