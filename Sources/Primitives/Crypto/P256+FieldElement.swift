// SPDX-License-Identifier: MIT

extension P256 {
    /// A number modulo the field's prime p = 2^256 - 2^224 + 2^192 + 2^96 - 1, in Montgomery form (times 2^256).
    ///
    /// It is used only for the square root of a compressed public key, in half of OpenSSL's time. For public values
    /// only. An error would do no harm, because OpenSSL checks that the resulting point is on the curve.
    struct FieldElement: Equatable {
        // Limbs, the least significant first; always below p.
        private var l0: UInt64
        private var l1: UInt64
        private var l2: UInt64
        private var l3: UInt64

        private init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64) {
            self.l0 = l0
            self.l1 = l1
            self.l2 = l2
            self.l3 = l3
        }

        /// Reads 32 big-endian bytes; nil unless they are below p.
        init?(bigEndian bytes: UnsafeRawBufferPointer) {
            func limb(_ offset: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            let plain = FieldElement(limb(24), limb(16), limb(8), limb(0))
            guard Self.reduced(plain.l0, plain.l1, plain.l2, plain.l3, carry: 0) == plain else { return nil }
            self = plain * Self.rSquared
        }

        /// Writes 32 big-endian bytes.
        func write(bigEndian bytes: UnsafeMutableRawBufferPointer) {
            let plain = self * FieldElement(1, 0, 0, 0)
            bytes.storeBytes(of: plain.l3.bigEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: plain.l2.bigEndian, toByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: plain.l1.bigEndian, toByteOffset: 16, as: UInt64.self)
            bytes.storeBytes(of: plain.l0.bigEndian, toByteOffset: 24, as: UInt64.self)
        }

        /// A y of the curve for this x, or nil when there is none: y^2 = x^3 - 3x + b. SEC 1, section 2.3.4
        var curveY: FieldElement? {
            let square = (self * self - Self.three) * self + Self.curveB
            let root = square.raisedToQuarter
            return root * root == square ? root : nil
        }

        var negated: FieldElement { FieldElement(0, 0, 0, 0) - self }

        /// To the power (p + 1) / 4 = 2^254 - 2^222 + 2^190 + 2^94, which is a square root if there is one, as p is 3
        /// modulo 4.
        private var raisedToQuarter: FieldElement {
            let ones2 = squared(1) * self
            let ones4 = ones2.squared(2) * ones2
            let ones8 = ones4.squared(4) * ones4
            let ones16 = ones8.squared(8) * ones8
            let ones32 = ones16.squared(16) * ones16
            return ((ones32.squared(32) * self).squared(96) * self).squared(94)
        }

        private func squared(_ times: Int) -> FieldElement {
            var result = self
            for _ in 0..<times { result = result * result }
            return result
        }

        // p, 2^512 mod p, 3 and the curve's b (the last two in Montgomery form), from the least significant limb.
        private static let p0: UInt64 = 0xFFFF_FFFF_FFFF_FFFF
        private static let p1: UInt64 = 0x0000_0000_FFFF_FFFF
        private static let p3: UInt64 = 0xFFFF_FFFF_0000_0001
        private static let rSquared = FieldElement(
            0x0000_0000_0000_0003, 0xFFFF_FFFB_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFE, 0x0000_0004_FFFF_FFFD)
        private static let three = FieldElement(
            0x0000_0000_0000_0003, 0xFFFF_FFFD_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0000_0002_FFFF_FFFC)
        private static let curveB = FieldElement(
            0xD89C_DF62_29C4_BDDF, 0xACF0_05CD_7884_3090, 0xE5A2_20AB_F721_2ED6, 0xDC30_061D_0487_4834)
    }
}

// MARK: - Arithmetic

// The wrapping operators below are exact: each 128-bit sum is below 2^128 by the bounds of its terms, and the borrows and
// carries are taken up explicitly.
extension P256.FieldElement {
    /// Montgomery's product, one limb of the right factor at a time. As p is -1 modulo 2^64, the multiple of p that clears
    /// the lowest limb is that limb itself, and it costs one multiplication.
    static func * (left: Self, right: Self) -> Self {
        var t0: UInt64 = 0
        var t1: UInt64 = 0
        var t2: UInt64 = 0
        var t3: UInt64 = 0
        var t4: UInt64 = 0
        @inline(__always) func round(_ factor: UInt64) {
            var sum = left.l0.times(factor, plus: t0, 0)
            t0 = sum.low
            sum = left.l1.times(factor, plus: t1, sum.high)
            t1 = sum.low
            sum = left.l2.times(factor, plus: t2, sum.high)
            t2 = sum.low
            sum = left.l3.times(factor, plus: t3, sum.high)
            t3 = sum.low
            let top = UInt128(t4) &+ UInt128(sum.high)

            let multiple = t0
            var total = UInt128(t1) &+ UInt128(multiple << 32)
            t0 = UInt64(truncatingIfNeeded: total)
            total = UInt128(t2) &+ UInt128(multiple >> 32) &+ (total >> 64)
            t1 = UInt64(truncatingIfNeeded: total)
            sum = multiple.times(p3, plus: t3, UInt64(truncatingIfNeeded: total >> 64))
            t2 = sum.low
            total = top &+ UInt128(sum.high)
            t3 = UInt64(truncatingIfNeeded: total)
            t4 = UInt64(truncatingIfNeeded: total >> 64)
        }
        round(right.l0)
        round(right.l1)
        round(right.l2)
        round(right.l3)
        return reduced(t0, t1, t2, t3, carry: t4)
    }

    static func + (left: Self, right: Self) -> Self {
        let s0 = UInt128(left.l0) &+ UInt128(right.l0)
        let s1 = UInt128(left.l1) &+ UInt128(right.l1) &+ (s0 >> 64)
        let s2 = UInt128(left.l2) &+ UInt128(right.l2) &+ (s1 >> 64)
        let s3 = UInt128(left.l3) &+ UInt128(right.l3) &+ (s2 >> 64)
        return reduced(
            UInt64(truncatingIfNeeded: s0), UInt64(truncatingIfNeeded: s1), UInt64(truncatingIfNeeded: s2),
            UInt64(truncatingIfNeeded: s3), carry: UInt64(truncatingIfNeeded: s3 >> 64))
    }

    static func - (left: Self, right: Self) -> Self {
        let (difference, borrow) = subtract(left, right)
        guard borrow else { return difference }
        // Below zero by less than p: adding p and dropping the carry brings it back.
        let s0 = UInt128(difference.l0) &+ UInt128(p0)
        let s1 = UInt128(difference.l1) &+ UInt128(p1) &+ (s0 >> 64)
        let s2 = UInt128(difference.l2) &+ (s1 >> 64)
        let s3 = UInt128(difference.l3) &+ UInt128(p3) &+ (s2 >> 64)
        return Self(
            UInt64(truncatingIfNeeded: s0), UInt64(truncatingIfNeeded: s1), UInt64(truncatingIfNeeded: s2),
            UInt64(truncatingIfNeeded: s3))
    }

    /// Subtracts p once from a number below 2p, whose 257th bit is `carry`, if that is not below zero.
    @inline(__always)
    private static func reduced(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64, carry: UInt64) -> Self {
        let number = Self(l0, l1, l2, l3)
        let (difference, borrow) = subtract(number, Self(p0, p1, 0, p3))
        return carry == 0 && borrow ? number : difference
    }

    @inline(__always)
    private static func subtract(_ left: Self, _ right: Self) -> (Self, borrow: Bool) {
        let (d0, b0) = left.l0.subtracting(right.l0, borrow: false)
        let (d1, b1) = left.l1.subtracting(right.l1, borrow: b0)
        let (d2, b2) = left.l2.subtracting(right.l2, borrow: b1)
        let (d3, b3) = left.l3.subtracting(right.l3, borrow: b2)
        return (Self(d0, d1, d2, d3), b3)
    }
}

extension UInt64 {
    /// self * factor + a + b, which always fits 128 bits.
    @inline(__always)
    fileprivate func times(_ factor: UInt64, plus a: UInt64, _ b: UInt64) -> (low: UInt64, high: UInt64) {
        let sum = UInt128(self) &* UInt128(factor) &+ UInt128(a) &+ UInt128(b)
        return (UInt64(truncatingIfNeeded: sum), UInt64(truncatingIfNeeded: sum >> 64))
    }

    @inline(__always)
    fileprivate func subtracting(_ other: UInt64, borrow: Bool) -> (UInt64, Bool) {
        let (first, under) = subtractingReportingOverflow(other)
        let (second, underAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
        return (second, under || underAgain)
    }
}
