// SPDX-License-Identifier: MIT

/// One block of a QR code as read: data, then the Reed-Solomon check codewords. ISO/IEC 18004, section 7.5 and annex B.
package struct CodewordBlock: Sendable {
    package var codewords: [UInt8]
    package let checkCodewords: Int

    package init(_ codewords: [UInt8], checkCodewords: Int) {
        self.codewords = codewords
        self.checkCodewords = checkCodewords
    }

    /// The result of a correction, and how certain it is.
    package struct Outcome: Hashable, Sendable {
        /// The number of wrong codewords at unknown positions.
        package let errors: Int
        /// The number of codewords that were declared lost.
        package let erasures: Int
        /// The negative logarithm to base 2 of the chance that a random block looks corrected: 30 means one in 2³⁰.
        package let certainty: Double
    }

    /// Corrects in place: as many codewords of unknown place as half of the check has, or of known place as all of it.
    ///
    /// Nil, and nothing changed, when the block is beyond that or the result would be less certain than asked.
    /// The standard's reserve against misreading in versions 1 to 3 (table 9, `p`) is the same thought in whole
    /// codewords; certainty covers erasures too.
    package mutating func correct(erasing lost: [Int] = [], certainty wanted: Double) -> Outcome? {
        let count = codewords.count
        precondition(count <= 255 && checkCodewords < count, "A block has at most 255 codewords.")
        guard lost.count <= checkCodewords else { return nil }
        let syndromes = syndromes()
        guard syndromes.contains(where: { $0 != 0 }) else {
            return outcome(errors: 0, erasures: 0, atLeast: wanted)
        }
        guard let locator = locator(syndromes, erasing: lost) else { return nil }
        let degree = locator.count - 1
        guard let outcome = outcome(errors: max(0, degree - lost.count), erasures: lost.count, atLeast: wanted) else {
            return nil
        }

        // Chien's search: the locator vanishes at the inverse of each wrong place.
        var places: [Int] = []
        for exponent in 0..<count where GaloisField.value(of: locator, at: GaloisField.power(-exponent)) == 0 {
            places.append(exponent)
        }
        guard places.count == degree else { return nil }

        // Forney's formula for the values.
        var evaluator = [UInt8](repeating: 0, count: checkCodewords)
        for (power, coefficient) in locator.enumerated() where coefficient != 0 && power < checkCodewords {
            for index in 0..<checkCodewords - power {
                evaluator[power + index] ^= GaloisField.product(coefficient, syndromes[index])
            }
        }
        var corrected = codewords
        for place in places {
            let inverse = GaloisField.power(-place)
            var derivative: UInt8 = 0
            for power in stride(from: 1, through: degree, by: 2) {
                derivative ^= GaloisField.product(locator[power], GaloisField.power(-place * (power - 1)))
            }
            guard derivative != 0 else { return nil }
            let error = GaloisField.product(
                GaloisField.power(place),
                GaloisField.quotient(GaloisField.value(of: evaluator, at: inverse), derivative))
            corrected[count - 1 - place] ^= error
        }
        let before = codewords
        codewords = corrected
        guard self.syndromes().allSatisfy({ $0 == 0 }) else {
            codewords = before
            return nil
        }
        return outcome
    }

    /// The value of the block as a polynomial at the roots of the check; all zero when nothing is wrong.
    private func syndromes() -> [UInt8] {
        // Each sum waits for itself alone, so all of them go through the codewords together.
        var sums = [UInt8](repeating: 0, count: checkCodewords)
        GaloisField.powers.withUnsafeBufferPointer { powers in
            GaloisField.logarithms.withUnsafeBufferPointer { logarithms in
                sums.withUnsafeMutableBufferPointer { sums in
                    for codeword in codewords {
                        for root in sums.indices {
                            let sum = sums[root]
                            let product = powers[Int(logarithms[Int(sum)]) + root]
                            sums[root] = (sum == 0 ? 0 : product) ^ codeword
                        }
                    }
                }
            }
        }
        return sums
    }

    /// The polynomial of all wrong places, lost ones and found ones (Berlekamp and Massey, starting from the lost).
    private func locator(_ syndromes: [UInt8], erasing lost: [Int]) -> [UInt8]? {
        var locator: [UInt8] = [1]
        for index in lost {
            let place = GaloisField.power(codewords.count - 1 - index)
            var next = locator + [0]
            for power in locator.indices { next[power + 1] ^= GaloisField.product(locator[power], place) }
            locator = next
        }
        var previous = locator
        var degree = lost.count
        for step in lost.count..<checkCodewords {
            var discrepancy: UInt8 = 0
            for power in 0..<min(locator.count, step + 1) {
                discrepancy ^= GaloisField.product(locator[power], syndromes[step - power])
            }
            previous.insert(0, at: 0)
            guard discrepancy != 0 else { continue }
            var next = locator
            if next.count < previous.count { next += [UInt8](repeating: 0, count: previous.count - next.count) }
            for power in previous.indices { next[power] ^= GaloisField.product(discrepancy, previous[power]) }
            if 2 * degree <= step + lost.count {
                degree = step + 1 + lost.count - degree
                previous = locator.map { GaloisField.quotient($0, discrepancy) }
            }
            locator = next
        }
        while locator.last == 0 { locator.removeLast() }
        guard locator.count - 1 == degree, 2 * degree - lost.count <= checkCodewords else { return nil }
        return locator
    }

    private func outcome(errors: Int, erasures: Int, atLeast wanted: Double) -> Outcome? {
        // Of 256^(check - erasures) results of chance, those within `errors` of a right one look corrected.
        var choices = 0.0
        for index in 0..<errors {
            choices += CodewordBlock.logarithm(Double(codewords.count - erasures - index) / Double(index + 1))
        }
        let certainty = Double(8 * (checkCodewords - erasures - errors)) - choices
        guard certainty >= wanted else { return nil }
        return Outcome(errors: errors, erasures: erasures, certainty: certainty)
    }

    /// The logarithm to base 2 within a hundredth, without a mathematics library.
    private static func logarithm(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        let part = value.significand - 1
        return Double(value.exponent) + part * (1.3465 - 0.3465 * part)
    }
}
