// SPDX-License-Identifier: MIT

/// Integer widths of elements whose total number of modules is known.
///
/// DataBar has a character for nearly every division of its modules, so there is no table to compare with. But the sum
/// of the widths at even indices has a known parity, so a single edge is never a module off. If the nearest positions
/// contradict the parity, the least certain edge moves.
struct WidthFit {
    /// In the order of the elements in the row.
    let widths: [Int]
    /// The squared distance of the inner edges from their places, in modules.
    let error: Float
    /// The error of the second-best widths minus that of the best: 2 where every edge is exactly in place.
    let margin: Float
    /// The growth of the bars in modules, as measured in these elements.
    let growth: Float
    let module: Float

    /// The widest element. ISO/IEC 24724, 5.2.2, 6.2.2 and 7.2.2: an odd and an even element share nine.
    static let widest = 8

    /// - Parameters:
    ///   - count: an even number of elements, so that they begin and end at edges of one kind, which grow equally.
    ///   - isEvenSumOdd: whether the widths of the elements 0, 2, 4, … from `first` add up to an odd number.
    init?(
        _ row: BarRow, at first: Int, count: Int, modules: Int, growth: Float, isEvenSumOdd: Bool
    ) {
        guard first >= 0, first + count <= row.count else { return nil }
        let start = row.edges[first]
        let module = (row.edges[first + count] - start) / Float(modules)
        guard module > 0 else { return nil }
        self.module = module
        // Where the elements begin with a bar, every other inner edge ends a bar, and lies `growth` too far right.
        let shift = first % 2 == 0 ? growth : -growth
        let inner = count - 1
        let seen = (0..<inner).map { index in
            (row.edges[first + 1 + index] - start) / module - (index % 2 == 0 ? shift : 0)
        }
        var search = Search(modules: modules)
        for place in seen { search.add(place) }
        guard let found = search.end(isEvenSumOdd: isEvenSumOdd) else { return nil }
        var places: [Int] = []
        for index in 0..<inner {
            places.append(Int(seen[index].rounded(.down)) + Int(found.best.path >> UInt32(index) & 1))
        }
        widths = zip(places + [modules], [0] + places).map { $0 - $1 }
        error = found.best.error
        margin = min(found.second - error, 2)
        var grown: Float = 0
        for index in stride(from: 0, to: inner, by: 2) { grown += seen[index] - Float(places[index]) }
        grown = shift + grown / Float((inner + 1) / 2)
        self.growth = first % 2 == 0 ? grown : -grown
    }
}

extension WidthFit {
    /// A path through the edges that takes for each the whole position before or after it: a bit each.
    private struct Path {
        var error = Float.infinity
        var path: UInt32 = 0
    }

    /// The two best paths to one position.
    private struct Pair {
        var best = Path()
        var second = Path()

        mutating func insert(_ path: Path) {
            if path.error < best.error {
                (best, second) = (path, best)
            } else if path.error < second.error {
                second = path
            }
        }
    }

    /// All paths together: the best two for each last position and parity of the even elements so far.
    private struct Search {
        let modules: Int
        private var pairs = [Pair](repeating: Pair(), count: 4)
        private var base = 0
        private var count = 0

        init(modules: Int) {
            self.modules = modules
            pairs[0].best = Path(error: 0)
        }

        mutating func add(_ place: Float) {
            let next = Int(place.rounded(.down))
            var added = [Pair](repeating: Pair(), count: 4)
            for choice in 0...1 {
                let miss = place - Float(next + choice)
                for before in 0...1 {
                    let width = next + choice - base - before
                    guard 1...WidthFit.widest ~= width else { continue }
                    let flip = count % 2 == 0 ? width & 1 : 0
                    for parity in 0...1 {
                        let pair = pairs[2 * before + parity]
                        for path in [pair.best, pair.second] where path.error < .infinity {
                            added[2 * choice + (parity ^ flip)].insert(
                                Path(error: path.error + miss * miss, path: path.path | UInt32(choice) << UInt32(count))
                            )
                        }
                    }
                }
            }
            pairs = added
            base = next
            count += 1
        }

        /// The best path that also leaves a width for the last element, and the difference to the second best.
        func end(isEvenSumOdd: Bool) -> (best: (error: Float, path: UInt32), second: Float)? {
            var result = Pair()
            for choice in 0...1 where 1...WidthFit.widest ~= modules - base - choice {
                let pair = pairs[2 * choice + (isEvenSumOdd ? 1 : 0)]
                result.insert(pair.best)
                result.insert(pair.second)
            }
            guard result.best.error < .infinity else { return nil }
            return ((result.best.error, result.best.path), result.second.error)
        }
    }
}
