// SPDX-License-Identifier: MIT

extension UInt256 {
    /// - Throws: ``ChainsError`` with `.overflow` above 2^256 - 1.
    package func adding(_ other: UInt256) throws -> UInt256 {
        let (sum, carry) = addingReportingOverflow(other)
        guard !carry else { throw ChainsError(.overflow, "The sum does not fit 256 bits.") }
        return sum
    }

    /// - Throws: ``ChainsError`` with `.overflow` below zero.
    package func subtracting(_ other: UInt256) throws -> UInt256 {
        let (difference, borrow) = subtractingReportingOverflow(other)
        guard !borrow else { throw ChainsError(.overflow, "The difference is below zero.") }
        return difference
    }

    /// The difference, or zero where it would be below.
    package func subtractingDownToZero(_ other: UInt256) -> UInt256 {
        let (difference, borrow) = subtractingReportingOverflow(other)
        return borrow ? .zero : difference
    }

    /// - Throws: ``ChainsError`` with `.overflow` above 2^256 - 1.
    package func multiplied(by other: UInt256) throws -> UInt256 {
        let a = [words.0, words.1, words.2, words.3]
        let b = [other.words.0, other.words.1, other.words.2, other.words.3]
        var product = [UInt64](repeating: 0, count: 8)
        for i in 0..<4 where a[i] != 0 {
            var carry: UInt64 = 0
            for j in 0..<4 {
                let (high, low) = a[i].multipliedFullWidth(by: b[j])
                let (first, firstCarry) = product[i + j].addingReportingOverflow(low)
                let (second, secondCarry) = first.addingReportingOverflow(carry)
                product[i + j] = second
                // high is at most 2^64 - 2, and that only where at most one of the carries can be.
                carry = high + (firstCarry ? 1 : 0) + (secondCarry ? 1 : 0)
            }
            product[i + 4] = carry
        }
        guard product[4] | product[5] | product[6] | product[7] == 0 else {
            throw ChainsError(.overflow, "The product does not fit 256 bits.")
        }
        return UInt256(words: (product[0], product[1], product[2], product[3]))
    }

    /// The quotient and the remainder; the divisor must not be zero.
    package func quotientAndRemainder(dividingBy divisor: UInt256) -> (quotient: UInt256, remainder: UInt256) {
        precondition(!divisor.isZero, "Division by zero.")
        if let small = divisor.uint64 {
            let (quotient, remainder) = divided(byWord: small)
            return (quotient, UInt256(remainder))
        }
        guard self >= divisor else { return (.zero, self) }
        // Long division, bit by bit: at most 192 steps, because the divisor has more than 64 bits.
        var quotient = UInt256.zero
        var remainder = self
        var shift = bitCount - divisor.bitCount
        var shifted = divisor.shiftedLeft(by: shift)
        while shift >= 0 {
            if remainder >= shifted {
                remainder = remainder.subtractingReportingOverflow(shifted).0
                quotient.setBit(shift)
            }
            shifted = shifted.halved
            shift -= 1
        }
        return (quotient, remainder)
    }

    /// The quotient and the remainder of a division by one word, which must not be zero.
    func divided(byWord divisor: UInt64) -> (quotient: UInt256, remainder: UInt64) {
        let (q3, r3) = words.3.quotientAndRemainder(dividingBy: divisor)
        let (q2, r2) = divisor.dividingFullWidth((r3, words.2))
        let (q1, r1) = divisor.dividingFullWidth((r2, words.1))
        let (q0, r0) = divisor.dividingFullWidth((r1, words.0))
        return (UInt256(words: (q0, q1, q2, q3)), r0)
    }

    /// A power of ten; the exponent must be at most 77.
    static func powerOfTen(_ exponent: Int) throws -> UInt256 {
        var power = UInt256.one
        for _ in 0..<exponent { power = try power.multiplied(by: 10) }
        return power
    }

    func addingReportingOverflow(_ other: UInt256) -> (UInt256, Bool) {
        var sum = self
        var carry = false
        (sum.words.0, carry) = Self.add(words.0, other.words.0, carry)
        (sum.words.1, carry) = Self.add(words.1, other.words.1, carry)
        (sum.words.2, carry) = Self.add(words.2, other.words.2, carry)
        (sum.words.3, carry) = Self.add(words.3, other.words.3, carry)
        return (sum, carry)
    }

    func subtractingReportingOverflow(_ other: UInt256) -> (UInt256, Bool) {
        var difference = self
        var borrow = false
        (difference.words.0, borrow) = Self.subtract(words.0, other.words.0, borrow)
        (difference.words.1, borrow) = Self.subtract(words.1, other.words.1, borrow)
        (difference.words.2, borrow) = Self.subtract(words.2, other.words.2, borrow)
        (difference.words.3, borrow) = Self.subtract(words.3, other.words.3, borrow)
        return (difference, borrow)
    }

    private static func add(_ a: UInt64, _ b: UInt64, _ carry: Bool) -> (UInt64, Bool) {
        let (first, firstCarry) = a.addingReportingOverflow(b)
        let (second, secondCarry) = first.addingReportingOverflow(carry ? 1 : 0)
        return (second, firstCarry || secondCarry)
    }

    private static func subtract(_ a: UInt64, _ b: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
        let (first, firstBorrow) = a.subtractingReportingOverflow(b)
        let (second, secondBorrow) = first.subtractingReportingOverflow(borrow ? 1 : 0)
        return (second, firstBorrow || secondBorrow)
    }

    /// The shift must be 0 to 191 and must not lose a set bit.
    private func shiftedLeft(by shift: Int) -> UInt256 {
        var result = self
        for _ in 0..<shift / 64 { result.words = (0, result.words.0, result.words.1, result.words.2) }
        let bits = UInt64(shift % 64)
        guard bits > 0 else { return result }
        let w = result.words
        return UInt256(
            words: (
                w.0 << bits, w.1 << bits | w.0 >> (64 - bits), w.2 << bits | w.1 >> (64 - bits),
                w.3 << bits | w.2 >> (64 - bits)
            ))
    }

    private var halved: UInt256 {
        UInt256(
            words: (
                words.0 >> 1 | words.1 << 63, words.1 >> 1 | words.2 << 63, words.2 >> 1 | words.3 << 63, words.3 >> 1
            ))
    }

    private mutating func setBit(_ bit: Int) {
        let mask = 1 << UInt64(bit % 64) as UInt64
        switch bit / 64 {
        case 0: words.0 |= mask
        case 1: words.1 |= mask
        case 2: words.2 |= mask
        default: words.3 |= mask
        }
    }
}
