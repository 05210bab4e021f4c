// SPDX-License-Identifier: MIT
import CPixels

/// Searches a bit plane for finder patterns: along rows for runs of 1 : 1 : 3 : 1 : 1, which any straight line through
/// the middle of the pattern has, however it is turned or tilted. ISO/IEC 18004, section 6.3.3.
struct FinderSearch {
    /// A target found by its runs of pixels, in pixels of the plane.
    struct Spot {
        var centre: Vector
        /// A seventh of its extent along the row and along the column.
        var across: Double
        var down: Double
        let isInverted: Bool
        var hits: Int
        /// The row in which it was first found.
        let row: Int

        /// Chance hits are small and found in few rows.
        var weight: Double { Double(hits) * min(across, down) }
    }

    let plane: BitPlane
    /// The distance between examined rows.
    let rowStep: Int
    /// The range of module sizes, in pixels of the plane; noise has many small ones.
    let modules: ClosedRange<Double>
    /// The number of edges per pixel of a row from which on the row is noise.
    let density: Double
    /// The most places that are examined closely.
    let limit: Int

    /// The cost of examining one place, in pixel looks.
    static let price = 30

    /// Five runs along a row that may belong to a finder pattern.
    private struct Suspect {
        let x: Int32
        let y: Int32
        /// The length from the first edge to the last.
        let reach: Int32
        /// Twelve modules, in pixels.
        let size: Int32
        let isInverted: Bool
    }

    /// The spots, the weightiest first; `looks` is the number of places examined.
    func spots(looks: inout Int) -> [Spot] {
        let suspects = suspects()
        let size = sizeWithinLimit(suspects)
        var spots: [Spot] = []
        for suspect in suspects where suspect.size >= size {
            looks += 1
            look(suspect, &spots)
        }
        return spots.sorted { $0.weight > $1.weight }
    }

    private func suspects() -> [Suspect] {
        var suspects: [Suspect] = []
        suspects.reserveCapacity(4096)
        let mostEdges = Int(density * Double(plane.width))
        let (least, most) = (Int32(12 * modules.lowerBound), Int32(12 * modules.upperBound))
        var edges = [Int32](repeating: 0, count: plane.width + 72)
        var found = [UInt32](repeating: 0, count: edges.count)
        for y in stride(from: rowStep / 2, to: plane.height, by: rowStep) {
            let edgeCount = findEdges(y, &edges)
            guard edgeCount <= mostEdges else { continue }
            let count = pixels_find_targets(edges, edgeCount, least, most, &found)
            for index in found[..<count].lazy.map(Int.init) {
                let suspect = Suspect(
                    x: (edges[index + 2] + edges[index + 3]) / 2, y: Int32(y), reach: edges[index + 5] - edges[index],
                    size: edges[index + 5] + edges[index + 4] - edges[index + 1] - edges[index],
                    isInverted: index % 2 == 1)
                if hasCore(suspect) { suspects.append(suspect) }
            }
        }
        return suspects
    }

    /// Whether the middle goes on above and below, as far as it does even in a target that tilts away.
    @inline(__always)
    private func hasCore(_ suspect: Suspect) -> Bool {
        let (x, y) = (Int(suspect.x), Int(suspect.y))
        func isSame(_ row: Int) -> Bool { plane.isDark(x, row) != suspect.isInverted }
        let reach = Int(suspect.size) / 20
        if reach > 1 { return isSame(y - reach) && isSame(y + reach) }
        // Small ones are three pixels high, and this may be any of them.
        let (above, below) = (isSame(y - 1), isSame(y + 1))
        return above && below || above && isSame(y - 2) || below && isSame(y + 2)
    }

    /// The size from which on there are no more suspects than may be looked at: noise makes small ones.
    private func sizeWithinLimit(_ suspects: [Suspect]) -> Int32 {
        guard suspects.count > limit else { return 0 }
        var counts = [Int](repeating: 0, count: 256)
        for suspect in suspects { counts[Int(min(suspect.size, 255))] += 1 }
        var (size, count) = (256, 0)
        while size > 0, count + counts[size - 1] <= limit {
            size -= 1
            count += counts[size]
        }
        return Int32(min(size, 255))
    }

    /// The positions of colour changes along a row; the first is always from light to dark.
    @inline(__always)
    private func findEdges(_ y: Int, _ edges: inout [Int32]) -> Int {
        edges.withUnsafeMutableBufferPointer { edges in
            plane.words.withUnsafeBufferPointer { words in
                var count = 0
                var carry: UInt64 = 0
                let start = y * plane.wordsPerRow
                for word in 0..<plane.wordsPerRow {
                    let bits = words[start + word]
                    var changes = bits ^ (bits << 1 | carry)
                    carry = bits >> 63
                    while changes != 0 {
                        edges[count] = Int32(word * 64 + changes.trailingZeroBitCount)
                        count += 1
                        changes &= changes - 1
                    }
                }
                if carry == 1 {
                    edges[count] = Int32(plane.width)
                    count += 1
                }
                return count
            }
        }
    }

    /// Whether five runs have a finder pattern's proportions. Ink spread does not change distances between edges of one
    /// kind.
    @inline(__always)
    private static func isTarget(_ e0: Int32, _ e1: Int32, _ e2: Int32, _ e3: Int32, _ e4: Int32, _ e5: Int32) -> Bool {
        let (a, b, c, d) = (e2 - e0, e3 - e1, e4 - e2, e5 - e3)
        let sum = a + b + c + d
        // The sum is twelve modules: two, four, four and two.
        let middle = e3 - e2
        guard 12 * middle >= 2 * sum, 2 * middle <= sum else { return false }
        let slack = sum / 2 + 8
        return (12 * a - 2 * sum).magnitude <= slack && (12 * d - 2 * sum).magnitude <= slack
            && (12 * b - 4 * sum).magnitude <= slack + 4 && (12 * c - 4 * sum).magnitude <= slack + 4
    }

    /// Verifies a suspect along the column through its middle and back along a row.
    private func look(_ suspect: Suspect, _ spots: inout [Spot]) {
        let (x, y, reach, isInverted) = (Int(suspect.x), Int(suspect.y), Int(suspect.reach), suspect.isInverted)
        guard let column = runs(x, y, 0, 1, isInverted, reach: 2 * reach + 4) else { return }
        let middle = Double(y) + (column.before + column.after) / 2
        guard let row = runs(x, Int(middle), 1, 0, isInverted, reach: 2 * reach + 8) else { return }
        let centre = Vector(Double(x) + (row.before + row.after) / 2, middle)
        // The target is as it is along its diagonals too.
        guard
            runs(Int(centre.x), Int(centre.y), 1, 1, isInverted, reach: 4 * reach + 8) != nil
                || runs(Int(centre.x), Int(centre.y), 1, -1, isInverted, reach: 4 * reach + 8) != nil
        else { return }
        for known in recent(spots, y) where spots[known].isInverted == isInverted {
            let spot = spots[known]
            if (spot.centre.x - centre.x).magnitude < 1.6 * spot.across + 1,
                (spot.centre.y - centre.y).magnitude < 1.6 * spot.down + 1
            {
                spots[known].hits += 1
                return
            }
        }
        spots.append(
            Spot(centre: centre, across: row.module, down: column.module, isInverted: isInverted, hits: 1, row: y))
    }

    /// Spots that a row can still belong to: they were found in the order of rows, and few are larger than this.
    private func recent(_ spots: [Spot], _ y: Int) -> Range<Int> {
        var start = spots.count
        while start > 0, spots[start - 1].row + 96 > y { start -= 1 }
        return start..<spots.count
    }

    /// Edges of the middle run before and after a place, and a module's extent, along a line of pixels.
    private func runs(
        _ x: Int, _ y: Int, _ dx: Int32, _ dy: Int32, _ isInverted: Bool, reach: Int
    ) -> (before: Double, after: Double, module: Double)? {
        guard plane.isDark(x, y) != isInverted else { return nil }
        guard let a = walk(x, y, dx, dy, reach: reach),
            let back = walk(x, y, -dx, -dy, reach: reach)
        else { return nil }
        // Steps to the first pixel of the other colour, so the pixel in the middle counts half on either side.
        let b = (1 - back.0, 1 - back.1, 1 - back.2)
        guard FinderSearch.isTarget(b.2, b.1, b.0, a.0, a.1, a.2) else { return nil }
        let sum = (a.2 - a.0) + (a.1 - b.0) + (a.0 - b.1) + (b.0 - b.2)
        return (Double(b.0), Double(a.0), Double(sum) / 12)
    }

    /// Steps after which the colour has changed once, twice, three times.
    private func walk(_ x: Int, _ y: Int, _ dx: Int32, _ dy: Int32, reach: Int) -> (Int32, Int32, Int32)? {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { changes in
            let count = pixels_walk(
                plane.words, plane.width, plane.height, Int32(x), Int32(y), dx, dy, Int32(reach), changes.baseAddress)
            return count == 3 ? (changes[0], changes[1], changes[2]) : nil
        }
    }
}
