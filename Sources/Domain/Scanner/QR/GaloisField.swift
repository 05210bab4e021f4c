// SPDX-License-Identifier: MIT

/// The field of 256 elements for QR codes: polynomials of bits modulo x⁸ + x⁴ + x³ + x² + 1. ISO/IEC 18004, section
/// 7.5.2.
enum GaloisField {
    /// Powers of 2, repeated twice, so that two logarithms can be added without a modulo operation.
    static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var value = 1
        for _ in 0..<510 {
            powers.append(UInt8(value))
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return powers
    }()

    /// The exponent of 2 that gives a number; the entry for zero is unused.
    static let logarithms: [UInt8] = {
        var logarithms = [UInt8](repeating: 0, count: 256)
        for exponent in 0..<255 { logarithms[Int(powers[exponent])] = UInt8(exponent) }
        return logarithms
    }()

    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard left != 0, right != 0 else { return 0 }
        return powers[Int(logarithms[Int(left)]) + Int(logarithms[Int(right)])]
    }

    /// - Precondition: `right` is not zero.
    static func quotient(_ left: UInt8, _ right: UInt8) -> UInt8 {
        precondition(right != 0, "Nothing divides by zero.")
        guard left != 0 else { return 0 }
        return powers[Int(logarithms[Int(left)]) + 255 - Int(logarithms[Int(right)])]
    }

    /// 2 to a power, which may be negative.
    static func power(_ exponent: Int) -> UInt8 {
        let rest = exponent % 255
        return powers[rest < 0 ? rest + 255 : rest]
    }

    /// The value of a polynomial, lowest coefficient first.
    static func value(of polynomial: [UInt8], at point: UInt8) -> UInt8 {
        polynomial.reversed().reduce(0) { product($0, point) ^ $1 }
    }
}
