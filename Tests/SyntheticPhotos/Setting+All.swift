// SPDX-License-Identifier: MIT

extension Setting {
    /// The sixty settings of a gallery, easy to impossible in each family.
    package static let all: [Setting] =
        [Setting(.clean)] + turned + blurred + dim + [Setting(.inverted) { $0.isInverted = true }] + combined

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
