// SPDX-License-Identifier: MIT
internal import Bytes
package import Codes
internal import Symbols
internal import Tokens

/// Something to hand to another device: as the picture of a code, as an animation, as text, as a file.
package struct Parcel: Sendable {
    /// What a code that stands still shows.
    package let codeText: String
    /// What an animation carries.
    package let resource: UniformResource
    /// What a file of bytes holds; nil where only codes and texts go round.
    package let file: [UInt8]?
    /// The largest code that a picture of it stands still in; beyond, it is animated. QR versions
    package let largestPicture: Int
    /// What people copy and paste; nil for the frames of the animation.
    private let text: String?

    /// More modules than this, 97 a side, are read badly off a screen at arm's length.
    package static let comfortableVersion = QRCode.comfortableVersion
    /// The bytes of a record that make the text of a still code that large.
    private static let stillBytes = 596

    /// A text that begins with OW1, or another that stands for itself.
    package init(document: String) throws {
        codeText = document
        text = document
        resource = try UniformResource(type: DocumentRecord.type, cbor: DocumentRecord.encode(document))
        file = nil
        // A picture is looked at for as long as it takes, so one that holds it all is better than several.
        largestPicture = 40
    }

    /// A record of a kind that others know too.
    package init(_ resource: UniformResource, file: [UInt8]? = nil) {
        self.resource = resource
        self.file = file
        codeText = resource.codeText
        text = nil
        largestPicture = Self.comfortableVersion
    }

    /// The text a line each, as a file or a paste has it.
    package var lines: [String] {
        get throws { try text.map { [$0] } ?? frames().map(\.text) }
    }

    /// The code that stands still, where one holds it and stays small enough.
    package func stillCode(upToVersion version: Int) throws -> Matrix? {
        do {
            let code = try QRCode.draw(codeText)
            return code.version <= version ? code : nil
        } catch let error as CodesError where error.code == .tooLong {
            return nil
        }
    }

    /// The frames for a file: half as many again as a camera without any loss would need.
    package func frames() throws -> [ResourceFrame] {
        let isStill = resource.cbor.count <= Self.stillBytes
        var sender = try ResourceSender(
            resource, maximumFragmentBytes: isStill ? Self.stillBytes : ResourceSender.usualFragmentBytes)
        let count = sender.count
        return (0..<(count == 1 ? 1 : count + (count + 1) / 2)).map { _ in sender.next() }
    }

    /// The frames without end whose codes, with their quiet zone, have at most this many modules a side.
    ///
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when frames that small would be too many.
    package func animation(side: Int) throws -> ResourceSender {
        for bytes in [ResourceSender.usualFragmentBytes, 280, 220, 170, 130, 95, 70, 50, 35, 24] {
            var sender = try ResourceSender(resource, maximumFragmentBytes: bytes)
            guard sender.count > 1 else { continue }
            // Later frames have a longer number.
            let text = sender.next().codeText + "00000"
            if try QRCode.draw(text, correction: .low).fullWidth <= side { return sender }
        }
        throw CodesError(.tooLong, "This window is too small for a code. Make it larger, or write a file with --png.")
    }

    /// `code.png` with a number becomes `code-007.png`.
    package static func numbered(_ path: String, _ number: Int) -> String {
        let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return "\(path)-\(digits)" }
        return "\(path[..<dot])-\(digits)\(path[dot...])"
    }
}
