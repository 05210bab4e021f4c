// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import Testing

/// What the wallet makes of an answer, byte by byte.
@Suite struct ReaderReplyTests {
    private static let end: [UInt8] = [0x45, 0, 0, 0, 1, 0]
    /// Of a picture of 4 by 3 pixels that was 40 by 30 before.
    private static let sizes: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 40, 0, 0, 0, 30]

    @Test func aSoundAnswerIsTheSameInPiecesOfAnySize() throws {
        let answer = Self.piece("C", Self.code(.ean13, "4006381333931")) + Self.piece("C", []) + Self.end
        for size in 1...answer.count {
            var reply = ReaderReply(kinds: [.ean13])
            for start in stride(from: 0, to: answer.count, by: size) {
                try reply.receive(answer[start..<min(start + size, answer.count)])
            }
            #expect(reply.codes.map(\.symbol) == [Symbol(.ean13, Array("4006381333931".utf8))])
            #expect(reply.isOwnDone)
            #expect(reply.status == .done)
        }
    }

    @Test(arguments: [
        (Symbology.ean13, "4006381333932"), (.ean13, "400638133393"), (.ean8, "96385075"), (.upcA, "036000291453"),
        (.upcE, "04252615"), (.itf, "123"), (.itf, "12A4"), (.codabar, "40156"), (.code39, "abc"), (.qr, ""),
    ])
    func aCodeThatItsKindCannotHoldIsNoAnswer(kind: Symbology, text: String) {
        #expect(refuses(Self.piece("C", Self.code(kind, text))))
    }

    @Test func whatWasNotAskedForIsNoAnswer() {
        #expect(refuses(Self.piece("C", Self.code(.qr, "A")), kinds: [.aztec]))
        #expect(refuses(Self.piece("P", [0x89, 0x50, 0x4E, 0x47])))
        #expect(refuses(Self.piece("C", Self.code(.qr, "A")), pictureAsked: .png))
        #expect(refuses(Self.end, pictureAsked: .png))
        #expect(refuses(Self.piece("P", Self.sizes + Array("GIF89a".utf8)), pictureAsked: .png))
        #expect(refuses(Self.piece("P", Self.sizes + [0x89, 0x50, 0x4E, 0x47]), pictureAsked: .jpeg(quality: 80)))
        #expect(
            refuses(
                Self.piece("P", Self.sizes.dropFirst(4) + [0, 0, 0, 0, 0x89, 0x50, 0x4E, 0x47]), pictureAsked: .png))
        #expect(!refuses(Self.piece("P", Self.sizes + [0x89, 0x50, 0x4E, 0x47]), pictureAsked: .png))
    }

    @Test func anAnswerHasItsBounds() {
        #expect(refuses([0x43, 0, 0x10, 0, 1]))
        #expect(refuses([0x50, 0x05, 0, 0, 1], pictureAsked: .png))
        #expect(refuses([0x58, 0, 0, 0, 0]))
        #expect(refuses(Self.end + [0]))
        #expect(refuses([0x45, 0, 0, 0, 1, 10]))
        #expect(refuses([0x45, 0, 0, 0, 2, 0, 0]))
        #expect(refuses(Self.piece("C", Array(repeatElement(Self.code(.qr, "A"), count: 65).joined()))))
        #expect(!refuses(Self.piece("C", Array(repeatElement(Self.code(.qr, "A"), count: 64).joined()))))
    }

    @Test(arguments: 0..<51) func aCodeThatEndsEarlyIsNoAnswer(count: Int) {
        guard count > 0 else { return }
        #expect(refuses(Self.piece("C", Array(Self.code(.qr, "AB").prefix(count)))))
    }

    private func refuses(
        _ answer: [UInt8], kinds: Set<Symbology> = Set(Symbology.allCases), pictureAsked: PictureForm? = nil
    ) -> Bool {
        var reply = ReaderReply(kinds: kinds, pictureAsked: pictureAsked)
        do {
            try reply.receive(answer[...])
            return false
        } catch {
            return true
        }
    }

    static func piece(_ letter: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: letter)] + number(body.count) + body
    }

    static func code(_ kind: Symbology, _ text: String) -> [UInt8] {
        let index = UInt8(Symbology.allCases.firstIndex(of: kind) ?? 0)
        return [index] + [UInt8](repeating: 0, count: 45) + number(text.utf8.count) + Array(text.utf8)
    }

    private static func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian) { [UInt8]($0) } }
}
