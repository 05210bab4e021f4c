// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Money
import Testing
import Tokens

/// The quick form of messages is the general form, byte for byte, or none at all.
@Suite struct PlainMessageTests {
    private static let texts: [String?] = [
        nil, "", "tea", "a/b", "\"quoted\"", "back\\slash", "tab\t", "line\n", "\u{7f}", "Käse", "🧀", "\u{2028}", "<&>",
        String(repeating: "x", count: 256),
    ]

    private static func id(_ seed: UInt8) -> OperationID {
        OperationID(
            at: Timestamp(seconds: 1_795_180_000 + UInt64(seed)),
            random: RandomSource { [UInt8](repeating: seed, count: $0) })
    }

    private static let amounts: [Amount] = ["USD", "JPY", "BHD"].flatMap { code in
        // Safe: the three are in the table of ISO 4217.
        let currency = try! Currency(code: code)
        return [0, 1, -1, 99, 12_345, .max, .min].map { Amount(minorUnits: $0, currency: currency) }
    }

    @Test func everyOrderIsWrittenAndReadTheSameBothWays() throws {
        for (index, amount) in Self.amounts.enumerated() {
            for note in Self.texts {
                for recipient in Self.texts.compactMap({ $0 }) {
                    let order = SendOrder(id: Self.id(UInt8(index)), recipient: recipient, amount: amount, note: note)
                    let general = try Wire.encodeGenerally(order)
                    #expect(try Wire.encode(order) == general)
                    if let plain = order.plain { #expect(plain == general) }
                    if let read = Wire.decodePlain(SendOrder.self, from: general) { #expect(read == order) }
                    #expect(try Wire.decode(SendOrder.self, from: general) == order)
                }
            }
        }
    }

    @Test func everyAnswerIsWrittenTheSameBothWays() throws {
        for amount in Self.amounts {
            for text in Self.texts {
                let balance = Balance(balance: amount, available: amount, frozen: amount)
                let transaction = AccountTransaction(
                    id: Self.id(1).description, kind: .received, amount: amount, balanceAfter: amount,
                    counterpart: text, note: text, time: 1_795_180_000)
                let answer = SendAnswer(transaction: transaction, balance: balance)
                #expect(try Wire.encode(answer) == Wire.encodeGenerally(answer))
                let balances = BalanceAnswer(balances: [balance, balance], time: .max)
                #expect(try Wire.encode(balances) == Wire.encodeGenerally(balances))
            }
        }
        #expect(try Wire.encode(Nothing()) == Wire.encodeGenerally(Nothing()))
    }

    @Test func anotherFormOfAnOrderIsLeftToTheGeneralReader() throws {
        let order = SendOrder(id: Self.id(1), recipient: "bob", amount: Self.amounts[1], note: "tea")
        let text = String(decoding: try Wire.encode(order), as: UTF8.self)
        #expect(Wire.decodePlain(SendOrder.self, from: Array(text.utf8)) == order)
        for other in [
            text + " ", " " + text, text.replacing(":", with: ": "), text.replacing("0.01", with: "0.010"),
            text.replacing("USD", with: "usd"), text.replacing("tea", with: "te\\u0061"), String(text.dropLast()),
            text.replacing("\"note\":\"tea\",", with: "\"note\":null,"), text.replacing("bob\"", with: "bob\",\"x\":1"),
        ] {
            #expect(Wire.decodePlain(SendOrder.self, from: Array(other.utf8)) == nil, "\(other)")
        }
    }
}
