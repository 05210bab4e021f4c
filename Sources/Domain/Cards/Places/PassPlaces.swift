// SPDX-License-Identifier: MIT
internal import Bytes

/// Where a pass is of use, as its issuer says: stores, a stadium, an airport.
///
/// Source: Apple, "Wallet Passes", `Pass.Locations`, `relevantText` and `maxDistance`
/// (developer.apple.com/documentation/walletpasses).
package struct PassPlaces: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let point: GeoPoint
        /// What the issuer says to those who are there.
        package let text: String?
    }

    package let places: [Place]
    /// The distance in metres up to which the pass is of use; nil where the issuer states none.
    package let reach: Int?

    /// Apple's limit is 10.
    static let maximumPlaces = 100
    /// In bytes of UTF-8.
    static let maximumText = 256

    /// The places of an unpacked pass; nil for a pass without one. A place that is not on the Earth is left out.
    package init?(_ entries: [FileEntry], language: String) {
        guard let files = PassFiles(entries), let json = files.passJSON else { return nil }
        let strings = files.folder(for: language).flatMap { files[$0 + "pass.strings"] }.map { PassStrings($0) }
        let places = (json["locations"]?.array ?? []).prefix(Self.maximumPlaces).compactMap { location -> Place? in
            guard let latitude = location["latitude"]?.scalarText, let longitude = location["longitude"]?.scalarText,
                let point = GeoPoint(latitude: latitude, longitude: longitude)
            else { return nil }
            let text = location["relevantText"]?.string.map { PassText.plain(strings?[$0] ?? $0).trimmed }
            return Place(point: point, text: text.flatMap { $0.isEmpty || $0.utf8.count > Self.maximumText ? nil : $0 })
        }
        guard !places.isEmpty else { return nil }
        self.places = places
        reach = json["maxDistance"]?.scalarText.flatMap { Int($0.prefix { $0 != "." }) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// The nearest of the places.
    package struct Nearest: Hashable, Sendable {
        package let metres: Int
        package let text: String?
        /// Whether it is within the issuer's distance; false where the issuer states none.
        package let isInReach: Bool
    }

    package func nearest(to point: GeoPoint) -> Nearest? {
        let found = places.map { (place: $0, metres: $0.point.metres(to: point)) }.min { $0.metres < $1.metres }
        return found.map { Nearest(metres: $0.metres, text: $0.place.text, isInReach: $0.metres <= reach ?? -1) }
    }
}
