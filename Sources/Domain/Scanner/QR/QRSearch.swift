// SPDX-License-Identifier: MIT

/// The search for QR codes in one picture.
struct QRSearch {
    let image: GreyImage
    let effort: Scan.Effort
    let limit: Int

    init(_ image: GreyImage, effort: Scan.Effort, limit: Int) {
        self.image = image
        self.effort = effort
        self.limit = limit
    }

    func sightings() -> [Sighting] {
        []
    }
}
