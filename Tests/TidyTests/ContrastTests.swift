// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

/// What is written can be read: level AA of the Web Content Accessibility Guidelines 2.2, success criterion 1.4.3.
struct ContrastTests {
    private static let least = 4.5
    /// The strongest tint that the views lay under text of the same colour.
    private static let tint = 0.13
    /// Not text, or text on fills of their own.
    private static let special: Set<String> = ["white", "black", "clear", "accentFill", "destructiveFill"]

    /// Red, green and blue, from 0 to 255.
    private typealias Paint = [Double]

    @Test func everyColourOfTextStandsOutFromEveryGround() throws {
        let grounds = try Self.grounds()
        let palette = try Self.palette()
        #expect(grounds.count == 4 && palette.count > 15)
        for (name, looks) in palette where !Self.special.contains(name) {
            for (ground, under) in grounds {
                for (text, paint) in zip(looks, under) {
                    let ratio = Self.ratio(text, paint)
                    #expect(ratio >= Self.least, "\(name) on \(ground): \(ratio)")
                }
            }
        }
    }

    @Test func everyColourStandsOutFromItsOwnTint() throws {
        let grounds = try Self.grounds()
        for (name, looks) in try Self.palette() where !Self.special.contains(name) {
            for ground in ["Background", "Card"] {
                for (text, paint) in zip(looks, try #require(grounds[ground])) {
                    let mixed = zip(text, paint).map { $0 * Self.tint + $1 * (1 - Self.tint) }
                    let ratio = Self.ratio(text, mixed)
                    #expect(ratio >= Self.least, "\(name) on its tint over \(ground): \(ratio)")
                }
            }
        }
    }

    @Test func whiteStandsOutFromWhatIsFilled() throws {
        let palette = try Self.palette()
        let home = try Self.text("Sources/Faces/Screens/Money/HomeView.swift")
        let fixed = home.matches(of: /Color\(red: ([0-9.]+), green: ([0-9.]+), blue: ([0-9.]+)\)/).map { match in
            [match.1, match.2, match.3].compactMap { Double($0) }.map { $0 * 255 }
        }
        #expect(fixed.count >= 6)
        let filled = try ["accentFill", "destructiveFill"].flatMap { try #require(palette[$0]) }
        for paint in filled + fixed {
            let ratio = Self.ratio([255, 255, 255], paint)
            #expect(ratio >= Self.least, "white on \(paint): \(ratio)")
        }
    }

    @Test func noTintUnderTextIsStronger() throws {
        for file in try SourceTree("Sources/Faces/Screens", "Sources/Faces/Canvas").files {
            for line in file.lines where line.contains(".background(") {
                for match in line.matches(of: /(?:accentColor|tint|colour)\.opacity\(([0-9.]+)\)/) {
                    #expect(Double(match.1) ?? 1 <= Self.tint, "\(file.path): \(line)")
                }
            }
        }
    }

    // MARK: - What is measured

    /// Light and dark of each colour in Canvas.
    private static func palette() throws -> [String: [Paint]] {
        let text = try text("Sources/Faces/Canvas/Values/Color.swift")
        let pairs = text.matches(of: /static let (\w+) = Color\(light: 0x([0-9a-f_]+), dark: 0x([0-9a-f_]+)\)\n/)
        return Dictionary(
            uniqueKeysWithValues: try pairs.map { pair in
                (String(pair.1), [try paint(String(pair.2)), try paint(String(pair.3))])
            })
    }

    /// Light and dark of each ground in the catalogue of the screens.
    private static func grounds() throws -> [String: [Paint]] {
        var found: [String: [Paint]] = [:]
        for name in ["Background", "Bar", "Card", "Field"] {
            let text = try text("Sources/Faces/Screens/Assets.xcassets/\(name).colorset/Contents.json")
            let parts = try ["red", "green", "blue"].map { part in
                try text.matches(of: Regex("\"\(part)\" *: *\"0x([0-9A-F]{2})\"", as: (Substring, Substring).self))
                    .compactMap { Double(Int($0.1, radix: 16) ?? 0) }
            }
            let count = parts[0].count
            try #require(count == 2 && parts.allSatisfy { $0.count == count }, "\(name) is not one light and one dark")
            found[name] = (0..<count).map { look in parts.map { $0[look] } }
        }
        return found
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: SourceTree.root + "/" + path, encoding: .utf8)
    }

    private static func paint(_ digits: String) throws -> Paint {
        let value = try #require(Int(digits.filter { $0 != "_" }, radix: 16))
        return [16, 8, 0].map { Double(value >> $0 & 0xff) }
    }

    private static func ratio(_ one: Paint, _ other: Paint) -> Double {
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The same guidelines' relative luminance, from 0 to 1.
    private static func luminance(_ paint: Paint) -> Double {
        let linear = paint.map { part in
            let share = part / 255
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// To the power of 2.4, which the standard library lacks: the fifth root of the twelfth power, by Newton.
    private static func power(_ base: Double) -> Double {
        let wanted = (0..<12).reduce(1.0) { product, _ in product * base }
        var root = base
        for _ in 0..<60 { root -= (root * root * root * root * root - wanted) / (5 * root * root * root * root) }
        return root
    }
}
