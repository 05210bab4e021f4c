// SPDX-License-Identifier: MIT

/// An alphabet of characters of equal width, each with a few bars and spaces of whole modules.
struct BarAlphabet: Sendable {
    /// The best matching character.
    struct Match {
        var value: Int
        /// The squared distance of the inner edges from their places, in modules.
        var error: Float
        /// The error of the second best minus that of the best.
        var margin: Float
        /// The growth of the bars in modules, as measured in this character.
        var growth: Float
        var module: Float
    }

    /// The most by which ink, blur or light may widen every bar, in modules; more turns characters into others.
    static let maximumGrowth: Float = 0.45

    let elements: Int
    let modules: Float
    let count: Int
    /// For each character the positions of its inner edges, in modules from its start.
    private let places: [Float]

    /// - Parameter patterns: the widths of the elements, a digit each.
    init(_ patterns: [String]) {
        let widths = patterns.map { $0.utf8.map { Float($0) - 48 } }
        elements = widths[0].count
        modules = widths[0].reduce(0, +)
        count = patterns.count
        places = widths.flatMap { pattern in
            var place: Float = 0
            return pattern.dropLast().map {
                place += $0
                return place
            }
        }
    }

    /// The best of some characters for the elements from `first` on; bars may be `growth` modules wider than nominal.
    ///
    /// Every character starts and ends at edges of the same kind, which grow alike: its width is free of growth.
    func match(_ row: BarRow, at first: Int, growth: Float, among values: Range<Int>? = nil) -> Match? {
        guard first >= 0, first + elements <= row.count else { return nil }
        let start = row.edges[first]
        let module = (row.edges[first + elements] - start) / modules
        guard module > 0 else { return nil }
        // Where the character begins with a bar, every other inner edge ends a bar, and lies `growth` too far right.
        let shift = first % 2 == 0 ? growth : -growth
        var best: (value: Int, error: Float) = (-1, .infinity)
        var second = Float.infinity
        let inner = elements - 1
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: inner) { seen in
            for index in 0..<inner {
                seen[index] = (row.edges[first + 1 + index] - start) / module - (index % 2 == 0 ? shift : 0)
            }
            return places.withUnsafeBufferPointer { places in
                for value in values ?? 0..<count {
                    var error: Float = 0
                    for index in 0..<inner {
                        let difference = seen[index] - places[value * inner + index]
                        error += difference * difference
                    }
                    if error < best.error {
                        second = best.error
                        best = (value, error)
                    } else if error < second {
                        second = error
                    }
                }
                guard best.value >= 0 else { return nil }
                var grown: Float = 0
                for index in stride(from: 0, to: inner, by: 2) {
                    grown += seen[index] - places[best.value * inner + index]
                }
                grown = shift + grown / Float((inner + 1) / 2)
                return Match(
                    value: best.value, error: best.error, margin: second - best.error,
                    growth: first % 2 == 0 ? grown : -grown, module: module)
            }
        }
    }
}
