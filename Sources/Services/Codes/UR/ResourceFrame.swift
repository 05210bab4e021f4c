// SPDX-License-Identifier: MIT

/// The text of one code: a whole resource, or one part of an animation. BCR-2020-005.
package enum ResourceFrame: Hashable, Sendable {
    case whole(UniformResource)
    case part(type: String, FountainPart)

    /// The longest text accepted, longer than any code or usual file.
    package static let maximumCharacters = 2 * Bytewords.maximumBytes + 128

    /// Parses capital or lower-case letters.
    ///
    /// - Throws: ``CodesError`` with `.malformedResource`, `.wrongChecksum` or `.resourceTooLarge`.
    package init(parsing text: String) throws(CodesError) {
        guard text.utf8.count <= Self.maximumCharacters else {
            throw CodesError(.resourceTooLarge, "The text has \(text.utf8.count) characters, which no code holds.")
        }
        let pieces = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let head = pieces[0].lowercased()
        // Some non-ASCII letters, such as the Kelvin sign, have an ASCII letter as their lower case.
        guard pieces[0].utf8.allSatisfy({ $0 < 0x80 }), head.hasPrefix("ur:"), 2...3 ~= pieces.count,
            UniformResource.isType(head.dropFirst(3))
        else {
            throw CodesError(.malformedResource, "The text is not a uniform resource: ur:TYPE/… was expected.")
        }
        let type = String(head.dropFirst(3))
        guard pieces.count == 3 else {
            self = .whole(try UniformResource(type: type, cbor: Bytewords.decode(pieces[1], style: .minimal)))
            return
        }
        let part = try FountainPart(cbor: Bytewords.decode(pieces[2], style: .minimal))
        guard pieces[1] == "\(part.number)-\(part.stream.count)" else {
            throw CodesError(.malformedResource, "The frame is numbered differently inside and outside.")
        }
        self = .part(type: type, part)
    }

    /// The text in lower case.
    package var text: String {
        switch self {
        case .whole(let resource): resource.text
        case .part(let type, let part):
            "ur:\(type)/\(part.number)-\(part.stream.count)/\(Bytewords.encode(part.cbor, style: .minimal))"
        }
    }

    /// The text in capital letters, which a QR code stores compactly.
    package var codeText: String { text.uppercased() }
}
