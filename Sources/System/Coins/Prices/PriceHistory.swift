// SPDX-License-Identifier: MIT
internal import Chains
internal import Money

/// The price of a coin over a span: the points of a chart, and its change.
package struct PriceHistory: Sendable {
    /// The origin of the prices.
    package enum Origin: Hashable, Sendable {
        /// The user's price source.
        case source
        /// Prices that this wallet recorded on the days it was used.
        case seen
    }

    package let span: PriceSpan
    /// At least one point, in time order. At most as many as a screen can show, the lowest and the highest among them.
    package let points: [PricePoint]
    package let lowest: PricePoint
    package let highest: PricePoint
    package let origin: Origin
    /// Why the price source failed; nil when it answered, or when there is none.
    package let refusal: CoinsError?

    /// More columns than any screen shows.
    private static let buckets: UInt64 = 120

    /// Nil when no point lies within the span.
    init?(_ all: [PricePoint], over span: PriceSpan, now: UInt64, origin: Origin, refusal: CoinsError? = nil) {
        let start = now > span.seconds ? now - span.seconds : 0
        let points = all.filter { start...now ~= $0.time }.sorted { $0.time < $1.time }
        guard let first = points.first, let last = points.last,
            let lowest = points.min(by: { $0.price.minorUnits < $1.price.minorUnits }),
            let highest = points.max(by: { $0.price.minorUnits < $1.price.minorUnits })
        else { return nil }
        self.span = span
        self.lowest = lowest
        self.highest = highest
        self.origin = origin
        self.refusal = refusal
        guard points.count > Int(Self.buckets) * 2 else {
            self.points = points
            return
        }
        // Keeps the lowest and highest point of each column, so that no peak is lost.
        var thinned = [first]
        let columns = Dictionary(grouping: points) { ($0.time - start) * Self.buckets / max(span.seconds, 1) }
        for column in columns.sorted(by: { $0.key < $1.key }).map(\.value) {
            let ends = [
                column.min { $0.price.minorUnits < $1.price.minorUnits },
                column.max { $0.price.minorUnits < $1.price.minorUnits },
            ].compactMap(\.self).sorted { $0.time < $1.time }
            for end in ends where end.time > thinned[thinned.count - 1].time { thinned.append(end) }
        }
        if thinned.last?.time != last.time { thinned.append(last) }
        self.points = thinned
    }

    package var first: PricePoint { points[0] }
    package var last: PricePoint { points[points.count - 1] }

    /// The change from the first to the last price in tenths of a percent, rounded towards zero; nil for absurd ones.
    package var changeInTenthsOfPercent: Int? {
        let (from, to) = (first.price.minorUnits, last.price.minorUnits)
        guard from > 0, to >= 0 else { return nil }
        let (difference, isRise) = to >= from ? (to - from, true) : (from - to, false)
        let (divisor, product) = (from.magnitude, difference.magnitude.multipliedFullWidth(by: 1_000))
        guard product.high < divisor else { return nil }
        return Int(exactly: divisor.dividingFullWidth(product).quotient).map { isRise ? $0 : -$0 }
    }

    /// A point's position in a chart: thousandths of its width from the left and of its height from the bottom.
    package func place(of point: PricePoint) -> (x: Int, y: Int) {
        let begin = last.time >= first.time ? first.time : last.time
        let width = max(last.time - begin, 1)
        let x = min(point.time - min(begin, point.time), width) * 1_000 / width
        let height = highest.price.minorUnits - lowest.price.minorUnits
        // A constant price is drawn in the middle.
        guard height > 0 else { return (Int(x), 500) }
        let above = max(0, min(point.price.minorUnits - lowest.price.minorUnits, height))
        let product = above.multipliedFullWidth(by: 1_000)
        return (Int(x), Int(height.dividingFullWidth(product).quotient))
    }
}
