// SPDX-License-Identifier: MIT

/// The search for QR codes in one picture.
struct QRSearch {
    let scene: ImagePyramid
    let effort: Scan.Effort
    let limit: Int

    init(_ scene: ImagePyramid, effort: Scan.Effort, limit: Int) {
        self.scene = scene
        self.effort = effort
        self.limit = limit
    }

    func sightings(_ budget: inout WorkBudget) -> [Sighting] {
        var work = Work(scene, effort, budget)
        defer { budget = work.budget }
        var finders: [FinderPattern] = []
        var blocks: [Int: BitPlane.Blocks] = [:]
        for pass in passes where pass.level < scene.levels.count {
            let before = finders.count
            let known = blocks[pass.level] ?? BitPlane.Blocks(scene.levels[pass.level])
            blocks[pass.level] = known
            collect(pass, BitPlane(known, reach: pass.reach), into: &finders, &work.budget)
            guard finders.count > before || before == 0 else { continue }
            // A picture full of targets must not take for ever.
            finders = Array(finders.sorted { $0.agreement > $1.agreement }.prefix(effort == .frame ? 60 : 200))
            work.read(QRTriple.candidates(finders, limit: effort == .frame ? 6 : 40), limit: limit)
            if work.found.isEmpty { work.guess(finders, limit: limit) }
            if work.budget.isSpent || work.found.count >= limit { break }
            if effort == .frame, !work.found.isEmpty { break }
        }
        return Array(work.found.prefix(limit))
    }

    struct Pass {
        let level: Int
        let rowStep: Int
        /// Blocks on each side that decide what is dark.
        let reach: Int
        /// The modules that are looked for, in pixels of the level.
        let modules: ClosedRange<Double>
        /// Edges for each pixel from which on a row is noise, in which only halving the picture helps.
        let density: Double
        /// Places that may be looked at more closely, and spots among them.
        let looks: Int
        let spots: Int
    }

    var passes: [Pass] {
        guard effort == .frame else {
            return [(0, 2, 2), (1, 1, 2), (0, 2, 1), (1, 1, 1), (2, 1, 2), (3, 1, 2)].map { level, rowStep, reach in
                Pass(
                    level: level, rowStep: rowStep, reach: reach, modules: 0.5...1_000, density: 1, looks: 30_000,
                    spots: 400)
            }
        }
        return [
            Pass(level: 1, rowStep: 2, reach: 2, modules: 0.8...1_000, density: 1, looks: 4_000, spots: 50),
            // What is left are small modules, and then blurred ones.
            Pass(level: 0, rowStep: 3, reach: 2, modules: 1.1...4, density: 0.4, looks: 8_000, spots: 50),
            Pass(level: 0, rowStep: 6, reach: 1, modules: 2...1_000, density: 0.4, looks: 3_000, spots: 24),
        ]
    }

    /// Adds the targets that one look at one level shows.
    func collect(
        _ pass: Pass, _ plane: BitPlane, into finders: inout [FinderPattern], _ budget: inout WorkBudget
    ) {
        let search = FinderSearch(
            plane: plane, rowStep: pass.rowStep, modules: pass.modules, density: pass.density, limit: pass.looks)
        let fit = FinderFit(scene)
        let factor = Double(1 << pass.level)
        var looks = 0
        let spots = search.spots(looks: &looks)
        budget.spend(looks * FinderSearch.price)
        var kept = 0
        for (order, spot) in spots.prefix(pass.spots).enumerated() {
            // The weightiest are most often those of a code; three good ones are worth a try.
            if effort == .frame, order >= 20, finders.count(where: { $0.agreement > 0.85 }) >= 3 { break }
            guard !budget.isSpent else { break }
            let centre = spot.centre * factor
            if finders.contains(where: {
                ($0.centre - centre).length < 2 * $0.pitch && $0.isInverted == spot.isInverted
            }) {
                continue
            }
            budget.spend(FinderOutline.price)
            guard let outline = FinderOutline(of: spot, in: plane) else { continue }
            let rough = FinderPattern(
                centre: centre, stepU: outline.stepU * factor, stepV: outline.stepV * factor,
                isInverted: spot.isInverted, hits: spot.hits)
            guard effort == .photo || fit.isLikely(rough) else { continue }
            budget.spend(FinderFit.price)
            guard let finder = fit.drawnTight(rough) else { continue }
            if finders.contains(where: {
                ($0.centre - finder.centre).length < 2 * $0.pitch && $0.isInverted == spot.isInverted
            }) {
                continue
            }
            finders.append(finder)
            kept += 1
            if kept >= (effort == .frame ? 40 : 200) { break }
        }
        fit.improve(&finders)
    }

    /// What has been tried and found.
    private struct Work {
        let scene: ImagePyramid
        let effort: Scan.Effort
        var found: [Sighting] = []
        private var locator: QRLocator
        private var decoder = QRDecoder()
        private var tried: Set<[Int]> = []
        private var used: [Vector] = []
        private var known: [QRVersion: [Float]] = [:]
        var budget: WorkBudget
        /// Guesses of hidden targets that are left.
        private var guesses: Int

        init(_ scene: ImagePyramid, _ effort: Scan.Effort, _ budget: WorkBudget) {
            self.scene = scene
            self.effort = effort
            self.budget = budget
            guesses = effort == .frame ? 6 : .max
            locator = QRLocator(scene)
            decoder.erasureTrials = effort == .frame ? 3 : 6
            decoder.formatTrials = effort == .frame ? 1 : 2
        }

        /// Reads codes of which a target is hidden.
        mutating func guess(_ finders: [FinderPattern], limit: Int) {
            guard !budget.isSpent, guesses > 0 else { return }
            let triples = FinderCompletion(scene).triples(
                finders, limit: effort == .frame ? guesses : 20, &budget)
            if effort == .frame { guesses -= triples.count }
            read(triples, limit: limit)
        }

        mutating func read(_ triples: [QRTriple], limit: Int) {
            for triple in triples {
                guard found.count < limit, !budget.isSpent else { return }
                let centres = [triple.corner.centre, triple.right.centre, triple.below.centre]
                guard !centres.contains(where: { centre in used.contains { ($0 - centre).length < 4 } }) else {
                    continue
                }
                guard tried.insert(centres.map { Int($0.x) << 20 | Int($0.y) }).inserted else { continue }
                budget.spend(Work.locating)
                for lie in locator.lies(triple, limit: effort == .frame ? 1 : 2) {
                    guard let reading = reading(lie, triple.corner.isInverted) else { continue }
                    note(reading, lie, triple)
                    used += centres
                    break
                }
            }
        }

        private mutating func note(_ reading: QRReading, _ lie: QRLie, _ triple: QRTriple) {
            var corners = lie.corners
            if reading.isMirrored { corners = [corners[0], corners[3], corners[2], corners[1]] }
            found.append(
                Sighting(
                    reading.symbol, corners: corners.map { Sighting.Point(x: $0.x, y: $0.y) },
                    isInverted: triple.corner.isInverted, part: reading.content.part))
        }

        /// What finding out how a code lies takes, in looks at pixels.
        private static let locating = 40_000

        private mutating func reading(_ lie: QRLie, _ isInverted: Bool) -> QRReading? {
            let area = lie.version.side * lie.version.side
            // Errors of many modules are fewer than what their checks can bear.
            let taps = effort == .photo ? 4 : lie.version.side > 100 ? 2 : 3
            budget.spend(area * taps * taps)
            let sample = QRSample(lie, scene, isInverted: isInverted, taps: taps, spread: 0.8)
            let contrast = sample.contrast(reach: 4)
            let lost = sample.isDrowned
            if let reading = decoder.read(sample.grid(contrast, lost: lost)) { return reading }
            let modules = known[lie.version] ?? lie.version.knownModules
            known[lie.version] = modules
            // The wider filter alone would do, if it were not so slow in large codes.
            for reach in effort == .photo ? [1, 2] : lie.version.side > 100 ? [1] : [2] {
                guard !budget.isSpent else { return nil }
                budget.spend(area * (2 * reach + 1) * (2 * reach + 1))
                let equalizer = QREqualizer(
                    sample: sample, reach: reach, lessons: effort == .frame ? 3_000 : .max)
                if let better = equalizer.equalized(contrast, known: modules, rounds: 1),
                    let reading = decoder.read(sample.grid(better, lost: lost))
                {
                    return reading
                }
            }
            return nil
        }
    }
}
