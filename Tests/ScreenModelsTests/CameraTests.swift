// SPDX-License-Identifier: MIT
import Barcodes
import Codes
import Glibc
import ScreenModels
import TestSupport
import Testing
import Tokens

@MainActor
struct CameraTests {
    @Test func aFilmOfCodesIsReadAsACameraWouldSeeIt() async throws {
        let folder = try ScratchFolder()
        let link = "satchel://scan"
        try FrameFile.write(try ["satchel://receive", link, link].map { try QRCode.draw($0) }, to: folder.file("film"))
        let camera = CameraModel(place: folder.file("film"))
        var texts: [String] = []
        var sawPicture = false
        await camera.run { symbol in
            texts.append(symbol.text)
            if case .looking(.grey(let picture)) = camera.state {
                sawPicture = max(picture.width, picture.height) <= 480
            }
        }
        #expect(texts == ["satchel://receive", link])
        #expect(sawPicture)
        guard case .ended = camera.state else { throw UnexpectedResult("\(camera.state)") }
    }

    @Test func aFolderOfPicturesIsACameraToo() async throws {
        let folder = try ScratchFolder()
        try QRCode.draw("satchel://send").write(to: folder.file("one.png"))
        let camera = CameraModel(place: folder.path)
        var texts: [String] = []
        await camera.run { texts.append($0.text) }
        #expect(texts == ["satchel://send"])
    }

    @Test func onlyQRCodesAreReadWhereTheUserChoseThat() async throws {
        let folder = try ScratchFolder()
        try Symbol(typed: "4006381333931", as: .ean13).drawn().write(to: folder.file("1.png"))
        try QRCode.draw("A-17-B").write(to: folder.file("2.png"))
        for (isChosen, expected) in [(false, [Symbology.ean13, .qr]), (true, [.qr])] {
            let camera = CameraModel(place: folder.path)
            camera.readsQROnly = isChosen
            var kinds: [Symbology] = []
            await camera.run { kinds.append($0.symbology) }
            #expect(kinds == expected)
        }
    }

    @Test func withoutACameraItSaysSoAndWhatHelps() async throws {
        let camera = CameraModel(place: "/dev/no-such-camera")
        await camera.run { _ in }
        guard case .failed(let refusal) = camera.state else { throw UnexpectedResult("\(camera.state)") }
        #expect(refusal.word == .refusedNoCamera)
    }

    @Test func aCodeThatNamesAFileOfThisMachineIsNotTaken() async throws {
        let folder = try ScratchFolder()
        try FrameFile.write(
            try ["/etc/hostname", "file:///etc/hostname"].map { try QRCode.draw($0) }, to: folder.file("film"))
        let camera = CameraModel(place: folder.file("film"))
        var texts: [String] = []
        await camera.run { texts.append($0.text) }
        #expect(texts.isEmpty)
    }

    @Test func aScreenThatGoesStopsTheCamera() async throws {
        let folder = try ScratchFolder()
        try QRCode.draw("satchel://scan").write(to: folder.file("0000.png"))
        // Under many names, so that it lasts for minutes: a busy machine may come back to this late.
        for number in 1...5_000 { try #require(link(folder.file("0000.png"), folder.file("\(number).png")) == 0) }
        let camera = CameraModel(place: folder.path)
        let looking = Task { await camera.run { _ in } }
        while true {
            if case .looking = camera.state { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        looking.cancel()
        await looking.value
        guard case .looking = camera.state else { throw UnexpectedResult("\(camera.state)") }
    }
}
