// SPDX-License-Identifier: MIT

/// A typed CBOR record as text for barcodes and links: `ur:psbt/…`. BCR-2020-005.
package struct UniformResource: Hashable, Sendable {
    /// The record's type: lower-case letters, digits and hyphens, for example `psbt` or `crypto-account`.
    package let type: String
    /// The record. It may not be a single CBOR item if the sender is dishonest, so the reader must check it.
    package let cbor: [UInt8]

    /// The longest type accepted or written.
    package static let maximumTypeCharacters = 64

    /// - Throws: ``CodesError`` with `.malformedResource` for a type with other characters, `.empty` for an empty
    ///   record, `.resourceTooLarge` for one beyond ``FountainStream/maximumMessageBytes``.
    package init(type: String, cbor: [UInt8]) throws(CodesError) {
        guard Self.isType(type) else {
            throw CodesError(
                .malformedResource, "\"\(type.prefix(20))\" is not a type: use small letters, digits, hyphens.")
        }
        guard !cbor.isEmpty else { throw CodesError(.empty, "There is nothing to show.") }
        guard cbor.count <= FountainStream.maximumMessageBytes else {
            throw CodesError(
                .resourceTooLarge,
                "The record has \(cbor.count) bytes; a code holds at most \(FountainStream.maximumMessageBytes).")
        }
        self.type = type
        self.cbor = cbor
    }

    /// Parses the text of a single code, in capital or lower-case letters.
    ///
    /// - Throws: ``CodesError`` with `.malformedResource`, `.wrongChecksum`, `.resourceTooLarge`; `.severalFrames` for
    ///   one frame of an animated code.
    package init(parsing text: String) throws(CodesError) {
        guard case .whole(let resource) = try ResourceFrame(parsing: text) else {
            throw CodesError(
                .severalFrames, "This is one frame of an animated code; all of them are needed, not this one alone.")
        }
        self = resource
    }

    /// The text in lower case.
    package var text: String { "ur:\(type)/\(Bytewords.encode(cbor, style: .minimal))" }

    /// The text in capital letters, which a QR code stores compactly.
    package var codeText: String { text.uppercased() }

    static func isType(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumTypeCharacters
            && text.utf8.allSatisfy { letter in
                switch letter {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
