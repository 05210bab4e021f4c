// SPDX-License-Identifier: MIT

extension Ed25519 {
    /// A number modulo p = 2^255 - 19, in five limbs of 51 bits that may hang over by a few.
    ///
    /// It exists for one thing: asking whether bytes are a point, at half of the time that libsodium's addition takes.
    /// Public values only: addresses that a program may sign for are searched with it.
    struct FieldElement {
        // Limbs from the least significant; below 2^53 + 2^52 wherever they are multiplied.
        private let l0: UInt64
        private let l1: UInt64
        private let l2: UInt64
        private let l3: UInt64
        private let l4: UInt64

        private static let mask: UInt64 = (1 << 51) - 1
        static let one = FieldElement(1, 0, 0, 0, 0)
        /// The curve's d = -121665 / 121666. RFC 8032, section 5.1
        static let curveD = FieldElement(
            0x0003_4DCA_1359_78A3, 0x0001_A828_3B15_6EBD, 0x0005_E7A2_6001_C029,
            0x0007_39C6_63A0_3CBB, 0x0005_2036_CEE2_B6FF)

        private init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64, _ l4: UInt64) {
            self.l0 = l0
            self.l1 = l1
            self.l2 = l2
            self.l3 = l3
            self.l4 = l4
        }

        /// Reads 32 little-endian bytes; the highest bit does not count, and p and more are taken modulo p.
        init(littleEndian bytes: UnsafeRawBufferPointer) {
            func word(_ offset: Int) -> UInt64 {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            let (w0, w1, w2, w3) = (word(0), word(8), word(16), word(24))
            self.init(
                w0 & Self.mask, (w0 >> 51 | w1 << 13) & Self.mask, (w1 >> 38 | w2 << 26) & Self.mask,
                (w2 >> 25 | w3 << 39) & Self.mask, w3 >> 12 & Self.mask)
        }

        /// Whether it is zero or the square of something: its power (p - 1) / 2 is 0 or 1.
        var isSquare: Bool {
            let (low, high) = raisedToHalf.canonical
            return high == (0, 0, 0) && low <= 1
        }

        /// To the power (p - 1) / 2 = 16 (2^250 - 1) + 6.
        private var raisedToHalf: FieldElement {
            let ones2 = squared(1) * self
            let ones4 = ones2.squared(2) * ones2
            let ones5 = ones4.squared(1) * self
            let ones10 = ones5.squared(5) * ones5
            let ones20 = ones10.squared(10) * ones10
            let ones40 = ones20.squared(20) * ones20
            let ones50 = ones40.squared(10) * ones10
            let ones100 = ones50.squared(50) * ones50
            let ones200 = ones100.squared(100) * ones100
            let ones250 = ones200.squared(50) * ones50
            return ones250.squared(4) * ones2.squared(1)
        }

        /// The number below p, in words from the least significant.
        private var canonical: (low: UInt64, high: (UInt64, UInt64, UInt64)) {
            let once = carried
            // Adding 19 carries out of 255 bits exactly when the number is p or more.
            var carry = (once.l0 + 19) >> 51
            for limb in [once.l1, once.l2, once.l3, once.l4] { carry = (limb + carry) >> 51 }
            var (r0, r1, r2, r3, r4) = (once.l0 + 19 * carry, once.l1, once.l2, once.l3, once.l4)
            r1 += r0 >> 51
            r2 += r1 >> 51
            r3 += r2 >> 51
            r4 += r3 >> 51
            (r0, r1, r2, r3, r4) = (r0 & Self.mask, r1 & Self.mask, r2 & Self.mask, r3 & Self.mask, r4 & Self.mask)
            return (r0 | r1 << 51, (r1 >> 13 | r2 << 38, r2 >> 26 | r3 << 25, r3 >> 39 | r4 << 12))
        }

        /// The same number with limbs of 51 bits; the first may hang over by one.
        private var carried: FieldElement {
            var (r0, r1, r2, r3, r4) = (l0, l1, l2, l3, l4)
            for _ in 0..<2 {
                r1 += r0 >> 51
                r2 += r1 >> 51
                r3 += r2 >> 51
                r4 += r3 >> 51
                (r0, r1, r2, r3) = (r0 & Self.mask, r1 & Self.mask, r2 & Self.mask, r3 & Self.mask)
                r0 += 19 * (r4 >> 51)
                r4 &= Self.mask
            }
            return FieldElement(r0, r1, r2, r3, r4)
        }
    }
}

// MARK: - Arithmetic

extension Ed25519.FieldElement {
    static func + (left: Self, right: Self) -> Self {
        Self(left.l0 + right.l0, left.l1 + right.l1, left.l2 + right.l2, left.l3 + right.l3, left.l4 + right.l4)
    }

    /// Four times p is added first, so that no limb goes below zero.
    static func - (left: Self, right: Self) -> Self {
        let (first, other): (UInt64, UInt64) = (4 * (mask - 18), 4 * mask)
        return Self(
            left.l0 + first - right.l0, left.l1 + other - right.l1, left.l2 + other - right.l2,
            left.l3 + other - right.l3, left.l4 + other - right.l4)
    }

    static func * (left: Self, right: Self) -> Self {
        let (b1, b2, b3, b4) = (19 &* right.l1, 19 &* right.l2, 19 &* right.l3, 19 &* right.l4)
        let r0 =
            wide(left.l0, right.l0) &+ wide(left.l1, b4) &+ wide(left.l2, b3) &+ wide(left.l3, b2) &+ wide(left.l4, b1)
        let r1 =
            wide(left.l0, right.l1) &+ wide(left.l1, right.l0) &+ wide(left.l2, b4) &+ wide(left.l3, b3)
            &+ wide(left.l4, b2)
        let r2 =
            wide(left.l0, right.l2) &+ wide(left.l1, right.l1) &+ wide(left.l2, right.l0) &+ wide(left.l3, b4)
            &+ wide(left.l4, b3)
        let r3 =
            wide(left.l0, right.l3) &+ wide(left.l1, right.l2) &+ wide(left.l2, right.l1) &+ wide(left.l3, right.l0)
            &+ wide(left.l4, b4)
        let r4 =
            wide(left.l0, right.l4) &+ wide(left.l1, right.l3) &+ wide(left.l2, right.l2) &+ wide(left.l3, right.l1)
            &+ wide(left.l4, right.l0)
        return reduced(r0, r1, r2, r3, r4)
    }

    private func squared(_ times: Int) -> Self {
        var result = self
        for _ in 0..<times { result = result.square }
        return result
    }

    private var square: Self {
        let (d0, d1, d2) = (2 &* l0, 2 &* l1, 2 &* l2)
        let (n3, n4) = (19 &* l3, 19 &* l4)
        let r0 = Self.wide(l0, l0) &+ Self.wide(d1, n4) &+ Self.wide(d2, n3)
        let r1 = Self.wide(d0, l1) &+ Self.wide(d2, n4) &+ Self.wide(l3, n3)
        let r2 = Self.wide(d0, l2) &+ Self.wide(l1, l1) &+ Self.wide(2 &* l3, n4)
        let r3 = Self.wide(d0, l3) &+ Self.wide(d1, l2) &+ Self.wide(l4, n4)
        let r4 = Self.wide(d0, l4) &+ Self.wide(d1, l3) &+ Self.wide(l2, l2)
        return Self.reduced(r0, r1, r2, r3, r4)
    }

    private static func wide(_ left: UInt64, _ right: UInt64) -> UInt128 { UInt128(left) &* UInt128(right) }

    /// Carries once around. Limbs below 2^53 + 2^52 leave less than 2^59 over the top, which fits times 19.
    private static func reduced(_ s0: UInt128, _ s1: UInt128, _ s2: UInt128, _ s3: UInt128, _ s4: UInt128) -> Self {
        let t1 = s1 &+ s0 >> 51
        let t2 = s2 &+ t1 >> 51
        let t3 = s3 &+ t2 >> 51
        let t4 = s4 &+ t3 >> 51
        let over = UInt64(truncatingIfNeeded: t4 >> 51)
        let r0 = UInt64(truncatingIfNeeded: s0) & mask &+ 19 &* over
        return Self(
            r0 & mask, UInt64(truncatingIfNeeded: t1) & mask &+ r0 >> 51, UInt64(truncatingIfNeeded: t2) & mask,
            UInt64(truncatingIfNeeded: t3) & mask, UInt64(truncatingIfNeeded: t4) & mask)
    }
}
