// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains

// number = [ "-" / "+" ] *DIGIT [ "." 1*DIGIT ] [ ( "e" / "E" ) [ 1*DIGIT ] ], and the value must be whole. EIP-681
extension PaymentLink {
    /// Parses a non-negative number exactly, without floating point: `2.014e18`.
    ///
    /// - Throws: ``EthereumError`` with `.badAmount`.
    static func number(_ text: String) throws -> Wei {
        let isNegative = text.hasPrefix("-")
        let number = try magnitude(isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...])
        guard !isNegative || number.isZero else {
            throw EthereumError(.badAmount, "A number of the link is negative.")
        }
        return number
    }

    /// Parses a signed number, in two's complement of 256 bits.
    static func signedNumber(_ text: String) throws -> UInt256 {
        let isNegative = text.hasPrefix("-")
        let number = try magnitude(isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...])
        guard number.bitCount < 256 else {
            throw EthereumError(.badAmount, "A number of the link does not fit 256 bits.")
        }
        return isNegative && !number.isZero ? try UInt256.max.subtracting(number.subtracting(1)) : number
    }

    private static func magnitude(_ text: Substring) throws -> UInt256 {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let decimal = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = decimal[0]
        let fraction = decimal.count == 2 ? decimal[1] : ""
        let power = parts.count == 2 && !parts[1].isEmpty ? exponent(parts[1]) : 0
        guard let power, !whole.isEmpty || !fraction.isEmpty, decimal.count == 1 || !fraction.isEmpty else {
            throw EthereumError(.badAmount, "A number of the link is invalid.")
        }
        // Trailing zeros do not matter: 1.50 is 1.5.
        let significant = fraction.lastIndex { $0 != "0" }.map { fraction[...$0] } ?? ""
        guard power >= significant.utf8.count else {
            throw EthereumError(.badAmount, "A number of the link is not whole.")
        }
        let digits = (whole + significant).drop { $0 == "0" }
        if digits.isEmpty, (whole + fraction).allSatisfy({ $0 == "0" }) { return .zero }
        do {
            return try UInt256(decimal: digits + String(repeating: "0", count: power - significant.utf8.count))
        } catch {
            throw EthereumError(.badAmount, "A number of the link is invalid, or does not fit 256 bits.", cause: error)
        }
    }

    /// At most the exponent of a 256-bit number.
    private static func exponent(_ text: Substring) -> Int? {
        guard text.utf8.count <= 3, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let power = Int(text), power <= UInt256.maximumDigits
        else { return nil }
        return power
    }

    /// An amount in the notation that the standard recommends, `2.014e18`, or in full where that is not shorter.
    static func number(_ value: Wei) -> String {
        let text = Unit.ether.text(value)
        let fraction = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        return value.isZero || fraction > 9 ? value.decimal : "\(text)e18"
    }

    /// A call's value in link notation.
    static func text(_ value: ABI.Value) -> String {
        switch value {
        case .uint(let number): number.decimal
        case .int(let number): signedText(number)
        case .address(let address): address.text
        case .bool(let value): value ? "true" : "false"
        case .bytes(let bytes): "0x\(Hex.encode(bytes))"
        case .string(let text): encoded(text)
        case .list: ""
        }
    }

    private static func signedText(_ number: UInt256) -> String {
        // Safe: nothing above the maximum is subtracted, and a number with the top bit is not zero.
        guard number.bitCount == 256, let negated = try? UInt256.max.subtracting(number).adding(1) else {
            return number.decimal
        }
        return "-\(negated)"
    }

    /// Percent-encodes everything except letters, digits and `-._~`. RFC 3986, section 2.3
    private static func encoded(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += "%\(Hex.encode([byte]).uppercased())".utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
