// SPDX-License-Identifier: MIT
import Glibc
import Scanner
import Barcodes
import TestSupport

/// Takes synthetic photos of printed codes with a camera in space: the same seed gives the same photos.
///
/// A photo depends on the gallery's seed, its subject, setting and number alone, so any of them can be taken again by
/// itself.
package struct Gallery: Sendable {
    private let seed: UInt64
    private let backdrop: Backdrop

    package init(seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        backdrop = Backdrop(using: &random)
    }

    /// The photos of some subjects in some settings, each taken when it is asked for.
    ///
    /// - Parameter numbers: photos of each subject in each setting; other numbers are other photos.
    package func shots(
        of subjects: [Subject] = Subject.nine, in settings: [Setting] = Setting.all, numbers: Range<Int> = 0..<4
    ) -> some Sequence<Shot> {
        let orders = subjects.flatMap { subject in
            settings.flatMap { setting in numbers.map { (subject, setting, $0) } }
        }
        // Safe: a subject that cannot be drawn is a mistake in this library, which its tests find first.
        return orders.filter { $0.1.applies(to: $0.0) }.lazy.map { try! shot(of: $0.0, in: $0.1, number: $0.2) }
    }

    /// One photo.
    ///
    /// - Throws: what drawing the code throws.
    package func shot(of subject: Subject, in setting: Setting, number: Int) throws -> Shot {
        var random = SeededRandom(seed: Gallery.mixed(seed, "\(subject.rawValue) \(number)"))
        let print = try Print(subject, in: setting, using: &random)
        random = SeededRandom(seed: Gallery.mixed(seed, "\(setting.name), \(subject.rawValue), \(number)"))
        var (image, corners) =
            setting.screen.map { shown(print, setting, $0, using: &random) }
            ?? taken(print, subject, setting, using: &random)
        if let crop = setting.crop, setting.screen == nil {
            let margin = Int((crop * setting.pitch).rounded())
            let area = Gallery.bounds(of: corners, margin: margin).grown(
                by: 0, width: image.width, height: image.height)
            image = image.cut(to: area)
            corners = corners.map { Sighting.Point(x: $0.x - Double(area.left), y: $0.y - Double(area.top)) }
        }
        if let factor = setting.resize {
            image = Scaler(scaling: factor < 1 ? .mean : .linear, factor: factor).scaled(image)
            corners = corners.map { Sighting.Point(x: $0.x * factor, y: $0.y * factor) }
        }
        if let quality = setting.jpeg { image = Exposure.compressed(image, quality: quality) }
        return Shot(
            image: image, symbol: print.symbol, subject: subject, setting: setting, number: number, corners: corners)
    }

    /// A picture as programs draw it: whole marks, black on white, scaled, on a page that goes on around it or cut off.
    private func shown(
        _ print: Print, _ setting: Setting, _ scaling: Setting.Scaling, using random: inout SeededRandom
    ) -> (GreyImage, [Sighting.Point]) {
        let (ink, paper) = (UInt8.random(in: 0...40, using: &random), UInt8.random(in: 225...255, using: &random))
        let fineness = print.fineness
        let left = (print.paperColumns - print.columns) / 2
        let top = (print.paperRows - print.rows) / 2
        let around = fineness * (setting.crop.map { Int($0) } ?? Int.random(in: 12...40, using: &random))
        let (width, height) = (print.columns + 2 * around, print.rows + 2 * around)
        var pixels = [UInt8](repeating: paper, count: width * height)
        for y in 0..<print.rows {
            for x in 0..<print.columns where print.marks[(y + top) * print.paperColumns + x + left] == Print.Mark.ink {
                pixels[(y + around) * width + x + around] = ink
            }
        }
        if setting.crop == nil {
            // The digits below: short strokes.
            for x in stride(from: around, to: around + print.columns - 4 * fineness, by: 6 * fineness) {
                for y in 0..<7 * fineness where Bool.random(using: &random) {
                    let line = (y + around + print.rows + 2 * fineness) * width
                    for stroke in 0..<Int.random(in: 1...4, using: &random) * fineness {
                        pixels[line + x + stroke] = ink
                    }
                }
            }
        }
        let factor = setting.pitch / Double(fineness)
        let image = Scaler(scaling: scaling, factor: factor).scaled(
            GreyImage(width: width, height: height, pixels: pixels))
        let (right, bottom) = (around + print.columns, around + print.rows)
        let corners = [(around, around), (right, around), (right, bottom), (around, bottom)].map { x, y in
            Sighting.Point(x: Double(x) * factor, y: Double(y) * factor)
        }
        return (image, corners)
    }

    private func taken(
        _ print: Print, _ subject: Subject, _ setting: Setting, using random: inout SeededRandom
    ) -> (GreyImage, [Sighting.Point]) {
        let (width, height) = subject.frame
        let camera = aimed(at: print, width: width, height: height, setting, using: &random)
        let area = Gallery.bounds(of: print, camera, margin: 2).grown(by: 0, width: width, height: height)
        var exposure = Exposure(backdrop, width: width, height: height, using: &random)
        var (ink, paper) = Gallery.shades(setting, using: &random)
        if setting.isInverted { swap(&ink, &paper) }
        exposure.lay(print, ink: ink, paper: paper, seenBy: camera, in: area)
        light(&exposure, setting, print, camera, using: &random)
        blur(&exposure, setting, area, using: &random)
        let image = exposure.developed(noise: setting.noise, using: &random)
        let (x, y) = (Double(print.columns) / 2, Double(print.rows) / 2)
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map { x, y in
            let place = camera.project(x, y)
            return Sighting.Point(x: place.x, y: place.y)
        }
        return (image, corners)
    }

    /// Nobody holds a camera straight: a few degrees are in every photo, and the code is anywhere in the frame.
    private func aimed(
        at print: Print, width: Int, height: Int, _ setting: Setting, using random: inout SeededRandom
    ) -> Camera {
        let shake = Double.random(in: -4...4, using: &random)
        let lean = Double.random(in: 0...5, using: &random)
        var camera = Camera(
            width: width, height: height, pitch: setting.pitch / Double(print.fineness),
            roll: ((setting.roll ?? 0) + shake) * .pi / 180,
            tilt: (setting.tilt ?? lean) * .pi / 180, axis: Double.random(in: 0..<2 * .pi, using: &random))
        let area = Gallery.bounds(of: print, camera, margin: 4)
        let x = Gallery.slack(area.left, area.right, width, using: &random)
        let y = Gallery.slack(area.top, area.bottom, height, using: &random)
        camera.shift(x, y)
        return camera
    }

    /// A random way that keeps the range inside the length, or centres it where it is too long.
    private static func slack(_ from: Int, _ to: Int, _ length: Int, using random: inout SeededRandom) -> Double {
        let (lowest, highest) = (Double(-from), Double(length - to))
        return lowest < highest ? Double.random(in: lowest...highest, using: &random) : (lowest + highest) / 2
    }

    private static func bounds(of print: Print, _ camera: Camera, margin: Int) -> Area {
        let (x, y) = (Double(print.paperColumns) / 2, Double(print.paperRows) / 2)
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(camera.project)
        return bounds(of: corners.map { Sighting.Point(x: $0.x, y: $0.y) }, margin: margin)
    }

    private static func bounds(of corners: [Sighting.Point], margin: Int) -> Area {
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        return Area(
            left: Int(floor(across.reduce(.infinity, min))) - margin,
            top: Int(floor(down.reduce(.infinity, min))) - margin,
            right: Int(ceil(across.reduce(-.infinity, max))) + margin,
            bottom: Int(ceil(down.reduce(-.infinity, max))) + margin)
    }

    /// The greys of ink and paper.
    private static func shades(_ setting: Setting, using random: inout SeededRandom) -> (Float, Float) {
        let paper = Float.random(in: 195...225, using: &random)
        guard let contrast = setting.contrast else { return (Float.random(in: 25...55, using: &random), paper) }
        let difference = Float(contrast * 255)
        let lightest = Float.random(in: max(90, difference + 10)...210, using: &random)
        return (lightest - difference, lightest)
    }

    private func light(
        _ exposure: inout Exposure, _ setting: Setting, _ print: Print, _ camera: Camera,
        using random: inout SeededRandom
    ) {
        let middle = camera.project(0, 0)
        let corner = camera.project(Double(print.columns) / 2, Double(print.rows) / 2)
        let reach = hypot(corner.x - middle.x, corner.y - middle.y)
        let angle = Double.random(in: 0..<2 * .pi, using: &random)
        switch setting.light {
        case .even: break
        case .slope(let least):
            exposure.light { x, y in
                let along = ((x - middle.x) * cos(angle) + (y - middle.y) * sin(angle)) / reach
                return 1 - (1 - least) * max(0, min(1, (along + 0.9) / 1.8))
            }
        case .shadow(let share):
            let place = Double.random(in: -0.4...0.4, using: &random)
            exposure.light { x, y in
                ((x - middle.x) * cos(angle) + (y - middle.y) * sin(angle)) / reach > place ? share : 1
            }
        }
        if setting.glare > 0 { glare(&exposure, setting.glare, print, camera, using: &random) }
    }

    /// One to three ellipses of light on the code that together cover the share of it; their rims are soft.
    private func glare(
        _ exposure: inout Exposure, _ share: Double, _ print: Print, _ camera: Camera,
        using random: inout SeededRandom
    ) {
        let count = Int.random(in: 1...3, using: &random)
        let area = Double(print.columns * print.rows) * share / Double(count)
        for _ in 0..<count {
            let flatness = Double.random(in: 1...2, using: &random)
            let (wide, high) = ((area / .pi * flatness).squareRoot(), (area / .pi / flatness).squareRoot())
            let angle = Double.random(in: 0..<Double.pi, using: &random)
            let u = Double.random(in: -0.5...0.5, using: &random) * max(0, Double(print.columns) - 2 * high)
            let v = Double.random(in: -0.5...0.5, using: &random) * max(0, Double(print.rows) - 2 * high)
            exposure.shine(camera) { x, y in
                let (x, y) = (x - u, y - v)
                let (along, across) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
                let distance = hypot(along / wide, across / high)
                // Bright enough to hide ink inside the ellipse, and little outside.
                return max(0, min(1, (1.06 - distance) / 0.3))
            }
        }
    }

    private func blur(
        _ exposure: inout Exposure, _ setting: Setting, _ area: Area, using random: inout SeededRandom
    ) {
        let pitch = setting.pitch
        let around = area.grown(by: 12, width: exposure.width, height: exposure.height)
        if setting.blur > 0 { Lens.bell(setting.blur * pitch).apply(to: &exposure, in: around) }
        if setting.defocus > 0 { Lens.disc(setting.defocus * pitch).apply(to: &exposure, in: around) }
        if setting.motion > 0 {
            let angle = Double.random(in: 0..<Double.pi, using: &random)
            Lens.way(setting.motion * pitch, angle: angle).apply(to: &exposure, in: around)
        }
    }

    /// FNV-1a over the words, <http://www.isthe.com/chongo/tech/comp/fnv/>: the same on every machine, unlike Hasher.
    private static func mixed(_ seed: UInt64, _ words: String) -> UInt64 {
        words.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension GreyImage {
    /// The part of it inside an area.
    func cut(to area: Area) -> GreyImage {
        GreyImage(
            width: area.right - area.left, height: area.bottom - area.top,
            pixels: (area.top..<area.bottom).flatMap { y in pixels[y * width + area.left..<y * width + area.right] })
    }
}
