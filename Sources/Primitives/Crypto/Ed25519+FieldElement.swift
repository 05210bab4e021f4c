// SPDX-License-Identifier: MIT

extension Ed25519 {
    /// A number modulo p = 2^255 - 19, in five limbs of 51 bits that may be somewhat larger.
    ///
    /// It decides whether public bytes are a point; no secret is ever computed with it.
    struct FieldElement {
        private var limbs: (UInt64, UInt64, UInt64, UInt64, UInt64)

        private static let mask: UInt64 = (1 << 51) - 1

        static let one = FieldElement((1, 0, 0, 0, 0))

        /// d of the curve -x² + y² = 1 + d x² y². RFC 8032, section 5.1
        static let curve = FieldElement(
            (
                0x34dca_135978a3, 0x1a828_3b156ebd, 0x5e7a2_6001c029, 0x739c6_63a03cbb, 0x52036_cee2b6ff
            ))

        private init(_ limbs: (UInt64, UInt64, UInt64, UInt64, UInt64)) {
            self.limbs = limbs
        }

        /// Reads 32 bytes, the lowest first; the highest bit is not part of the number, which may be p or above.
        init(_ bytes: UnsafeRawBufferPointer) {
            func word(_ place: Int) -> UInt64 {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            }
            let mask = Self.mask
            limbs = (
                word(0) & mask, word(6) >> 3 & mask, word(12) >> 6 & mask, word(19) >> 1 & mask, word(24) >> 12 & mask
            )
        }

        static func + (left: FieldElement, right: FieldElement) -> FieldElement {
            let (a, b) = (left.limbs, right.limbs)
            return FieldElement((a.0 &+ b.0, a.1 &+ b.1, a.2 &+ b.2, a.3 &+ b.3, a.4 &+ b.4))
        }

        static func - (left: FieldElement, right: FieldElement) -> FieldElement {
            let (a, b) = (left.limbs, right.limbs)
            // Twice p is added, so that no limb falls below zero.
            let (low, high) = (2 * (mask - 18), 2 * mask)
            return FieldElement(
                (
                    a.0 &+ low &- b.0, a.1 &+ high &- b.1, a.2 &+ high &- b.2, a.3 &+ high &- b.3, a.4 &+ high &- b.4
                ))
        }

        /// Limbs below 2^53 give limbs below 2^52.
        @inline(__always)
        static func * (left: FieldElement, right: FieldElement) -> FieldElement {
            let (a, b) = (left.limbs, right.limbs)
            let (b1, b2, b3, b4) = (19 &* b.1, 19 &* b.2, 19 &* b.3, 19 &* b.4)
            return carried(
                product(a.0, b.0) &+ product(a.1, b4) &+ product(a.2, b3) &+ product(a.3, b2) &+ product(a.4, b1),
                product(a.0, b.1) &+ product(a.1, b.0) &+ product(a.2, b4) &+ product(a.3, b3) &+ product(a.4, b2),
                product(a.0, b.2) &+ product(a.1, b.1) &+ product(a.2, b.0) &+ product(a.3, b4) &+ product(a.4, b3),
                product(a.0, b.3) &+ product(a.1, b.2) &+ product(a.2, b.1) &+ product(a.3, b.0) &+ product(a.4, b4),
                product(a.0, b.4) &+ product(a.1, b.3) &+ product(a.2, b.2) &+ product(a.3, b.1) &+ product(a.4, b.0))
        }

        @inline(__always)
        var squared: FieldElement {
            let a = limbs
            let (twice0, twice1) = (2 &* a.0, 2 &* a.1)
            let (a3, a4) = (19 &* a.3, 19 &* a.4)
            return Self.carried(
                Self.product(a.0, a.0) &+ Self.product(twice1, a4) &+ Self.product(2 &* a.2, a3),
                Self.product(twice0, a.1) &+ Self.product(2 &* a.2, a4) &+ Self.product(a.3, a3),
                Self.product(twice0, a.2) &+ Self.product(a.1, a.1) &+ Self.product(2 &* a.3, a4),
                Self.product(twice0, a.3) &+ Self.product(twice1, a.2) &+ Self.product(a.4, a4),
                Self.product(twice0, a.4) &+ Self.product(twice1, a.3) &+ Self.product(a.2, a.2))
        }

        @inline(__always)
        private static func product(_ left: UInt64, _ right: UInt64) -> UInt128 { UInt128(left) &* UInt128(right) }

        /// The columns of a product, each below 2^115, as limbs.
        @inline(__always)
        private static func carried(
            _ c0: UInt128, _ c1: UInt128, _ c2: UInt128, _ c3: UInt128, _ c4: UInt128
        ) -> FieldElement {
            let d1 = c1 &+ (c0 >> 51)
            let d2 = c2 &+ (d1 >> 51)
            let d3 = c3 &+ (d2 >> 51)
            let d4 = c4 &+ (d3 >> 51)
            // 2^255 is 19 here.
            let low = (UInt64(truncatingIfNeeded: c0) & mask) &+ 19 &* UInt64(truncatingIfNeeded: d4 >> 51)
            return FieldElement(
                (
                    low & mask, (UInt64(truncatingIfNeeded: d1) & mask) &+ (low >> 51),
                    UInt64(truncatingIfNeeded: d2) & mask, UInt64(truncatingIfNeeded: d3) & mask,
                    UInt64(truncatingIfNeeded: d4) & mask
                ))
        }

        private func squared(times: Int) -> FieldElement {
            var result = self
            for _ in 0..<times { result = result.squared }
            return result
        }

        /// Whether it is the square of a number, zero among them.
        ///
        /// Euler's criterion: its power (p - 1) / 2 = 2^254 - 10 is then 0 or 1, otherwise p - 1.
        var isSquare: Bool {
            let two = squared
            let nine = two.squared(times: 2) * self
            let eleven = nine * two
            // Each has as many ones as its name says.
            let ones5 = eleven.squared * nine
            let ones10 = ones5.squared(times: 5) * ones5
            let ones20 = ones10.squared(times: 10) * ones10
            let ones40 = ones20.squared(times: 20) * ones20
            let ones50 = ones40.squared(times: 10) * ones10
            let ones100 = ones50.squared(times: 50) * ones50
            let ones200 = ones100.squared(times: 100) * ones100
            let ones250 = ones200.squared(times: 50) * ones50
            // 2^254 - 10 = (2^250 - 1) * 2^4 + 6
            let power = ones250.squared(times: 4) * (two * self).squared
            return !(power + .one).isZero
        }

        /// Whether p divides it.
        private var isZero: Bool {
            var rest = limbs
            // Twice over, the limbs are below 2^51, and the number below p + 19.
            for _ in 0..<2 {
                rest.1 &+= rest.0 >> 51
                rest.2 &+= rest.1 >> 51
                rest.3 &+= rest.2 >> 51
                rest.4 &+= rest.3 >> 51
                rest = (
                    (rest.0 & Self.mask) &+ 19 &* (rest.4 >> 51), rest.1 & Self.mask, rest.2 & Self.mask,
                    rest.3 & Self.mask, rest.4 & Self.mask
                )
            }
            let isNought = rest.0 | rest.1 | rest.2 | rest.3 | rest.4 == 0
            let isPrime =
                rest.0 == Self.mask - 18 && rest.1 & rest.2 & rest.3 & rest.4 == Self.mask
            return isNought || isPrime
        }
    }
}
