// SPDX-License-Identifier: MIT

/// Coded as `{"value":"12.50","currency":"USD"}`. The value is text, because many readers convert a JSON number to
/// floating point.
///
/// Decoding accepts only the encoded form: these two members, all decimals, the code in capital letters. A negative
/// value is accepted, because postings have them. The caller that reads an amount from a request checks its sign.
extension Amount: Codable {
    private enum Member: String, CodingKey, CaseIterable {
        case value = "value", currency = "currency"
    }

    /// Any member name, to detect unknown ones.
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
