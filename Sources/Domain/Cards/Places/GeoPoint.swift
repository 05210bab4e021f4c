// SPDX-License-Identifier: MIT

/// A point on the Earth in degrees of WGS 84, in units of 1e-7 degrees: about a centimetre.
package struct GeoPoint: Hashable, Sendable {
    /// From -900,000,000 at the south pole to 900,000,000.
    package let latitude: Int
    /// From -1,800,000,000 to 1,800,000,000, east of Greenwich.
    package let longitude: Int

    static let unitsPerDegree = 10_000_000

    /// Nil outside the ranges.
    package init?(latitude: Int, longitude: Int) {
        guard abs(latitude) <= 90 * Self.unitsPerDegree, abs(longitude) <= 180 * Self.unitsPerDegree else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// From decimal degrees, such as `48.2082` and `-16.37`; nil for any other text. Digits beyond the seventh decimal
    /// are dropped.
    package init?(latitude: some StringProtocol, longitude: some StringProtocol) {
        guard let latitude = Self.units(of: latitude), let longitude = Self.units(of: longitude) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// From `LATITUDE,LONGITUDE` in decimal degrees; nil for any other text.
    package init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(latitude: parts[0].drop { $0 == " " }, longitude: parts[1].drop { $0 == " " })
    }

    private static func units(of text: some StringProtocol) -> Int? {
        let digits = text.drop { $0 == "-" }
        guard digits.count >= text.count - 1 else { return nil }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, 1...3 ~= whole.utf8.count,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }), let degrees = Int(whole)
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1].prefix(7)) : ""
        guard let fraction = Int(decimals + String(repeating: "0", count: 7 - decimals.count)) else { return nil }
        return (digits.count < text.count ? -1 : 1) * (degrees * unitsPerDegree + fraction)
    }
}

extension GeoPoint {
    /// The mean radius R1 of the Earth in metres. Moritz, "Geodetic Reference System 1980"
    private static let radius = 6_371_008.8

    /// The distance along a great circle in metres, on a sphere: at most 0.6 % off the distance on the ellipsoid.
    ///
    /// The haversine formula: d = 2 R asin √(sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2)).
    /// R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984)
    package func metres(to other: GeoPoint) -> Int {
        let unit = Double.pi / 180 / Double(Self.unitsPerDegree)
        let (first, second) = (Double(latitude) * unit, Double(other.latitude) * unit)
        let turn = 360 * Self.unitsPerDegree
        let apart = abs(longitude - other.longitude)
        let north = Self.sine((second - first) / 2)
        let east = Self.sine(Double(min(apart, turn - apart)) * unit / 2)
        let haversine = north * north + Self.cosine(first) * Self.cosine(second) * east * east
        return Int((2 * Self.radius * Self.arcSine(min(haversine, 1).squareRoot())).rounded())
    }

    /// By its series, exact to the last digits of a Double for at most a right angle.
    private static func sine(_ angle: Double) -> Double {
        var (sum, term) = (angle, angle)
        for step in 1...12 {
            term *= -angle * angle / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    private static func cosine(_ angle: Double) -> Double { sine(.pi / 2 - abs(angle)) }

    /// Of 0 to 1, by Newton's method.
    private static func arcSine(_ sine: Double) -> Double {
        guard sine <= 0.75 else { return .pi / 2 - arcSine((1 - sine * sine).squareRoot()) }
        var angle = sine
        for _ in 0..<6 { angle -= (self.sine(angle) - sine) / cosine(angle) }
        return angle
    }
}
