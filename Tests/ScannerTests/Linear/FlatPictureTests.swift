// SPDX-License-Identifier: MIT
import Scanner
import Barcodes
import SyntheticPhotos
import Testing

/// K2: screenshots, crops at the code's edge, narrow margins and odd widths of bars, each kind of code above a floor.
struct FlatPictureTests {
    /// Per cent of the flat pictures that are read at least; `satchel-photos read --of linear --in flat --photo` tells how many
    /// are, and `make bench` how many others read.
    private static let floors: [Subject: Int] = [
        .code128: 95, .ean13: 95, .ean8: 92, .upcA: 95, .upcE: 85, .code39: 92, .code93: 95, .itf: 82, .codabar: 92,
    ]

    @Test(arguments: Subject.linear)
    func mostFlatPicturesAreReadAndNoneWrong(subject: Subject) throws {
        let gallery = Gallery(seed: 72)
        var read = 0
        var count = 0
        for shot in gallery.shots(of: [subject], in: Setting.flat, numbers: 0..<1) {
            let sightings = Scan(shot.image).sightings()
            count += 1
            if sightings.contains(where: { shot.isShown($0.symbol) }) { read += 1 }
            for sighting in sightings where !shot.isShown(sighting.symbol) {
                Issue.record("\(shot.name): \(sighting.symbol.symbology.name) \(sighting.symbol.bytes)")
            }
        }
        #expect(read * 100 >= count * (Self.floors[subject] ?? 100), "\(subject.rawValue): \(read) of \(count)")
    }
}
