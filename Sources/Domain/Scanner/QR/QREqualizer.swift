// SPDX-License-Identifier: MIT

/// Undoes blur: the filter over neighbouring modules that best turns what was seen into what is known to be printed.
///
/// A code carries its own lesson: targets, timing and alignment patterns are the same in each. The filter is the least
/// squares solution on them (a Wiener filter), so it sharpens where the picture is blurred, in the direction in which the hand
/// moved, and averages where it is only noisy. Then it learns again from the modules that became clear.
struct QREqualizer {
    let sample: QRSample
    /// Modules on each side that the filter sees.
    let reach: Int
    /// Modules that are enough for a lesson; of more, evenly spread ones are taken.
    let lessons: Int

    /// How dark each module is, margin and all; nil when the lesson decides nothing.
    ///
    /// - Parameters:
    ///   - known: 1 for dark, -1 for light, 0 for modules that carry data, without the margin.
    ///   - rounds: lessons from its own results after the first one.
    func equalized(_ contrast: [Float], known: [Float], rounds: Int) -> [Float]? {
        var lesson = known
        var result: [Float]?
        for round in 0...rounds {
            guard let filter = filter(contrast, lesson) else { return result }
            let next = filtered(contrast, filter)
            result = next
            guard round < rounds else { break }
            lesson = known
            let inner = sample.version.side
            for y in 0..<inner {
                for x in 0..<inner where lesson[y * inner + x] == 0 {
                    let value = next[(y + QRSample.margin) * sample.side + x + QRSample.margin]
                    if value.magnitude > 0.35 { lesson[y * inner + x] = value > 0 ? 1 : -1 }
                }
            }
        }
        return result
    }

    private var offsets: [Int] {
        (-reach...reach).flatMap { y in (-reach...reach).map { x in y * sample.side + x } }
    }

    private func filter(_ contrast: [Float], _ lesson: [Float]) -> [Double]? {
        let offsets = offsets
        let count = offsets.count + 1
        var products = [Float](repeating: 0, count: count * count)
        var values = [Float](repeating: 0, count: count)
        let inner = sample.version.side
        var row = [Float](repeating: 1, count: count)
        var lessons: Float = 0
        // An odd step walks through all columns.
        let step = max(1, lesson.count { $0 != 0 } / max(1, self.lessons)) | 1
        var turn = 0
        products.withUnsafeMutableBufferPointer { products in
            for y in 0..<inner {
                for x in 0..<inner where lesson[y * inner + x] != 0 {
                    turn += 1
                    guard turn % step == 0 else { continue }
                    let target = lesson[y * inner + x]
                    let at = (y + QRSample.margin) * sample.side + x + QRSample.margin
                    for (index, offset) in offsets.enumerated() { row[index] = contrast[at + offset] }
                    for a in 0..<count {
                        let value = row[a]
                        for b in a..<count { products[a * count + b] += value * row[b] }
                        values[a] += value * target
                    }
                    lessons += 1
                }
            }
        }
        guard lessons > 40 else { return nil }
        var system = LinearSystem(count)
        for a in 0..<count {
            let line = (0..<count).map { Double(products[min(a, $0) * count + max(a, $0)]) }
            system.set(a, line, Double(values[a]))
        }
        // Without a reason in the lesson a module speaks for itself alone.
        for a in 0..<count {
            system.pull(a, towards: a == (count - 1) / 2 ? 0.8 : 0, weight: Double(lessons) * 0.01)
        }
        return system.solution()
    }

    private func filtered(_ contrast: [Float], _ filter: [Double]) -> [Float] {
        let offsets = offsets
        let weights = filter.map { Float($0) }
        var result = contrast
        let side = sample.side
        for y in QRSample.margin..<side - QRSample.margin {
            for x in QRSample.margin..<side - QRSample.margin {
                var sum = weights[offsets.count]
                for (index, offset) in offsets.enumerated() { sum += weights[index] * contrast[y * side + x + offset] }
                result[y * side + x] = sum
            }
        }
        return result
    }
}

extension QRVersion {
    /// What is printed in every code of the version: 1 for dark, -1 for light, 0 where it depends.
    var knownModules: [Float] {
        let side = side
        var known = [Float](repeating: 0, count: side * side)
        for index in 8..<side - 8 {
            known[6 * side + index] = index % 2 == 0 ? 1 : -1
            known[index * side + 6] = known[6 * side + index]
        }
        func square(_ x: Int, _ y: Int, _ reach: Int, _ isDark: (Int) -> Bool) {
            for row in y - reach...y + reach {
                for column in x - reach...x + reach where 0..<side ~= row && 0..<side ~= column {
                    let ring = max((row - y).magnitude, (column - x).magnitude)
                    known[row * side + column] = isDark(Int(ring)) ? 1 : -1
                }
            }
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { square(x, y, 4) { $0 != 2 && $0 != 4 } }
        for centre in alignmentCentres { square(centre.x, centre.y, 2) { $0 != 1 } }
        if number >= 7 {
            for index in 0..<18 {
                let value: Float = informationBits >> UInt32(index) & 1 == 1 ? 1 : -1
                known[index / 3 * side + side - 11 + index % 3] = value
                known[(side - 11 + index % 3) * side + index / 3] = value
            }
        }
        known[(side - 8) * side + 8] = 1
        return known
    }
}
