// SPDX-License-Identifier: MIT

/// One picture at several sizes, each half of the one before.
struct ImagePyramid: Sendable {
    /// The full picture first.
    let levels: [GreyImage]

    var width: Int { levels[0].width }
    var height: Int { levels[0].height }

    init(_ image: GreyImage, levels count: Int) {
        var levels = [image]
        while levels.count < count, let half = levels[levels.count - 1].half, min(half.width, half.height) >= 16 {
            levels.append(half)
        }
        self.levels = levels
    }

    /// The level at which modules have about three to six pixels, where noise is small and nothing is lost yet.
    func level(forPitch pitch: Double) -> Int {
        var level = 0
        var pitch = pitch
        while pitch >= 6, level + 1 < levels.count {
            pitch /= 2
            level += 1
        }
        return level
    }

    /// A homography to the full picture, as one to a level.
    func scaled(_ homography: Homography, to level: Int) -> Homography {
        var scaled = homography
        let factor = 1 / Double(1 << level)
        for index in 0..<6 { scaled.values[index] *= factor }
        return scaled
    }

    func unscaled(_ homography: Homography, from level: Int) -> Homography {
        var scaled = homography
        for index in 0..<6 { scaled.values[index] *= Double(1 << level) }
        return scaled
    }
}
