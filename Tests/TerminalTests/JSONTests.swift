// SPDX-License-Identifier: MIT
import Bytes
import Terminal
import Testing

@Suite struct JSONTests {
    @Test func membersKeepTheirOrder() {
        let json: JSONValue = ["z": 1, "a": [true, nil, "x"], "empty": [:], "none": []]
        #expect(json.withoutNulls.text == #"{"z":1,"a":[true,null,"x"],"empty":{},"none":[]}"#)
    }

    @Test func aMemberThatIsNullIsLeftOut() {
        let json: JSONValue = ["a": .null, "b": .string(nil), "c": 1, "d": [:]]
        #expect(json.withoutNulls.text == #"{"c":1,"d":{}}"#)
        #expect(JSONValue.items([1], next: nil).withoutNulls.text == #"{"items":[1]}"#)
    }

    @Test func textIsEscapedAsTheStandardDemands() {
        let text = "\"\\/\n\r\t\u{0}\u{1F}\u{7F}\u{2028}é👋"
        #expect(JSONValue.string(text).withoutNulls.text == #""\"\\/\n\r\t\u0000\u001f\u007f\u2028é👋""#)
    }

    @Test func aTerminalSequenceCannotEscape() {
        #expect(JSONValue.string("\u{1B}[31m").withoutNulls.text == #""\u001b[31m""#)
    }

    @Test func integersAreExact() {
        #expect(
            JSONValue.array([.number(Int64.max), .number(Int64.min)]).withoutNulls.text
                == "[9223372036854775807,-9223372036854775808]")
    }

    @Test func indentationIsForPeople() {
        let json: JSONValue = ["a": 1, "b": [2, 3], "c": [:]]
        #expect(
            json.withoutNulls.indentedText == """
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
