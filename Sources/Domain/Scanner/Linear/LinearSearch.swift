// SPDX-License-Identifier: MIT
import Symbols

/// The search for codes of bars in one picture.
struct LinearSearch {
    let image: GreyImage
    let symbologies: Set<Symbology>
    let effort: Scan.Effort
    let limit: Int

    init(_ image: GreyImage, for symbologies: Set<Symbology>, effort: Scan.Effort, limit: Int) {
        self.image = image
        self.symbologies = symbologies
        self.effort = effort
        self.limit = limit
    }

    func sightings() -> [Sighting] {
        []
    }
}
