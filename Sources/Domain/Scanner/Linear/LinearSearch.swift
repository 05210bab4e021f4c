// SPDX-License-Identifier: MIT
import Barcodes

/// The search for codes of bars in one picture.
///
/// It finds regions of parallel edges in any direction, straightens them, and averages along the bars. Lines across
/// them are converted to edges, and the edges to text.
struct LinearSearch {
    let scene: ImagePyramid
    let symbologies: Set<Symbology>
    let effort: Scan.Effort
    let limit: Int

    /// Bars whose region is longer than this many pixels are read from the picture at half the size.
    private static let longest: Float = 1600

    /// Regions of a frame that are looked at closely, after a glance; one alone where squares have taken what there was.
    private static let readsPerFrame = 3

    /// Pixels of a picture so small that it is looked at once more at twice its size.
    private static let small = 400_000

    /// Pixels of a picture so large that bars are found at half its size.
    private static let large = 500_000

    init(_ scene: ImagePyramid, for symbologies: Set<Symbology>, effort: Scan.Effort, limit: Int) {
        self.scene = scene
        self.symbologies = symbologies
        self.effort = effort
        self.limit = limit
    }

    /// - Parameter budget: what the search for squares has left.
    func sightings(_ budget: WorkBudget) -> [Sighting] {
        let found = sightings(scene.levels, budget)
        guard found.isEmpty, effort == .photo, scene.width * scene.height <= Self.small else { return found }
        return sightings([scene.levels[0].doubled], budget).map { $0.halved }
    }

    private func sightings(_ levels: [GreyImage], _ budget: WorkBudget) -> [Sighting] {
        var found: [Sighting] = []
        // Bars in less are finer than pixels.
        let pyramid = [levels[0]] + levels.dropFirst().prefix { min($0.width, $0.height) >= 32 }
        let frameLevels = scene.width * scene.height < Self.large ? [1, 0] : [1]
        let order = effort == .frame ? frameLevels : Array(pyramid.indices.dropFirst()) + [0]
        let reads = effort == .photo ? .max : budget.isSpent ? 1 : Self.readsPerFrame
        var tried: [BarRegion] = []
        var read = 0
        for level in order where level < pyramid.count {
            for region in regions(in: pyramid[level], scale: Float(1 << level)) {
                guard !found.contains(where: { $0.covers(region.centre) }) else { continue }
                if effort == .frame {
                    guard !tried.contains(where: { $0.resembles(region) }) else { continue }
                    tried.append(region)
                }
                guard read < reads else { return found }
                // Bars are mostly the heaviest thing in a frame; what comes after that must look like bars indeed.
                guard effort == .photo || read == 0 || region.coherence > 0.62 else { continue }
                let sightings = self.read(region, pyramid)
                if sightings != nil { read += 1 }
                for sighting in sightings ?? [] where !found.contains(where: { $0.repeats(sighting) }) {
                    found.append(sighting)
                    if found.count == limit { return found }
                }
            }
            if !found.isEmpty, effort == .frame { break }
        }
        return found
    }

    /// The regions worth a look, in pixels of the whole picture.
    private func regions(in picture: GreyImage, scale: Float) -> [BarRegion] {
        let pieces = BarField(picture).regions(limit: effort == .frame ? 4 : 24)
        let rows = symbologies.isDisjoint(with: [.dataBar, .dataBarExpanded]) ? [] : joined(pieces)
        let least = 0.1 * (pieces.first?.weight ?? 0)
        return (rows + pieces).enumerated().filter { index, region in
            guard effort == .frame else { return true }
            // Of rows and of the heaviest less is asked: between the rows of a stack, edges run across the bars.
            return index <= rows.count
                ? region.fill > 0.55 && region.coherence > 0.36
                : region.weight >= least && isEven(region)
        }.map { $0.element.scaled(by: scale) }
    }

    /// The joined regions of every two that lie in one row.
    private func joined(_ regions: [BarRegion]) -> [BarRegion] {
        regions.indices.flatMap { index in
            regions[(index + 1)...].compactMap { regions[index].joined(with: $0) }
        }
    }

    /// Whether bars fill the region as those of a single row do.
    private func isEven(_ region: BarRegion) -> Bool { region.fill > 0.7 && region.coherence > 0.46 }

    /// The strips of a region with several rows. A region that reaches beyond the picture is made shorter.
    private func stack(_ region: BarRegion, _ picture: GreyImage, margin: Float, density: Int) -> BarStrips? {
        for factor: Float in [1, 0.92, 0.85, 0.75] {
            let region = region.taller(by: factor)
            let strips = max(Int(min(Float(StackReading.strips), 0.5 * region.height)), 2)
            let rows = BarStrips(
                picture, region, margin: margin, density: density, share: StackReading.share, strips: strips)
            if let rows { return rows }
        }
        return nil
    }

    /// The codes of a region, in pixels of the whole picture; nil when a quick look found nothing to read.
    private func read(_ region: BarRegion, _ pyramid: [GreyImage]) -> [Sighting]? {
        var level = 0
        var scale: Float = 1
        while region.extent.upperBound - region.extent.lowerBound > Self.longest * scale, level + 1 < pyramid.count {
            level += 1
            scale *= 2
        }
        let local = region.scaled(by: 1 / scale)
        let length = local.extent.upperBound - local.extent.lowerBound
        let margin = max(24, 0.16 * length)
        // A few lines of pixels show whether there is anything to read, and which way the bars truly lean.
        let density = effort == .frame ? 96 : 256
        guard let glance = BarStrips(pyramid[level], local, margin: margin, density: density / 3) else { return nil }
        let isStack = StackReading(glance, symbologies, effort).isWorthwhile
        let isRow = effort == .photo || isEven(region)
        guard isStack || isRow && StripReading(glance, symbologies, effort).isWorthwhile,
            var strips = BarStrips(
                pyramid[level], local.corrected(by: glance.drift()), margin: margin, density: density)
        else { return nil }
        var readings = StripReading(strips, symbologies, effort).readings()
        if isStack, readings.isEmpty {
            // Rows that differ say nothing of how the bars lean, so the region's own lean is kept. Of bars so short the
            // axis is known roughly; it is at right angles to them unless the code tilts away.
            // Where separators part the rows, the region is one of them. A frame has time for a second try only where the
            // first one shows a part of a code.
            let squared = local.squared
            for region in effort == .frame ? [squared, local] : [squared, squared.taller(by: 2.6), local] {
                guard let rows = stack(region, pyramid[level], margin: margin, density: density) else { continue }
                let found = StackReading(rows, symbologies, effort).reading()
                if let seen = found.seen { (readings, strips) = ([seen], rows) }
                if found.seen != nil || effort == .frame && !found.hasParts { break }
            }
        }
        return readings.map { seen in
            let places = [
                (seen.along.lowerBound, Float(-0.5)), (seen.along.upperBound, -0.5), (seen.along.upperBound, 0.5),
                (seen.along.lowerBound, 0.5),
            ]
            var corners = places.map { along, beside in
                let point = strips.region.point(along, beside * strips.region.height)
                return Sighting.Point(x: point.x * Double(scale), y: point.y * Double(scale))
            }
            if seen.isReversed { corners = [corners[2], corners[3], corners[0], corners[1]] }
            return Sighting(
                seen.reading.symbol, corners: corners,
                isInverted: seen.isInverted)
        }
    }
}

extension Sighting {
    private var middle: Point {
        Point(
            x: corners.reduce(0) { $0 + $1.x } / Double(corners.count),
            y: corners.reduce(0) { $0 + $1.y } / Double(corners.count))
    }

    /// The larger of the distances between the middle and a corner.
    private var radius: Double {
        corners.map { (($0.x - middle.x) * ($0.x - middle.x) + ($0.y - middle.y) * ($0.y - middle.y)).squareRoot() }
            .max() ?? 0
    }

    /// The same in a picture of half the size.
    fileprivate var halved: Sighting {
        Sighting(
            symbol, corners: corners.map { Point(x: $0.x / 2, y: $0.y / 2) }, isInverted: isInverted, part: part)
    }

    fileprivate func covers(_ place: (x: Float, y: Float)) -> Bool {
        let sides = corners.indices.map { index in
            let from = corners[index]
            let to = corners[(index + 1) % corners.count]
            return (to.x - from.x) * (Double(place.y) - from.y) - (to.y - from.y) * (Double(place.x) - from.x)
        }
        return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
    }

    /// The same text at the same place.
    fileprivate func repeats(_ other: Sighting) -> Bool {
        let distance =
            ((middle.x - other.middle.x) * (middle.x - other.middle.x)
            + (middle.y - other.middle.y) * (middle.y - other.middle.y)).squareRoot()
        return symbol == other.symbol && distance < 0.5 * max(radius, other.radius)
    }
}
