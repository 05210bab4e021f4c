// SPDX-License-Identifier: MIT

/// Determines the positions of codes in a scene; caches what depends only on the version.
struct QRLocator {
    let scene: ImagePyramid
    private var finderFits: [QRVersion: PatternFit] = [:]

    init(_ scene: ImagePyramid) {
        self.scene = scene
    }

    /// Lies of a triple, for the versions that its timing patterns allow, the best first.
    mutating func lies(_ triple: QRTriple, limit: Int) -> [QRLie] {
        let isInverted = triple.corner.isInverted
        let guess = (triple.modules + 7 - 17) / 4
        let slack = 0.7 + guess * 0.07
        let first = max(1, Int((guess - slack).rounded()))
        let last = min(40, max(1, Int((guess + slack).rounded())))
        guard first <= last else { return [] }
        var lies: [(lie: QRLie, timing: Double)] = []
        for number in first...last {
            guard let version = QRVersion(number) else { continue }
            let (places, seen) = triple.pairs(version)
            guard let homography = Homography(from: places, to: seen), isVisible(homography, version) else { continue }
            let timing = self.timing(homography, version, isInverted)
            lies.append((QRLie(version: version, homography: homography, agreement: 0), timing))
        }
        lies.sort { $0.timing > $1.timing }
        return lies.prefix(limit).compactMap { drawnTight($0.lie, isInverted) }
    }

    /// Whether the code is in front of the camera and not absurdly large.
    private func isVisible(_ homography: Homography, _ version: QRVersion) -> Bool {
        let side = Double(version.side)
        let reach = 2 * Double(max(scene.width, scene.height))
        return [Vector(0, 0), Vector(side, 0), Vector(side, side), Vector(0, side)].allSatisfy {
            guard homography.isInFront($0) else { return false }
            let place = homography($0)
            return place.x.magnitude < reach && place.y.magnitude < reach
        }
    }

    /// How well modules alternate along both timing patterns, from -1 to 1.
    private func timing(_ homography: Homography, _ version: QRVersion, _ isInverted: Bool) -> Double {
        let level = scene.level(forPitch: 3)
        let scaled = scene.scaled(homography, to: level)
        let image = scene.levels[level]
        var (sum, magnitude) = (0.0, 0.0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for isDown in [false, true] {
                var values: [Double] = []
                for index in 7..<version.side - 7 {
                    var total = 0.0
                    for (x, y) in [(0.3, 0.3), (0.7, 0.3), (0.5, 0.5), (0.3, 0.7), (0.7, 0.7)] {
                        let place =
                            isDown ? Vector(6 + x, Double(index) + y) : Vector(Double(index) + x, 6 + y)
                        let seen = scaled(place)
                        total += Double(PatternFit.grey(pixels, image.width, image.height, seen.x, seen.y))
                    }
                    values.append(total / 5)
                }
                for index in 1..<values.count - 1 {
                    let rise = (values[index - 1] + values[index + 1]) / 2 - values[index]
                    // Even modules are dark, and the first value is of an odd one.
                    sum += index % 2 == 1 ? rise : -rise
                    magnitude += rise.magnitude
                }
            }
        }
        guard magnitude > 0 else { return 0 }
        return (isInverted ? -sum : sum) / magnitude
    }

    /// First on the three targets alone, then with timing and alignment patterns.
    private mutating func drawnTight(_ start: QRLie, _ isInverted: Bool) -> QRLie? {
        var lie = start
        let version = lie.version
        let level = scene.level(forPitch: lie.pitch)
        let image = scene.levels[level]
        var homography = scene.scaled(lie.homography, to: level)
        if let fit = finders(version) {
            let (fitted, agreement) = fit.fitted(homography, to: image, isInverted: isInverted, rounds: 6)
            guard agreement > 0.35 else { return nil }
            homography = fitted
        }
        var marks = QRMarks.finders(version) + QRMarks.timing(version)
        if version.number > 1 {
            marks += alignments(&homography, version, image, isInverted)
        }
        guard let fit = PatternFit(marks, freedom: .projective) else { return nil }
        let (fitted, agreement) = fit.fitted(homography, to: image, isInverted: isInverted, rounds: 6)
        guard agreement > 0.3 else { return nil }
        lie.homography = scene.unscaled(fitted, from: level)
        lie.agreement = agreement
        return isVisible(lie.homography, version) ? lie : nil
    }

    private mutating func finders(_ version: QRVersion) -> PatternFit? {
        if let known = finderFits[version] { return known }
        let fit = PatternFit(QRMarks.finders(version), freedom: .projective)
        finderFits[version] = fit
        return fit
    }

    /// Looks for alignment patterns, the one opposite to the corner first; each that is found improves the lie for the next.
    private func alignments(
        _ homography: inout Homography, _ version: QRVersion, _ image: GreyImage, _ isInverted: Bool
    ) -> [PatternFit.Mark] {
        let far = Double(version.side) - 3.5
        var places: [Vector] = []
        for centre in [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)] {
            for (x, y) in [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)] { places.append(centre + Vector(x, y)) }
        }
        var seen = places.map { homography($0) }
        var weights = places.map { _ in 0.5 }
        var marks: [PatternFit.Mark] = []
        let corner = Double(version.side) - 6.5
        let centres = version.alignmentCentres.map { Vector(Double($0.x) + 0.5, Double($0.y) + 0.5) }
            .sorted { ($0 - Vector(corner, corner)).length < ($1 - Vector(corner, corner)).length }
        for (index, centre) in centres.enumerated() {
            let reach = index == 0 ? 1.5 + Double(version.side) * 0.05 : 1.25
            guard
                let place = AlignmentSearch(image: image, isInverted: isInverted)
                    .place(of: centre, homography, reach: reach)
            else { continue }
            places.append(centre)
            seen.append(place)
            weights.append(index == 0 ? 2 : 1)
            marks += QRMarks.alignment(at: centre)
            // Far patterns follow from near ones; later each changes little.
            if index < 4 || index % 8 == 0, let better = Homography(from: places, to: seen, weights: weights) {
                homography = better
            }
        }
        if let better = Homography(from: places, to: seen, weights: weights) { homography = better }
        return marks
    }
}
