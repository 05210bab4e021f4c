// SPDX-License-Identifier: MIT

/// `{"value":"12.50","currency":"USD"}`: text, because a JSON number passes through floating point in many readers.
///
/// Decoding accepts exactly what encoding writes: both members and no other, all decimals, the code in capital letters.
/// A value below zero is accepted, as postings have them; whoever takes an amount from a request checks its sign.
extension Amount: Codable {
    private enum Member: String, CodingKey, CaseIterable {
        case value = "value", currency = "currency"
    }

    /// Any member name, to see those that do not belong.
    private struct AnyMember: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(decimalText, forKey: .value)
        try container.encode(currency.code, forKey: .currency)
    }

    /// - Throws: ``MoneyError``, or the decoder's error for a missing member or another type.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
        if let unknown = names.first(where: { Member(rawValue: $0) == nil }) {
            throw MoneyError(.malformed, "An amount has the members value and currency, not \"\(unknown.prefix(40))\".")
        }
        let container = try decoder.container(keyedBy: Member.self)
        let code = try container.decode(String.self, forKey: .currency)
        let currency = try Currency(code: code)
        guard currency.code == code else {
            throw MoneyError(.unknownCurrency, "\"\(code)\" is not written as \(currency.code).")
        }
        try self.init(decimalText: container.decode(String.self, forKey: .value), currency: currency)
    }
}
