// SPDX-License-Identifier: MIT

/// Whether the characters of a code were printed together: perspective changes their widths smoothly, and blur or noise
/// affects all of them equally. A character that differs was damaged, and may have been another one.
struct Evenness {
    private var places: [Float] = []
    /// The width of a module, or of a narrow element, as each character shows it.
    private var modules: [Float] = []
    /// How badly each character fits its pattern, in squares.
    private var errors: [Float] = []

    mutating func add(place: Float, module: Float, error: Float) {
        places.append(place)
        modules.append(module)
        errors.append(error)
    }

    /// - Parameters:
    ///   - tolerance: the share by which a character may be wider or narrower than its neighbours say.
    ///   - least: an error that is never too large.
    ///   - coarsest: the same share where all characters differ from their neighbours.
    func holds(tolerance: Float, least: Float, coarsest: Float = 0) -> Bool {
        guard places.count > 2 else { return true }
        let typical = errors.sorted()[errors.count / 2]
        guard errors.allSatisfy({ $0 <= least + 6 * typical }) else { return false }
        // Each against the line through the others beside it: two on each side, or more on one side at the ends.
        let misses = places.indices.map { index in
            let first = max(min(index - 2, places.count - 5), 0)
            let near = (first..<min(first + 5, places.count)).filter { $0 != index }
            let expected = line(through: near, at: places[index])
            return abs(modules[index] - expected) / max(expected, .leastNormalMagnitude)
        }
        // Where pixels are nearly as large as modules, characters are a pixel too wide or too narrow by turns.
        let usual = misses.sorted()[misses.count / 2]
        let most = max(tolerance, min(2 * usual, coarsest))
        return misses.allSatisfy { $0 < most }
    }

    private func line(through indices: [Int], at place: Float) -> Float {
        let count = Float(indices.count)
        let middle = indices.reduce(0) { $0 + places[$1] } / count
        let mean = indices.reduce(0) { $0 + modules[$1] } / count
        var squares: Float = 0
        var products: Float = 0
        for index in indices {
            squares += (places[index] - middle) * (places[index] - middle)
            products += (places[index] - middle) * (modules[index] - mean)
        }
        // So few characters as three do not know the slope.
        return mean + (indices.count > 3 ? products / squares * (place - middle) : 0)
    }
}
