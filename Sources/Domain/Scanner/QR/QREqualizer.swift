// SPDX-License-Identifier: MIT
import CPixels

/// Undoes blur with the filter over neighbouring modules that best maps the known modules from what was seen to what
/// was printed.
///
/// Every code contains known modules: finder, timing and alignment patterns. The filter is the least squares solution
/// on them (a Wiener filter), so it sharpens where the picture is blurred, in the direction in which the hand moved,
/// and averages where it is only noisy. Then it is fitted again with the modules that became clear.
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
                let row = (y + QRSample.margin) * sample.side + QRSample.margin
                for x in 0..<inner where known[y * inner + x] == 0 {
                    let value = next[row + x]
                    if value.magnitude > 0.35 { lesson[y * inner + x] = value > 0 ? 1 : -1 }
                }
            }
        }
        return result
    }

    /// Weights of the modules around each, row after row, and a constant.
    private var count: Int { (2 * reach + 1) * (2 * reach + 1) + 1 }

    private func filter(_ contrast: [Float], _ lesson: [Float]) -> [Double]? {
        let count = count
        let inner = sample.version.side
        // An odd step walks through all columns.
        let step = max(1, lesson.count { $0 != 0 } / max(1, self.lessons)) | 1
        var places: [UInt32] = []
        var targets: [Float] = []
        var turn = 0
        for y in 0..<inner {
            let row = (y + QRSample.margin) * sample.side + QRSample.margin
            for x in 0..<inner where lesson[y * inner + x] != 0 {
                turn += 1
                guard turn == step else { continue }
                turn = 0
                places.append(UInt32(row + x))
                targets.append(lesson[y * inner + x])
            }
        }
        let lessons = places.count
        guard lessons > 40 else { return nil }
        var products = [Float](repeating: 0, count: count * count)
        var values = [Float](repeating: 0, count: count)
        pixels_learn_filter(contrast, sample.side, reach, places, targets, lessons, &products, &values)
        var system = LinearSystem(count)
        for a in 0..<count {
            system.set(a, products[a * count..<(a + 1) * count].map { Double($0) }, Double(values[a]))
        }
        // Without a reason in the lesson a module speaks for itself alone.
        for a in 0..<count {
            system.pull(a, towards: a == (count - 1) / 2 ? 0.8 : 0, weight: Double(lessons) * 0.01)
        }
        return system.solution()
    }

    private func filtered(_ contrast: [Float], _ filter: [Double]) -> [Float] {
        [Float](unsafeUninitializedCapacity: contrast.count) { filtered, count in
            pixels_filter_modules(
                contrast, sample.side, QRSample.margin, reach, filter.map { Float($0) }, filtered.baseAddress)
            count = contrast.count
        }
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
