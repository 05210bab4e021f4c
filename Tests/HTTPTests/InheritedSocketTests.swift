// SPDX-License-Identifier: MIT
import HTTP
import Testing

@Suite struct InheritedSocketTests {
    @Test func whatIsMeantForThisProcessIsCounted() throws {
        #expect(try InheritedSockets.count(process: "42", descriptors: "1", own: 42) == 1)
        #expect(try InheritedSockets.count(process: "42", descriptors: "64", own: 42) == 64)
    }

    @Test func whatIsMeantForAnotherOrForNobodyIsLeftAlone() throws {
        #expect(try InheritedSockets.count(process: nil, descriptors: "1", own: 42) == 0)
        #expect(try InheritedSockets.count(process: "42", descriptors: nil, own: 42) == 0)
        #expect(try InheritedSockets.count(process: "43", descriptors: "1", own: 42) == 0)
        #expect(try InheritedSockets.count(process: "43", descriptors: "nonsense", own: 42) == 0)
    }

    @Test(arguments: [
        ("", "1"), ("0", "1"), ("-42", "1"), ("42x", "1"), (" 42", "1"), ("99999999999999999999", "1"), ("42", ""),
        ("42", "0"), ("42", "-1"), ("42", "+1"), ("42", "65"), ("42", "1x"), ("42", "4294967297"),
    ])
    func nonsenseIsRefused(process: String, descriptors: String) {
        #expect(throws: HTTPError.self) {
            try InheritedSockets.count(process: process, descriptors: descriptors, own: 42)
        }
    }

    @Test func withoutTheVariablesNothingIsTaken() throws {
        let taken = try InheritedSockets.take()
        #expect(taken == nil)
    }
}
