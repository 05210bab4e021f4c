// SPDX-License-Identifier: MIT
import Terminal
import Testing

struct AnswerSchemaTests {
    private func schemas(_ answers: [String: AnswerShape]) -> String {
        let program = Program(
            "satchel", version: "1", summary: "Pay.",
            topics: [
                Topic(
                    "Money",
                    [
                        Command("balance", "Show.") { _ in },
                        Command("coins", "Coins.", commands: [Command("send", "Send.") { _ in }]),
                    ])
            ], answers: answers, explain: { Failure(.failed, "\($0)") })
        let output = Recording()
        #expect(program.run(["schema"], console: Console(output: output.descriptor)) { _ in nil } == .ok)
        return output.text.filter { !$0.isWhitespace }
    }

    @Test func aShapeBecomesTheSchemaOfItsCommand() {
        let text = schemas(["balance": ["total": .amount, "held": .list(.amount), "asOf": .time.optional]])
        #expect(
            text.contains(
                ##""total":{"$ref":"#/$defs/amount"},"held":{"type":"array","items":{"$ref":"#/$defs/amount"}}"##))
        #expect(text.contains(##""required":["total","held"],"additionalProperties":false"##))
        #expect(text.contains(##""amount":{"type":"object","properties":{"value":{"type":"string""##))
        #expect(text.contains(##""error":{"type":"object""##))
    }

    @Test func aCommandWithoutAShapeAndAShapeWithoutACommandHaveNoAnswer() {
        let text = schemas(["balance": .document("text"), "gone": [:]])
        #expect(text.contains(##""balance":{"description":"text"}"##))
        #expect(text.contains(##""coinssend":false"##) && text.contains(##""gone":false"##))
    }
}
