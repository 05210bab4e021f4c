// SPDX-License-Identifier: MIT
import Bytes
import Codes
import PeerSupport
import TestSupport
import Testing

/// K5: pictures as phones and ticket offices make them, named on the command line.
@Suite(.needsPeers) struct PictureFileTests {
    private let network: TestNetwork
    private let ann: Person
    private let pictures: OtherPictures

    init() throws {
        network = try TestNetwork()
        ann = try network.watcher("ann")
        pictures = try OtherPictures()
    }

    /// The picture of an EAN-13.
    private func code() throws -> [UInt8] {
        try ann.cards("add", "--store", "Source", "--number", "4006381333931")
        try ann.cards("show", "source", "--png", network.file("code.png"), "--mm", "50")
        return try network.bytes("code.png")
    }

    @Test(arguments: [OtherPictures.Form.heic, .avif, .tiff, .pdf, .gif, .bmp, .animatedWebP])
    func aCardIsMadeOfAPictureOfAnyKindWhateverItsName(form: OtherPictures.Form) throws {
        let file = try network.write("picture.txt", pictures.made(of: try code(), as: form))
        try ann.cards("scan", file, "--store", "Ticket", "--keep-photo")
        let card = try ann.cardsJSON("show", "ticket")
        #expect(card["number"]?.text == "4006381333931")
        let type = card["photos"]?[0]?["type"]?.text
        let expected: [OtherPictures.Form: String] = [
            .heic: "image/heic", .avif: "image/jpeg", .tiff: "image/jpeg", .gif: "image/gif",
            .animatedWebP: "image/webp",
        ]
        #expect(type == expected[form] ?? "image/png")
        #expect(try ann.satchel(["code", "read", file, "--one"]).output == "4006381333931\n")
    }

    @Test func everyPageOfADocumentBecomesAPhoto() throws {
        let file = try network.write("ticket.pdf", pictures.pages(3, of: try code(), as: .pdf))
        try ann.cards("photos", "add", "source", file)
        let photos = try ann.cardsJSON("photos", "list", "source")
        #expect((0..<3).map { photos[$0]?["role"]?.text } == ["front", "back", "other"])
        #expect(photos[3] == nil)
        let many = try network.write("many.pdf", pictures.pages(11, of: try network.bytes("code.png"), as: .pdf))
        try ann.refused(["cards", "photos", "add", "source", many], 6, saying: ["more than 10 pages"])
    }

    @Test func aPhotoOfTwelveMegapixelsIsHandedOver() throws {
        let bob = try network.watcher("bob")
        let photo = try pictures.scene(with: try code(), width: 4032, height: 3024)
        #expect(photo.count > 500_000)
        try ann.cards("photos", "add", "source", try network.write("photo.jpg", photo))
        let film = network.file("cards.y4m")
        let shown = try ann.satchel(["cards", "share", "source", "--photos", "--frames", film])
        #expect(shown.status == 0, "\(shown.all)")
        let size = try #require(shown.output.split(separator: "4032 × 3024 → ").last?.split(separator: ".").first)
        #expect(shown.output.contains("The photo was made smaller: 4032 × 3024 → \(size)."), "\(shown.all)")
        let received = try bob.satchel(["cards", "receive", film, "--yes"])
        #expect(received.status == 0, "\(received.all)")
        try bob.cards("photos", "save", "source", "1", network.file("small.jpg"))
        let sides = try pictures.size(try network.bytes("small.jpg"))
        #expect(sides.map(String.init).joined(separator: " × ") == size)
        #expect(sides[0] >= 640 && sides[0] * 3 == sides[1] * 4)
        // What is kept here is the photo as it was.
        try ann.cards("photos", "save", "source", "1", network.file("kept.jpg"))
        #expect(try network.bytes("kept.jpg") == photo)
    }

    @Test func aSmallPhotoIsHandedOverAsItIs() throws {
        let bob = try network.watcher("bob")
        let photo = try code()
        try ann.cards("photos", "add", "source", network.file("code.png"))
        let shown = try ann.satchel(["cards", "share", "source", "--photos", "--frames", network.file("cards.y4m")])
        #expect(shown.status == 0 && !shown.output.contains("smaller"), "\(shown.all)")
        try bob.satchel(["cards", "receive", network.file("cards.y4m"), "--yes"]).require()
        try bob.cards("photos", "save", "source", "1", network.file("same.png"))
        #expect(try network.bytes("same.png") == photo)
    }
}
