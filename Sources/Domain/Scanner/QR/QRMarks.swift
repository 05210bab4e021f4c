// SPDX-License-Identifier: MIT

/// The marks that all QR codes of a version share, as ideals to fit.
enum QRMarks {
    /// A finder pattern around zero, alone. ISO/IEC 18004, section 6.3.3.
    static let finder: PatternFit? = PatternFit(finderMarks, freedom: .affine)

    /// The three finder patterns of a version, from the code's upper left corner.
    static func finders(_ version: QRVersion) -> [PatternFit.Mark] {
        let far = Double(version.side) - 3.5
        return [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)].flatMap { moved(finderMarks, to: $0) }
    }

    /// Both rows of alternating modules. Section 6.3.5.
    static func timing(_ version: QRVersion) -> [PatternFit.Mark] {
        var marks: [PatternFit.Mark] = []
        for step in 32..<4 * (version.side - 8) {
            let along = Double(step) / 4 + 0.125
            // Dark in even modules, in the shape of a wave of straight lines.
            let phase = along - (along / 2).rounded(.down) * 2
            let darkness = 1 - 2 * (phase - 0.5).magnitude
            let slope: Float = phase < 0.5 || phase > 1.5 ? 2 : -2
            let value = Float(phase > 1.5 ? 2 * phase - 4 : darkness)
            marks.append(
                PatternFit.Mark(place: Vector(along, 6.5), darkness: value, slope: SIMD2(slope, 0)))
            marks.append(
                PatternFit.Mark(place: Vector(6.5, along), darkness: value, slope: SIMD2(0, slope)))
        }
        return marks
    }

    /// An alignment pattern around a place. Section 6.3.6.
    static func alignment(at centre: Vector) -> [PatternFit.Mark] { moved(alignmentMarks, to: centre) }

    private static let alignmentMarks = marks(reach: 2) { distance in
        distance < 1 ? (2 * (0.5 - distance), -2) : distance < 2 ? (2 * (distance - 1.5), 2) : (1, 0)
    }

    private static let finderMarks = marks(reach: 4) { distance in
        switch distance {
        case ..<1: (1, 0)
        case ..<2: (2 * (1.5 - distance), -2)
        case ..<3: (2 * (distance - 2.5), 2)
        case ..<4: (2 * (3.5 - distance), -2)
        default: (-1, 0)
        }
    }

    private static func moved(_ marks: [PatternFit.Mark], to centre: Vector) -> [PatternFit.Mark] {
        marks.map { PatternFit.Mark(place: centre + $0.place, darkness: $0.darkness, slope: $0.slope) }
    }

    /// Squares inside squares around zero: darkness and its slope by the distance from the middle, on a grid of half modules.
    private static func marks(reach: Double, _ ring: (Double) -> (Double, Double)) -> [PatternFit.Mark] {
        let steps = Int(2 * reach)
        var marks: [PatternFit.Mark] = []
        for row in -steps...steps {
            for column in -steps...steps {
                let (x, y) = (Double(column) / 2, Double(row) / 2)
                let (darkness, slope) = ring(max(x.magnitude, y.magnitude))
                var direction = SIMD2<Float>(0, 0)
                // On a diagonal both sides pull half each.
                if x.magnitude >= y.magnitude { direction.x = Float(x < 0 ? -slope : slope) }
                if y.magnitude >= x.magnitude { direction.y = Float(y < 0 ? -slope : slope) }
                if x.magnitude == y.magnitude { direction /= 2 }
                marks.append(
                    PatternFit.Mark(place: Vector(x, y), darkness: Float(darkness), slope: direction))
            }
        }
        return marks
    }
}
