// SPDX-License-Identifier: MIT

/// The search for QR codes in one picture.
struct QRSearch {
    let scene: Scene
    let effort: Scan.Effort
    let limit: Int

    init(_ image: GreyImage, effort: Scan.Effort, limit: Int) {
        scene = Scene(image, levels: 4)
        self.effort = effort
        self.limit = limit
    }

    func sightings() -> [Sighting] {
        var work = Work(scene, effort)
        var finders: [FinderPattern] = []
        for pass in passes where pass.level < scene.levels.count {
            let before = finders.count
            collect(pass, into: &finders)
            guard finders.count > before || before == 0 else { continue }
            // A picture full of targets must not take for ever.
            finders = Array(finders.sorted { $0.agreement > $1.agreement }.prefix(effort == .frame ? 60 : 200))
            work.read(QRTriple.candidates(finders, limit: effort == .frame ? 12 : 40), limit: limit)
            if work.found.isEmpty {
                let guesses = FinderCompletion(scene).triples(finders, limit: effort == .frame ? 6 : 20)
                work.read(guesses, limit: limit)
            }
            if work.found.count >= limit { break }
            if effort == .frame, !work.found.isEmpty { break }
        }
        return Array(work.found.prefix(limit))
    }

    struct Pass {
        let level: Int
        let rowStep: Int
        /// Blocks on each side that decide what is dark.
        let reach: Int
    }

    var passes: [Pass] {
        effort == .frame
            ? [
                Pass(level: 1, rowStep: 2, reach: 2), Pass(level: 0, rowStep: 3, reach: 2),
                Pass(level: 0, rowStep: 4, reach: 1),
            ]
            : [
                Pass(level: 0, rowStep: 2, reach: 2), Pass(level: 1, rowStep: 1, reach: 2),
                Pass(level: 0, rowStep: 2, reach: 1), Pass(level: 1, rowStep: 1, reach: 1),
                Pass(level: 2, rowStep: 1, reach: 2), Pass(level: 3, rowStep: 1, reach: 2),
            ]
    }

    /// Adds the targets that one look at one level shows.
    func collect(_ pass: Pass, into finders: inout [FinderPattern]) {
        let image = scene.levels[pass.level]
        let plane = BitPlane(image, reach: pass.reach)
        let search = FinderSearch(
            plane: plane, rowStep: pass.rowStep, budget: effort == .frame ? (pass.level == 0 ? 10_000 : 30_000) : 30_000
        )
        let factor = Double(1 << pass.level)
        var kept = 0
        for (order, spot) in search.spots().prefix(effort == .frame ? 80 : 400).enumerated() {
            // The weightiest are most often those of a code; three good ones are worth a try.
            if effort == .frame, order >= 20, finders.count(where: { $0.agreement > 0.85 }) >= 3 { break }
            let centre = spot.centre * factor
            if finders.contains(where: {
                ($0.centre - centre).length < 2 * $0.pitch && $0.isInverted == spot.isInverted
            }) {
                continue
            }
            guard let outline = FinderOutline(of: spot, in: plane) else { continue }
            let rough = FinderPattern(
                centre: centre, stepU: outline.stepU * factor, stepV: outline.stepV * factor,
                isInverted: spot.isInverted, hits: spot.hits)
            guard let finder = FinderFit(scene).drawnTight(rough) else { continue }
            if finders.contains(where: {
                ($0.centre - finder.centre).length < 2 * $0.pitch && $0.isInverted == spot.isInverted
            }) {
                continue
            }
            finders.append(finder)
            kept += 1
            if kept >= (effort == .frame ? 40 : 200) { break }
        }
        FinderFit(scene).improve(&finders)
    }

    /// What has been tried and found.
    private struct Work {
        let scene: Scene
        let effort: Scan.Effort
        var found: [Sighting] = []
        private var locator: QRLocator
        private var decoder = QRDecoder()
        private var tried: Set<[Int]> = []
        private var used: [Vector] = []
        private var known: [QRVersion: [Float]] = [:]

        init(_ scene: Scene, _ effort: Scan.Effort) {
            self.scene = scene
            self.effort = effort
            locator = QRLocator(scene)
            decoder.erasureTrials = effort == .frame ? 3 : 6
            decoder.formatTrials = effort == .frame ? 1 : 2
        }

        mutating func read(_ triples: [QRTriple], limit: Int) {
            for triple in triples {
                guard found.count < limit else { return }
                let centres = [triple.corner.centre, triple.right.centre, triple.below.centre]
                guard !centres.contains(where: { centre in used.contains { ($0 - centre).length < 4 } }) else {
                    continue
                }
                guard tried.insert(centres.map { Int($0.x) << 20 | Int($0.y) }).inserted else { continue }
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

        private mutating func reading(_ lie: QRLie, _ isInverted: Bool) -> QRReading? {
            let sample = QRSample(lie, scene, isInverted: isInverted, taps: effort == .frame ? 3 : 4, spread: 0.8)
            let contrast = sample.contrast(reach: 4)
            let lost = sample.isDrowned
            if let reading = decoder.read(sample.grid(contrast, lost: lost)) { return reading }
            let modules = known[lie.version] ?? lie.version.knownModules
            known[lie.version] = modules
            for reach in [1, 2] {
                let equalizer = QREqualizer(sample: sample, reach: reach)
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
