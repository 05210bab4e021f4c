// SPDX-License-Identifier: MIT
internal import Chains
internal import Money

/// How the price of a coin went over a span: what a chart draws, and what is said about it.
package struct PriceHistory: Sendable {
    /// Where the prices come from.
    package enum Origin: Hashable, Sendable {
        /// The person's source of series.
        case source
        /// Prices that this wallet has seen on its days of use.
        case seen
    }

    package let span: PriceSpan
    /// The earliest first, at least one; as many as a screen can show, the lowest and the highest among them.
    package let points: [PricePoint]
    package let lowest: PricePoint
    package let highest: PricePoint
    package let origin: Origin
    /// Why the source of series was not heard; nil when it was, or when there is none.
    package let refusal: CoinsError?

    /// More than any screen has columns for.
    private static let buckets: UInt64 = 120

    /// Nil without a point within the span.
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
        // Of each column what was lowest and what was highest in it, so that no peak is lost.
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

    /// Where a point stands in a chart: thousandths of its width from the left and of its height from the bottom.
    package func place(of point: PricePoint) -> (x: Int, y: Int) {
        let begin = last.time >= first.time ? first.time : last.time
        let width = max(last.time - begin, 1)
        let x = min(point.time - min(begin, point.time), width) * 1_000 / width
        let height = highest.price.minorUnits - lowest.price.minorUnits
        // A price that never moved is drawn in the middle.
        guard height > 0 else { return (Int(x), 500) }
        let above = max(0, min(point.price.minorUnits - lowest.price.minorUnits, height))
        let product = above.multipliedFullWidth(by: 1_000)
        return (Int(x), Int(height.dividingFullWidth(product).quotient))
    }
}
