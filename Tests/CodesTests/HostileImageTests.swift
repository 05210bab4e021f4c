// SPDX-License-Identifier: MIT
import Codes
import PeerSupport
import Barcodes
import TestSupport
import Testing

/// Damage may cost the text, but never changes it.
@Suite struct HostileImageTests {
    private let scratch: ScratchFolder
    private let reader: CodeReader

    init() throws {
        scratch = try ScratchFolder()
        reader = try CodeReader.besideThisProgram()
    }

    @Test func aCodeWithManyFlippedModulesIsNoCode() throws {
        var random = SeededRandom(seed: 4)
        for share in [20, 30, 50] {
            let matrix = try QRCode.draw(.samplePayment(count: 424, using: &random))
            let damaged = matrix.flipped(percent: share, using: &random)
            #expect(try outcome(damaged.png(scale: 4)) == .failed(.noCode))
        }
    }

    @Test func fewFlippedModulesAreCorrected() throws {
        var random = SeededRandom(seed: 5)
        let text = String.samplePayment(count: 424, using: &random)
        let damaged = try QRCode.draw(text).smudged(count: 30, using: &random)
        #expect(try outcome(damaged.png(scale: 4)) == .text(text))
    }

    @Test func mutatedImagesGiveTheTextOrAReason() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<400 {
            let text = String.samplePayment(count: Int.random(in: 100...500, using: &random), using: &random)
            let outcome = try outcome(mutated(text, using: &random))
            #expect([.text(text), .failed(.damagedImage), .failed(.noCode), .failed(.imageTooLarge)].contains(outcome))
        }
    }

    private enum Outcome: Equatable {
        case text(String)
        case failed(CodesError.Code)
    }

    private func outcome(_ image: [UInt8]) throws -> Outcome {
        do {
            return .text(try reader.text(imageFile: scratch.write(image, to: "image.png")))
        } catch let error as CodesError {
            return .failed(error.code)
        }
    }

    /// An image wrong in one of four ways: in its modules, in any byte, in a chunk whose checksum is right, in its end.
    private func mutated(_ text: String, using random: inout SeededRandom) throws -> [UInt8] {
        let matrix = try QRCode.draw(text)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return try matrix.flipped(percent: Int.random(in: 1...15, using: &random), using: &random).png(scale: 3)
        case 1:
            var file = try matrix.png(scale: 3)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                file[Int.random(in: 8..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            return file
        case 2:
            // The signature and header are 33 bytes, the colours 18; then comes the compressed data.
            let file = try matrix.png(scale: 3)
            var content = Array(file[59..<file.count - 16])
            content[Int.random(in: 0..<content.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            return file[..<51] + TestPNG.chunk("IDAT", content) + file.suffix(12)
        default:
            var file = try matrix.png(scale: 3)
            file.removeLast(Int.random(in: 1...file.count - 33, using: &random))
            return file
        }
    }
}

/// Files that promise or hold far more than they are.
@Suite(.needsPeers) struct HugeImageTests {
    private let reader: CodeReader
    private let pictures: OtherPictures
    private let card: [UInt8]

    init() throws {
        reader = try CodeReader.besideThisProgram()
        pictures = try OtherPictures()
        card = try TestPNG.card("SATCHEL:HUGE").file
    }

    @Test(arguments: ["zTXt", "iTXt", "iCCP"]) func textsThatUnpackToGigabytesStayPacked(chunk: String) throws {
        let bomb = try pictures.bomb(chunk, in: card)
        #expect(bomb.count < 4 << 20)
        #expect(try reader.session().read(image: bomb, name: "bomb").map(\.symbol.text) == ["SATCHEL:HUGE"])
        #expect(try pictures.size(reader.picture(of: bomb, name: "bomb", longestSide: 400)) == [400, 300])
    }

    @Test func pixelsBeyondTheSizeAreNotUnpacked() throws {
        let bomb = try pictures.bomb("IDAT", in: card)
        #expect(bomb.count < 4 << 20)
        do {
            #expect(try reader.session().read(image: bomb, name: "bomb").map(\.symbol.text) == ["SATCHEL:HUGE"])
        } catch let error as CodesError {
            // The processor limit ends what takes too long to pass over.
            #expect([.damagedImage, .readerTookTooLong].contains(error.code))
        }
    }

    @Test(arguments: [OtherPictures.Form.jpeg, .webP, .png])
    func aHundredMegapixelsAreRefused(form: OtherPictures.Form) throws {
        let sheet = try pictures.sheet(with: card, as: form, width: 10_000, height: 10_000)
        let session = reader.session()
        let codes = [
            #expect(throws: CodesError.self) { try session.read(image: sheet, name: "sheet") }?.code,
            #expect(throws: CodesError.self) { try reader.picture(of: sheet, name: "sheet", longestSide: 100) }?.code,
        ]
        #expect(codes == [.imageTooLarge, .imageTooLarge])
    }

    @Test(arguments: [OtherPictures.Form.progressive, .webP])
    func fiftyMegapixelsFit(form: OtherPictures.Form) throws {
        let sheet = try pictures.sheet(with: card, as: form, width: 8000, height: 6200)
        let found = try reader.session().read(image: sheet, name: "sheet")
        #expect(found.map(\.symbol.text) == ["SATCHEL:HUGE"])
        let png = try reader.picture(of: sheet, name: "sheet", longestSide: 4096)
        #expect(try pictures.size(png) == [4096, 3174])
    }
}

extension Matrix {
    /// Flips modules away from the corners, by which a reader finds the code.
    fileprivate func smudged(count: Int, using random: inout SeededRandom) -> Matrix {
        var modules = (0..<columns * rows).map { isDark($0 % columns, $0 / columns) }
        for _ in 0..<count {
            let (x, y) = (
                Int.random(in: 10..<columns - 10, using: &random), Int.random(in: 10..<columns - 10, using: &random)
            )
            modules[y * columns + x].toggle()
        }
        return Matrix(symbology, columns: columns, rows: rows, correction: correction, modules: modules)
    }

    fileprivate func flipped(percent: Int, using random: inout SeededRandom) -> Matrix {
        var modules = (0..<columns * rows).map { isDark($0 % columns, $0 / columns) }
        for index in modules.indices where Int.random(in: 0..<100, using: &random) < percent {
            modules[index].toggle()
        }
        return Matrix(symbology, columns: columns, rows: rows, correction: correction, modules: modules)
    }
}
