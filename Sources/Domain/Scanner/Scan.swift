// SPDX-License-Identifier: MIT
package import Barcodes

/// A search for codes in one picture.
package struct Scan: Sendable {
    /// The time to spend on a search.
    package enum Effort: Hashable, Sendable {
        /// A frame of a live camera: a single quick look, because the next frame comes soon.
        case frame
        /// A single photo: every method that may help is tried, within a limit.
        case photo
    }

    /// The symbologies that this module reads; others are ignored.
    package static let readable: Set<Symbology> = [
        .codabar, .code39, .code93, .code128, .dataBar, .dataBarExpanded, .ean8, .ean13, .itf, .qr, .upcA, .upcE,
    ]

    /// The extra work for a frame beyond one look at all of it, in pixel looks.
    private static let frameLooks = 580_000

    package let image: GreyImage
    package let symbologies: Set<Symbology>
    package let effort: Effort
    /// The number of sightings that ends the search.
    package let limit: Int

    /// - Precondition: `limit` is positive.
    package init(
        _ image: GreyImage, for symbologies: Set<Symbology> = Scan.readable, effort: Effort = .photo, limit: Int = 16
    ) {
        precondition(limit > 0, "A search for nothing finds nothing.")
        self.image = image
        self.symbologies = symbologies.intersection(Scan.readable)
        self.effort = effort
        self.limit = limit
    }

    /// Every code found, without repetitions, at most ``limit``. Doubtful codes are omitted, because a wrong text is
    /// worse than none.
    package func sightings() -> [Sighting] {
        var found: [Sighting] = []
        let scene = ImagePyramid(image, levels: 5)
        var budget = effort == .frame ? WorkBudget(looks: Scan.frameLooks) : .unlimited
        if symbologies.contains(.qr) {
            found += QRSearch(scene, effort: effort, limit: limit).sightings(&budget)
        }
        let linear = symbologies.subtracting([.qr])
        if !linear.isEmpty, found.count < limit {
            found += LinearSearch(scene, for: linear, effort: effort, limit: limit - found.count).sightings(budget)
        }
        return found
    }
}
