// SPDX-License-Identifier: MIT
import Scanner
import Barcodes
import SyntheticPhotos
import Testing

/// The photos that readers are measured with.
struct GalleryTests {
    private let gallery = Gallery(seed: 3)

    @Test func aSeedSettingAndNumberIsOnePhoto() throws {
        let setting = try #require(Setting.all.first { $0.name == "noise 20" })
        let shot = try gallery.shot(of: .qr21, in: setting, number: 1)
        #expect(try Gallery(seed: 3).shot(of: .qr21, in: setting, number: 1).image == shot.image)
        #expect(try Gallery(seed: 4).shot(of: .qr21, in: setting, number: 1).image != shot.image)
        #expect(try gallery.shot(of: .qr21, in: setting, number: 2).symbol != shot.symbol)
    }

    @Test(arguments: Subject.allCases)
    func everyKindOfCodeIsInsideItsPhoto(subject: Subject) throws {
        let setting = try #require(Setting.all.first { $0.name == "tilt 45" })
        let shot = try gallery.shot(of: subject, in: setting, number: 0)
        for corner in shot.corners {
            #expect(0...Double(shot.image.width) ~= corner.x && 0...Double(shot.image.height) ~= corner.y)
        }
    }

    @Test func sixtySettingsHaveNamesOfTheirOwn() {
        #expect(Setting.all.count == 60)
        #expect(Set(Setting.all.map(\.name)).count == 60)
        let all = Setting.all + Setting.flat
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.family)) == Set(Setting.Family.allCases))
    }

    /// K2: what is cut off, drawn without a camera or printed in other widths still holds all of the code.
    @Test func everyFlatPictureHoldsItsCode() throws {
        for setting in Setting.flat {
            for subject in Subject.linear where setting.applies(to: subject) {
                let shot = try gallery.shot(of: subject, in: setting, number: 0)
                for corner in shot.corners {
                    #expect(
                        -1...Double(shot.image.width + 1) ~= corner.x && -1...Double(shot.image.height + 1) ~= corner.y,
                        "\(shot.name)")
                }
            }
        }
    }

    /// Ink is dark, paper light, the middle of a finder pattern ink: a photo shows what it says, where it says.
    @Test func theCornersAreThoseOfTheCode() throws {
        let setting = try #require(Setting.all.first { $0.name == "rotate 180" })
        let shot = try gallery.shot(of: .qr21, in: setting, number: 0)
        // The middle of the finder pattern at the code's own upper left: 3.5 of 21 modules along the diagonal.
        let (from, to) = (shot.corners[0], shot.corners[2])
        let (x, y) = (from.x + (to.x - from.x) * 3.5 / 21, from.y + (to.y - from.y) * 3.5 / 21)
        #expect(shot.image.pixels[Int(y) * shot.image.width + Int(x)] < 90)
        #expect(from.x > to.x && from.y > to.y)
    }

    @Test func aMutatedFrameIsTheSameForItsSeed() throws {
        for seed in 0..<50 as Range<UInt64> {
            let frame = try MutatedFrame(seed: seed)
            #expect(try MutatedFrame(seed: seed).image == frame.image)
            #expect(frame.symbols.allSatisfy(frame.isExplained))
        }
    }
}
