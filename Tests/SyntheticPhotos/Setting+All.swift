// SPDX-License-Identifier: MIT

extension Setting {
    /// The sixty settings of a gallery, easy to impossible in each family.
    package static let all: [Setting] =
        [Setting(.clean)] + turned + blurred + dim + [Setting(.inverted) { $0.isInverted = true }] + combined

    /// Forty settings that no camera makes, or that cut off what surrounds a code: for bars.
    package static let flat: [Setting] = cropped + tight + screens + resized + printed

    /// Whether a photo of the subject shows what this setting is about.
    package func applies(to subject: Subject) -> Bool {
        switch widths {
        case nil: true
        case .traditional: subject == .codabar
        case .ratio, .varied: [.code39, .itf, .codabar].contains(subject)
        }
    }

    private static let cropped: [Setting] =
        [0, 0.5, 1, 2, 3, 5].map { (modules: Double) in Setting(.crop, "\(modules)") { $0.crop = modules } }
        + [
            Setting(.crop, "0 small") {
                $0.crop = 0
                $0.pitch = 2
            },
            Setting(.crop, "0 turned") {
                $0.crop = 0
                $0.roll = 90
            },
            Setting(.crop, "1 jpeg") {
                $0.crop = 1
                $0.jpeg = 40
            },
        ]

    private static let tight: [Setting] = [1, 2, 3, 4, 5, 6, 8].map { (modules: Double) in
        Setting(.margin, "\(modules)") { $0.margin = modules }
    }

    private static let screens: [Setting] =
        [1, 2, 3].map { (pitch: Double) in screen("\(Int(pitch))", pitch, .nearest) }
        + [
            screen("1.5", 1.5, .mean), screen("1.5 linear", 1.5, .linear), screen("2.4", 2.4, .mean),
            screen("3.3 nearest", 3.3, .nearest), screen("5", 5, .linear),
            screen("1 jpeg", 1, .nearest) { $0.jpeg = 80 }, screen("1.5 jpeg", 1.5, .mean) { $0.jpeg = 75 },
            screen("2 jpeg", 2, .nearest) { $0.jpeg = 30 }, screen("3 jpeg", 3, .nearest) { $0.jpeg = 15 },
            screen("1 tight", 1, .nearest) { $0.crop = 0 }, screen("1.5 tight", 1.5, .mean) { $0.crop = 0 },
            screen("2 tight", 2, .nearest) { $0.crop = 0 }, screen("3 tight", 3, .nearest) { $0.crop = 1 },
        ]

    private static func screen(
        _ name: String, _ pitch: Double, _ scaling: Scaling, _ change: (inout Setting) -> Void = { _ in }
    ) -> Setting {
        Setting(.screen, name) {
            $0.screen = scaling
            $0.pitch = pitch
            change(&$0)
        }
    }

    private static let resized: [Setting] = [(2, 4), (2, 2), (0.5, 4), (0.5, 3)].map {
        (factor: Double, pitch: Double) in
        Setting(.size, "\(factor) of \(pitch)") {
            $0.crop = 15
            $0.resize = factor
            $0.pitch = pitch
        }
    }

    private static let printed: [Setting] =
        [2, 2.25, 2.75, 3].map { (ratio: Double) in Setting(.widths, "\(ratio)") { $0.widths = .ratio(ratio) } }
        + [
            Setting(.widths, "varied") { $0.widths = .varied },
            Setting(.widths, "traditional") { $0.widths = .traditional },
            Setting(.widths, "traditional screen") {
                $0.widths = .traditional
                $0.screen = .mean
                $0.pitch = 2
            },
            Setting(.widths, "2 small") {
                $0.widths = .ratio(2)
                $0.pitch = 2
            },
        ]

    private static let turned: [Setting] =
        [15, 30, 45, 60, 90, 180].map { angle in Setting(.rotate, "\(angle)") { $0.roll = Double(angle) } }
        + [20, 35, 45, 55, 65].map { angle in Setting(.tilt, "\(angle)") { $0.tilt = Double(angle) } }

    private static let blurred: [Setting] =
        [0.125, 0.25, 0.375, 0.5, 0.625, 0.75].map { sigma in Setting(.blur, "\(sigma)") { $0.blur = sigma } }
        + [0.25, 0.5, 0.75, 1].map { radius in Setting(.defocus, "\(radius)") { $0.defocus = radius } }
        + [0.5, 1, 1.5, 2].map { length in Setting(.motion, "\(length)") { $0.motion = length } }
        + [3, 2, 1.75, 1.5, 1.25, 1].map { (pitch: Double) in Setting(.pitch, "\(pitch)") { $0.pitch = pitch } }

    private static let dim: [Setting] =
        [10, 20, 30, 45, 60, 90].map { sigma in Setting(.noise, "\(sigma)") { $0.noise = Double(sigma) } }
        + [0.5, 0.3, 0.2, 0.1, 0.05, 0.03].map { (share: Double) in
            Setting(.contrast, "\(share)") { $0.contrast = share }
        }
        + [
            Setting(.light, "slope 0.3") { $0.light = .slope(0.3) },
            Setting(.light, "slope 0.12") { $0.light = .slope(0.12) },
            Setting(.light, "shadow 0.45") { $0.light = .shadow(0.45) },
        ]
        + [3, 6, 10, 15].map { share in Setting(.glare, "\(share)") { $0.glare = Double(share) / 100 } }
        + [50, 25, 10].map { (quality: Int) in Setting(.jpeg, "\(quality)") { $0.jpeg = quality } }

    private static let combined: [Setting] = [
        Setting(.combined, "hand") {
            $0.roll = 20
            $0.tilt = 25
            $0.motion = 0.75
            $0.noise = 8
        },
        Setting(.combined, "evening") {
            $0.roll = -35
            $0.contrast = 0.4
            $0.noise = 10
            $0.light = .slope(0.4)
        },
        Setting(.combined, "far") {
            $0.pitch = 2.2
            $0.tilt = 20
            $0.noise = 10
            $0.jpeg = 60
        },
        Setting(.combined, "lamp") {
            $0.roll = 70
            $0.tilt = 30
            $0.glare = 0.04
            $0.light = .slope(0.5)
        },
        Setting(.combined, "near") {
            $0.roll = 10
            $0.defocus = 0.5
            $0.noise = 12
            $0.light = .shadow(0.5)
        },
    ]
}
