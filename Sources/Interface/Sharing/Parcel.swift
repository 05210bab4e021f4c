// SPDX-License-Identifier: MIT
internal import Bytes
package import Codes
internal import Barcodes
internal import Tokens

/// Data to share with another device, as a still code, an animated code, text or a file.
package struct Parcel: Sendable {
    /// The text of the still code.
    package let codeText: String
    /// The resource that the animation carries.
    package let resource: UniformResource
    /// The content of a binary file; nil if the data is only shared as codes or text.
    package let file: [UInt8]?
    /// The largest QR version of a still code. A larger code is animated.
    package let largestPicture: Int
    /// The text to copy and paste; nil for the text of the animation's frames.
    private let text: String?

    /// The largest version that a reader reads reliably off a screen at arm's length: 97 modules a side.
    package static let comfortableVersion = QRCode.comfortableVersion
    /// The most bytes of a record whose text fits into a still code of that version.
    private static let stillBytes = 596

    /// Makes a parcel of a text: one that begins with OW1, or another complete text.
    package init(document: String) throws {
        codeText = document
        text = document
        resource = try UniformResource(type: DocumentRecord.type, cbor: DocumentRecord.encode(document))
        file = nil
        // A reader can take its time with a picture, so one that holds everything is better than several.
        largestPicture = 40
    }

    /// Makes a parcel of a record whose type other programs know too.
    package init(_ resource: UniformResource, file: [UInt8]? = nil) {
        self.resource = resource
        self.file = file
        codeText = resource.codeText
        text = nil
        largestPicture = Self.comfortableVersion
    }

    /// The text as lines, for a file or the clipboard: one line, or one for each frame.
    package var lines: [String] {
        get throws { try text.map { [$0] } ?? frames().map(\.text) }
    }

    /// The still code; nil if the text does not fit into a code of this version.
    package func stillCode(upToVersion version: Int) throws -> Matrix? {
        do {
            let code = try QRCode.draw(codeText)
            return code.version <= version ? code : nil
        } catch let error as CodesError where error.code == .tooLong {
            return nil
        }
    }

    /// The frames for a file: half as many again as a camera without losses would need.
    package func frames() throws -> [ResourceFrame] {
        let isStill = resource.cbor.count <= Self.stillBytes
        var sender = try ResourceSender(
            resource, maximumFragmentBytes: isStill ? Self.stillBytes : ResourceSender.usualFragmentBytes)
        let count = sender.count
        return (0..<(count == 1 ? 1 : count + (count + 1) / 2)).map { _ in sender.next() }
    }

    /// An endless sequence of frames whose codes, with their quiet zone, have at most this many modules a side.
    ///
    /// - Throws: ``CodesError`` with `.resourceTooLarge` when frames that small would be too many, or `.tooLong` when
    ///   no frame fits.
    package func animation(side: Int) throws -> ResourceSender {
        for bytes in [ResourceSender.usualFragmentBytes, 280, 220, 170, 130, 95, 70, 50, 35, 24] {
            var sender = try ResourceSender(resource, maximumFragmentBytes: bytes)
            guard sender.count > 1 else { continue }
            // Later frames have longer numbers.
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
