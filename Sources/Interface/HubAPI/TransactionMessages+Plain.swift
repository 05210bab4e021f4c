// SPDX-License-Identifier: MIT
import Money

extension SendOrder: PlainMessage {
    package init?(plain bytes: [UInt8]) {
        let order = PlainReader.read(bytes) { reader -> SendOrder? in
            guard reader.take(#"{"amount":"#), let amount = reader.amount(), reader.take(#","id":""#),
                let id = reader.characters().flatMap({ OperationID(text: $0) }), reader.take(",")
            else { return nil }
            var note: String?
            if reader.take(#""note":""#) {
                note = reader.text()
                guard note != nil, reader.take(",") else { return nil }
            }
            guard reader.take(#""recipient":""#), let recipient = reader.text(), reader.take("}") else { return nil }
            return SendOrder(id: id, recipient: recipient, amount: amount, note: note)
        }
        guard let order else { return nil }
        self = order
    }

    package var plain: [UInt8]? {
        var writer = PlainWriter(capacity: 192)
        writer.raw("{")
        writer.amount(#""amount":"#, amount)
        writer.id(#","id":""#, id, "\"")
        if let note { writer.text(#","note":""#, note, "\"") }
        writer.text(#","recipient":""#, recipient, #""}"#)
        return writer.plain
    }
}

extension SendAnswer: PlainMessage {
    /// Always nil: wallets parse it with the general coder.
    package init?(plain bytes: [UInt8]) { nil }

    package var plain: [UInt8]? {
        var writer = PlainWriter(capacity: 512)
        writer.raw(#"{"balance":"#)
        writer.balance(balance)
        writer.amount(#","transaction":{"amount":"#, transaction.amount)
        writer.amount(#","balanceAfter":"#, transaction.balanceAfter)
        if let counterpart = transaction.counterpart { writer.text(#","counterpart":""#, counterpart, "\"") }
        writer.text(#","id":""#, transaction.id, "\"")
        writer.text(#","kind":""#, transaction.kind.rawValue, "\"")
        if let note = transaction.note { writer.text(#","note":""#, note, "\"") }
        writer.number(#","time":"#, transaction.time, "}}")
        return writer.plain
    }
}

extension BalanceAnswer: PlainMessage {
    /// Always nil: wallets parse it with the general coder.
    package init?(plain bytes: [UInt8]) { nil }

    package var plain: [UInt8]? {
        var writer = PlainWriter(capacity: 256)
        writer.raw(#"{"balances":["#)
        for (index, balance) in balances.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.balance(balance)
        }
        writer.number(#"],"time":"#, time, "}")
        return writer.plain
    }
}

extension Nothing: PlainMessage {
    package init?(plain bytes: [UInt8]) {
        guard bytes.isEmpty || bytes.elementsEqual("{}".utf8) else { return nil }
    }

    package var plain: [UInt8]? { Array("{}".utf8) }
}

extension PlainReader {
    /// `{"currency":"USD","value":"12.50"}`
    fileprivate mutating func amount() -> Amount? {
        guard take(#"{"currency":""#), let code = text(), take(#","value":""#), let value = text(), take("}") else {
            return nil
        }
        do {
            let currency = try Currency(code: code)
            guard currency.code == code else { return nil }
            return try Amount(decimalText: value, currency: currency)
        } catch {
            // The general decoder reports the error.
            return nil
        }
    }
}

extension PlainWriter {
    fileprivate mutating func amount(_ before: StaticString, _ amount: Amount) {
        raw(before)
        text(#"{"currency":""#, amount.currency.code, "\"")
        decimal(#","value":""#, amount, #""}"#)
    }

    fileprivate mutating func balance(_ balance: Balance) {
        amount(#"{"available":"#, balance.available)
        amount(#","balance":"#, balance.balance)
        amount(#","frozen":"#, balance.frozen)
        raw("}")
    }
}
