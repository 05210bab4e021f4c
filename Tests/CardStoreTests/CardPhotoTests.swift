// SPDX-License-Identifier: MIT
import Cards
import Crypto
import Glibc
import CardStore
import TestSupport
import Testing

struct CardPhotoTests {
    let pouch: Pouch
    let photo = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 5, count: 5000)
    init() throws {
        pouch = try Pouch()
        try pouch.cards.add(.sample(1))
        try pouch.cards.add(.sample(2))
    }

    @Test func aPhotoComesBackByteForByte() throws {
        let card = try pouch.cards.addPhoto(photo, role: .back, to: .made(1))
        #expect(card.photos == [CardPhoto(role: .back, mediaType: .png, hash: SHA256.hash(photo))])
        #expect(try pouch.reopen().file(card.photos[0].hash) == photo)
    }

    @Test func twoCardsShareOneFile() throws {
        try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        try pouch.cards.addPhoto(photo, role: .front, to: .made(2))
        #expect(pouch.photoNames.count == 1)
        try pouch.cards.edit(.made(1)) { $0.photos = [] }
        #expect(try pouch.cards.file(SHA256.hash(photo)) == photo)
        try pouch.cards.edit(.made(2)) { $0.photos = [] }
        // What the cards were can come back, with the photo.
        #expect(pouch.photoNames.count == 1)
        try pouch.cards.emptyBin()
        #expect(pouch.photoNames.isEmpty)
    }

    @Test func aPhotoThatWasTakenOffComesBackForThirtyDays() throws {
        let card = try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        pouch.pass(days: 1)
        try pouch.cards.edit(.made(1)) { $0.photos = [] }
        #expect(try pouch.reopen().undo().card == card)
        #expect(try pouch.cards.file(SHA256.hash(photo)) == photo)
        try pouch.cards.edit(.made(1)) { $0.photos = [] }
        pouch.pass(days: 31)
        #expect(try pouch.reopen().undo().card == nil && pouch.photoNames.isEmpty)
    }

    @Test func theNameOfAFileDoesNotTellItsContent() throws {
        try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        #expect(pouch.photoNames.count == 1 && !pouch.photoNames.contains("\(SHA256.hash(photo))"))
        #expect(try pouch.folder.mode(of: "photos/\(pouch.photoNames[0])") == 0o600)
        #expect(try pouch.folder.mode(of: "photos") == 0o700)
    }

    @Test func theSamePhotoAgainChangesNothing() throws {
        let card = try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        pouch.pass(days: 1)
        #expect(try pouch.cards.addPhoto(photo, role: .back, to: .made(1)) == card)
    }

    @Test func aCardHasTenPhotosAtMost() throws {
        for number in 1...10 { try pouch.cards.addPhoto([UInt8(number)], role: .other, to: .made(1)) }
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.addPhoto([11], role: .other, to: .made(1)) }
        #expect(error?.code == .tooLarge)
        #expect(try pouch.reopen().card(.made(1)).photos.count == 10 && pouch.photoNames.count == 10)
    }

    @Test func aPhotoIsOfALimitedSizeAndNotEmpty() throws {
        let large = [UInt8](repeating: 1, count: CardLimits.fileBytes + 1)
        #expect(throws: CardStoreError.self) { try pouch.cards.addPhoto(large, role: .front, to: .made(1)) }
        #expect(throws: CardStoreError.self) { try pouch.cards.addPhoto([], role: .front, to: .made(1)) }
        #expect(pouch.photoNames.isEmpty)
    }

    @Test(arguments: ["missing", "cut", "changed", "of another photo"])
    func aLostPhotoIsOneSentenceAndTheCardStillOpens(_ what: String) throws {
        try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        let path = "\(pouch.photoPath)/\(pouch.photoNames[0])"
        var bytes = try File.read(path)
        switch what {
        case "missing": unlink(path)
        case "cut": try File.write(Array(bytes.prefix(10)), to: path)
        case "changed":
            bytes[100] ^= 1
            try File.write(bytes, to: path)
        default:
            try pouch.cards.addPhoto([1, 2, 3], role: .front, to: .made(2))
            let other = try #require(pouch.photoNames.first { !path.hasSuffix($0) })
            try File.write(try File.read("\(pouch.photoPath)/\(other)"), to: path)
        }
        let card = try pouch.reopen().card(.made(1))
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.file(card.photos[0].hash) }
        #expect(error?.code == .noPhoto && error?.message.hasSuffix("again.") == true)
        let export = try pouch.cards.export([card.id])
        #expect(export.bundle.cards[0].photos.isEmpty && export.problems.map(\.position) == [1])
        // Adding the same photo mends it.
        try pouch.cards.edit(.made(2), files: [SHA256.hash(photo): photo]) {
            $0.photos.append(CardPhoto(role: .front, of: photo))
        }
        #expect(try pouch.cards.file(card.photos[0].hash) == photo)
    }

    @Test func lostPhotosAreNamedByCardAndPlace() throws {
        try pouch.cards.addPhoto([1, 2, 3], role: .front, to: .made(1))
        #expect(try pouch.cards.lostFiles().isEmpty)
        let whole = pouch.photoNames
        try pouch.cards.addPhoto(photo, role: .back, to: .made(1))
        try pouch.cards.addPhoto(photo, role: .front, to: .made(2))
        let name = try #require(pouch.photoNames.first { !whole.contains($0) })
        try File.write([9], to: "\(pouch.photoPath)/\(name)")
        let lost = try pouch.cards.lostFiles()
        #expect(lost.map(\.card.id) == [.made(1), .made(2)] && lost.map(\.photo) == [2, 1])
        #expect(lost.allSatisfy { $0.reason.contains("damaged") })
        unlink("\(pouch.photoPath)/\(name)")
        #expect(try pouch.cards.lostFiles().allSatisfy { $0.reason.contains("missing") })
    }

    @Test func bytesThatAreNotWhatTheySayAreRefused() throws {
        #expect(throws: CardStoreError.self) {
            try pouch.cards.edit(.made(1), files: [SHA256.hash(photo): [1]]) {
                $0.photos = [CardPhoto(role: .front, of: photo)]
            }
        }
        #expect(throws: CardStoreError.self) {
            try pouch.cards.edit(.made(1)) { $0.photos = [CardPhoto(role: .front, of: photo)] }
        }
        #expect(try pouch.reopen().card(.made(1)).photos.isEmpty && pouch.photoNames.isEmpty)
    }

    @Test func whatACrashLeftOverGoesAtTheNextOpening() throws {
        try pouch.cards.addPhoto(photo, role: .front, to: .made(1))
        let name = pouch.photoNames[0]
        for stray in [String(repeating: "a", count: 64), "\(name).partial", "notes.txt"] {
            try File.write([1], to: "\(pouch.photoPath)/\(stray)")
        }
        #expect(try pouch.reopen().file(SHA256.hash(photo)) == photo)
        #expect(pouch.photoNames.sorted() == [name, "notes.txt"].sorted())
    }

    @Test func aFolderThatCannotBeWrittenIsNamedAndNothingChanges() throws {
        try pouch.cards.addPhoto([1, 2], role: .front, to: .made(1))
        // A file where the folder must be: no user is mighty enough to write there.
        Folder.remove(pouch.photoPath)
        try File.write([], to: pouch.photoPath)
        let error = #expect(throws: CardStoreError.self) { try pouch.cards.addPhoto(photo, role: .back, to: .made(2)) }
        #expect(error?.code == .storage && error?.message.contains("photos") == true)
        unlink(pouch.photoPath)
        #expect(try pouch.reopen().card(.made(2)).photos.isEmpty)
    }
}
