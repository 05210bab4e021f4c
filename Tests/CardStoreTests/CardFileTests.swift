// SPDX-License-Identifier: MIT
import Archives
import Bytes
import Cards
import Crypto
import PeerSupport
import CardStore
import Barcodes
import TestSupport
import Testing

/// Files of cards as they come from a disk, told apart by what is in them.
struct CardFileTests {
    private let now = Moment(milliseconds: 1_770_033_600_000)
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func bundle() throws -> CardBundle {
        var bundle = CardBundle()
        var card = Card(id: CardID([UInt8](repeating: 1, count: 16)), store: "Shop", number: "123", note: "a\n\nb")
        card.codes = [CardCode(Symbol(.qr, Array("123".utf8)))]
        card.photos = [try bundle.addPhoto(Self.png, role: .front)]
        bundle.cards = [card]
        return bundle
    }

    @Test(arguments: [CardFormat.json, .catima, .catimaCSV, .shareLink])
    func whatIsWrittenIsRecognisedAndRead(format: CardFormat) throws {
        let bytes = try format.write(bundle(), at: #require(now)).content
        #expect(try CardFormat.recognise(bytes) == format)
        let read = try CardFormat.parse(bytes)
        #expect(read.bundle.cards.map(\.store) == ["Shop"])
        #expect(read.bundle.cards.map(\.note) == ["a\n\nb"])
        #expect(read.bundle.cards.map(\.codes) == [[CardCode(Symbol(.qr, Array("123".utf8)))]])
        #expect(try CardFormat.parse(bytes) == read)
    }

    @Test func aLockedCatimaFileOpensWithItsPasswordOnly() throws {
        let password = SecretBytes(Array("right".utf8))
        let bytes = try CardFormat.catima.write(bundle(), at: #require(now), password: password).content
        #expect(try CardFormat.recognise(bytes) == .catima)
        #expect(try CardFormat.parse(bytes, password: password).bundle.files.count == 1)
        #expect(code { try CardFormat.parse(bytes) } == .passwordNeeded)
        #expect(code { try CardFormat.parse(bytes, password: SecretBytes([7])) } == .wrongPassword)
    }

    @Test func formatsWithoutALockRefuseAPassword() throws {
        let now = try #require(now)
        #expect(code { try CardFormat.json.write(bundle(), at: now, password: SecretBytes([7])) } == .malformed)
    }

    @Test func aCatimaFileWithMoreThanAHundredMegabytesOfPhotosIsReadAgain() throws {
        var bundle = CardBundle()
        for number in 0..<7 {
            // Some of it is packed well, as no bomb is.
            var photo = Self.png + [UInt8](repeating: UInt8(number), count: 15_500_000)
            for place in stride(from: 100, to: photo.count, by: 97) { photo[place] = UInt8(truncatingIfNeeded: place) }
            let id = CardID([UInt8](repeating: UInt8(number), count: 16))
            var card = Card(id: id, store: "Shop", number: "\(number)")
            card.photos = [try bundle.addPhoto(photo, role: .front)]
            bundle.cards.append(card)
        }
        let bytes = try CardFormat.catima.write(bundle, at: #require(now)).content
        let read = try CardFormat.parse(bytes)
        #expect(read.bundle.files == bundle.files && read.problems.isEmpty)
    }

    @Test func aZipBombIsRefused() throws {
        let bomb = try Archive.write([ArchiveEntry("catima.csv", [UInt8](repeating: 0, count: 20_000_000))])
        #expect(code { try CardFormat.parse(bomb) } == .tooLarge)
    }

    @Test(arguments: [[], [0], Array("hello".utf8), [0x50, 0x4B, 3, 4], [0xFF, 0xD8, 0xFF]] as [[UInt8]])
    func whatIsNoFileOfCardsIsRefused(bytes: [UInt8]) {
        #expect(code { try CardFormat.parse(bytes) } == .decodingFailed)
    }

    // MARK: - Passes

    private static func files(of pass: String) -> [ArchiveEntry] {
        let json = Array(#"{"organizationName":"\#(pass)","serialNumber":"\#(pass)","passTypeIdentifier":"p",}"#.utf8)
        let manifest = #"{"pass.json":"\#(Hex.encode(SHA1.hash(json)))"}"#
        return [ArchiveEntry("pass.json", json), ArchiveEntry("manifest.json", Array(manifest.utf8))]
    }

    @Test func aPassIsGivenBackAsItCame() throws {
        let pass = try Archive.write(Self.files(of: "A"))
        #expect(try CardFormat.recognise(pass) == .pass)
        let read = try CardFormat.parse(pass)
        #expect(try CardFormat.pass.write(read.bundle, at: #require(now)).content == pass)
        #expect(CardFormat.seal(ofPass: pass) == .unsigned)
        #expect(CardFormat.seal(ofPass: [1]) == nil)
    }

    @Test func aPassAmongSeveralFailsAlone() throws {
        let passes = try ["A", "B"].map { try Archive.write(Self.files(of: $0)) }
        let file = try Archive.write([
            ArchiveEntry("a.pkpass", passes[0]), ArchiveEntry("x.pkpass", [1, 2]), ArchiveEntry("b.pkpass", passes[1]),
        ])
        #expect(try CardFormat.recognise(file) == .passes)
        let read = try CardFormat.parse(file)
        #expect(read.bundle.cards.map(\.store) == ["A", "B"])
        #expect(read.positions == [1, 3])
        #expect(read.problems.map(\.position) == [2])
        let again = try CardFormat.parse(CardFormat.passes.write(read.bundle, at: #require(now)).content)
        #expect(again.bundle == read.bundle)
    }

    @Test(.needsPeers) func aSignedPassSaysWhoSignedItAndAChangedOneDoesNot() throws {
        var files = Self.files(of: "A")
        files.append(
            ArchiveEntry("signature", try OtherArchiver().sign(files[1].bytes, as: "Pass Type ID: pass.exämple")))
        #expect(CardFormat.seal(ofPass: try Archive.write(files)) == .signed(by: "Pass Type ID: pass.exämple"))
        var other = files
        other[1] = ArchiveEntry("manifest.json", files[1].bytes + [0x20])
        #expect(CardFormat.seal(ofPass: try Archive.write(other)) == .broken)
        other = files
        other[0] = ArchiveEntry("pass.json", files[0].bytes + [0x20])
        #expect(CardFormat.seal(ofPass: try Archive.write(other)) == .changed)
        // A seal is a badge: the changed pass is read like the other.
        #expect(try CardFormat.parse(Archive.write(other)).bundle.cards.count == 1)
    }
}

/// Catima's own way of packing, done by others.
@Suite(.needsPeers)
struct OtherCatimaFileTests {
    @Test(arguments: [nil, .aes128, .aes256] as [OtherArchiver.Lock?])
    func aZipOfOthersIsRead(lock: OtherArchiver.Lock?) throws {
        let list = "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid,barcodetype\r\n1,A,n,1,QR_CODE\r\n\r\ncardId,groupId\r\n"
        let zip = try OtherArchiver().write(
            [("catima.csv", Array(list.utf8)), ("card_1_front.png", [0x89, 0x50]), ("__MACOSX/._catima.csv", [1])],
            lock: lock, password: "right")
        let read = try CardFormat.parse(zip, password: lock == nil ? nil : SecretBytes(Array("right".utf8)))
        #expect(read.bundle.cards.map(\.store) == ["A"])
        #expect(read.bundle.cards.map(\.photos.count) == [1])
        #expect(read.problems == [])
    }
}

private func code(_ body: () throws -> some Any) -> CardsError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as CardsError { return error.code } catch { return nil }
}
