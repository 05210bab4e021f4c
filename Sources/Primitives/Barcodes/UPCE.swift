// SPDX-License-Identifier: MIT

/// The short form of UPC-A numbers with four or five zeros. ISO/IEC 15420, section 4.3.4.
package enum UPCE {
    /// The 12 digits of UPC-A for 8 digits of UPC-E, with the right check digit.
    ///
    /// - Returns: nil unless it is 7 or 8 digits of number system 0 or 1.
    package static func expanded(_ digits: [UInt8]) -> [UInt8]? {
        guard (7...8).contains(digits.count), digits.allSatisfy(\.isDigit), digits[0] <= UInt8(ascii: "1") else {
            return nil
        }
        let d = Array(digits[1...6])
        let zeros = { (count: Int) in [UInt8](repeating: .zero, count: count) }
        let body: [UInt8] =
            switch d[5] {
            case UInt8(ascii: "0")...UInt8(ascii: "2"): [d[0], d[1], d[5]] + zeros(4) + d[2...4]
            case UInt8(ascii: "3"): d[0...2] + zeros(5) + d[3...4]
            case UInt8(ascii: "4"): d[0...3] + zeros(5) + [d[4]]
            default: d[0...4] + zeros(4) + [d[5]]
            }
        let number = [digits[0]] + body
        return number + [CheckDigit.gtin(number)]
    }

    /// The 8 digits of UPC-E for 12 digits of UPC-A, or nil when they have no short form.
    package static func compressed(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count == 12, CheckDigit.isValidGTIN(digits) else { return nil }
        let (maker, item) = (Array(digits[1...5]), Array(digits[6...10]))
        let bodies: [[UInt8]] = [
            maker[0...1] + item[2...4] + [maker[2]],
            maker[0...2] + item[3...4] + [UInt8(ascii: "3")],
            maker[0...3] + [item[4], UInt8(ascii: "4")],
            maker + [item[4]],
        ]
        return bodies.lazy.map { [digits[0]] + $0 + [digits[11]] }.first { expanded($0) == digits }
    }
}
