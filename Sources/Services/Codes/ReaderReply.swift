// SPDX-License-Identifier: MIT

/// The checked answer of `satchel-reader`; its Reply.swift writes it.
///
/// A status byte, then for status 0 each text as a big-endian 32-bit length and its bytes.
struct ReaderReply {
    /// Far more than the codes that fit an image which the reader accepts.
    static let maximumBytes = 1 << 20

    private let status: UInt8
    private let codes: [[UInt8]]

    /// - Throws: ``CodesError`` `.readerBroken` for anything but a complete answer.
    init(_ bytes: [UInt8], from executable: String) throws {
        guard let status = bytes.first else { throw CodesError.readerBroken(executable) }
        var rest = bytes.dropFirst()
        var codes: [[UInt8]] = []
        while !rest.isEmpty {
            guard status == 0, rest.count >= 4 else { throw CodesError.readerBroken(executable) }
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard count <= rest.count else { throw CodesError.readerBroken(executable) }
            codes.append([UInt8](rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        guard status <= 5 else { throw CodesError.readerBroken(executable) }
        self.status = status
        self.codes = codes
    }

    /// The texts found, each once, in the order found.
    ///
    /// - Throws: ``CodesError`` for the reader's reason to refuse the image.
    func texts(in name: String) throws -> [String] {
        switch status {
        case 1:
            throw CodesError(.notAnImage, "\(name) is not an image. Choose a PNG image of a QR code.")
        case 2:
            throw CodesError(
                .unsupportedFormat,
                "\(name) is not a PNG image, the only kind read so far. Save it as PNG and try again.")
        case 3:
            throw CodesError(.damagedImage, "\(name) is damaged or incomplete. Ask for it again.")
        case 4:
            throw CodesError.tooManyBytes(name)
        case 5:
            throw CodesError(
                .imageTooLarge,
                "\(name) has more than 50 million pixels. Cut the picture down to the code and try again.")
        default:
            var seen: Set<String> = []
            return codes.map(ReaderReply.text).filter { seen.insert($0).inserted }
        }
    }

    /// A code's bytes are UTF-8 or, as the standard had it first, Latin-1. ISO/IEC 18004, section 7.3.5.
    private static func text(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
