// SPDX-License-Identifier: MIT
import Bytes
package import TestSupport

/// Files of banks made, read and validated by programs that nobody here wrote. Gone with this value.
package final class OtherBank {
    private let process: PeerProcess

    package init() throws { process = try PeerProcess("bank.py", []) }

    /// Why a payment order has not the official shape of its version; nil when it has.
    package func validate(_ order: [UInt8], as version: String) throws -> String? {
        try ask(["do": "validate", "version": .string(version), "file": .string(Base64.encode(order))])["wrong"]?.string
    }

    /// A CAMT.053 file with these booked movements.
    package func statement(_ version: String, iban: String, _ entries: [StatementText.Entry]) throws -> [UInt8] {
        let list = entries.map { entry -> JSONValue in
            [
                "reference": .string(entry.reference ?? ""), "amount": .string(entry.amount),
                "isCredit": .bool(entry.isCredit), "endToEndID": .string(entry.endToEndID ?? "NOTPROVIDED"),
                "creditorReference": .string(entry.creditorReference ?? ""), "name": .string(entry.name),
                "iban": .string(entry.iban ?? ""), "reason": .string(entry.returnReason ?? ""),
            ]
        }
        let answer = try ask([
            "do": "statement", "version": .string(version), "iban": .string(iban), "entries": .array(list),
        ])
        return try Base64.decode(answer["file"]?.string ?? "")
    }

    /// The amounts of a CAMT.053 file as the other reader has them.
    package func amounts(in file: [UInt8], _ version: String) throws -> [String] {
        let answer = try ask([
            "do": "amounts", "version": .string(version), "file": .string(Base64.encode(file)),
        ])
        return (answer["amounts"]?.array ?? []).compactMap(\.string)
    }

    /// Whether a text is a creditor reference of ISO 11649.
    package func isReference(_ text: String) throws -> Bool {
        try ask(["do": "reference", "text": .string(text)])["isRight"]?.bool ?? false
    }

    private func ask(_ order: JSONValue) throws -> JSONValue {
        try JSONValue(parsing: Array(process.ask(order.text).utf8))
    }
}
