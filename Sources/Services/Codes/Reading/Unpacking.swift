// SPDX-License-Identifier: MIT

/// A page of plain pixels from `satchel-unpacker`: a picture, or a page of a document.
package struct UnpackedPage: Equatable, Sendable {
    /// The unpacker scales larger ones down.
    static let maximumPixels = 16_000_000

    package let width: Int
    package let height: Int
    /// 1 for grey, 3 for red, green and blue.
    package let channels: Int
    /// The orientation to apply. TIFF 6.0, tag 274.
    package let orientation: Int
    /// In row order.
    package let pixels: [UInt8]
}

/// A request to `satchel-unpacker`; its main.c parses it and describes the format.
struct UnpackerRequest: ChildQuestion {
    let file: [UInt8]
    let hasColours: Bool

    /// The processor time limit of all threads of the unpacker.
    static let processorMilliseconds: UInt32 = 20_000
    /// The wall clock limit, enough for ten pages or fifty megapixels on a busy machine.
    static let milliseconds = 30_000

    var head: [UInt8] {
        var head: [UInt8] = [hasColours ? 3 : 1]
        for number in [Self.processorMilliseconds, UInt32(file.count)] {
            withUnsafeBytes(of: number.bigEndian) { head += $0 }
        }
        return head
    }

    var body: [UInt8] { file }
}

/// The answer of `satchel-unpacker`, validated while it arrives; its main.c describes the format.
///
/// An untrusted file may have taken over the unpacker, so its answer is untrusted. Its pixels are only passed on.
package struct UnpackerReply: ChildReply, Sendable {
    /// The most pages of a file that are decoded.
    package static let maximumPages = 10

    package private(set) var pages: [UnpackedPage] = []
    package private(set) var status: ReaderReply.Status?
    private let channels: Int
    private var waiting: [UInt8] = []

    /// - Parameter hasColours: whether colours were requested.
    package init(hasColours: Bool) { channels = hasColours ? 3 : 1 }

    /// Receives data.
    ///
    /// - Throws: ``ReaderReply/Malformed`` when an intact unpacker cannot have sent it; the reply is then unusable.
    package mutating func receive(_ bytes: ArraySlice<UInt8>) throws(ReaderReply.Malformed) {
        waiting += bytes
        var rest = waiting[...]
        while rest.count >= 5 {
            guard status == nil else { throw ReaderReply.Malformed() }
            let letter = Unicode.Scalar(rest[rest.startIndex])
            let count = Self.number(rest.dropFirst().prefix(4))
            let isPage = letter == "R" && pages.count < Self.maximumPages
            guard isPage && count <= 10 + 3 * UnpackedPage.maximumPixels || letter == "E" && count == 1 else {
                throw ReaderReply.Malformed()
            }
            guard rest.count >= 5 + count else { break }
            let body = rest.dropFirst(5).prefix(count)
            rest = rest.dropFirst(5 + count)
            if isPage {
                pages.append(try page(body))
            } else {
                guard let status = body.first.flatMap(ReaderReply.Status.init) else { throw ReaderReply.Malformed() }
                guard status != .done || !pages.isEmpty else { throw ReaderReply.Malformed() }
                self.status = status
            }
        }
        if status != nil, !rest.isEmpty { throw ReaderReply.Malformed() }
        if rest.startIndex > 0 { waiting = Array(rest) }
    }

    private func page(_ body: ArraySlice<UInt8>) throws(ReaderReply.Malformed) -> UnpackedPage {
        guard body.count > 10 else { throw ReaderReply.Malformed() }
        let head = Array(body.prefix(10))
        let (width, height) = (Self.number(head[0..<4]), Self.number(head[4..<8]))
        guard width > 0, height > 0, width <= UnpackedPage.maximumPixels / height, Int(head[8]) == channels,
            1...8 ~= head[9], width * height * channels == body.count - 10
        else { throw ReaderReply.Malformed() }
        return UnpackedPage(
            width: width, height: height, channels: channels, orientation: Int(head[9]),
            pixels: Array(body.dropFirst(10)))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

/// A request to a program that decodes untrusted files.
protocol ChildQuestion {
    var head: [UInt8] { get }
    /// The data after the head: a file or pixels.
    var body: [UInt8] { get }
}

/// An answer of such a program, validated while it arrives.
protocol ChildReply {
    /// Nil until the answer is complete.
    var status: ReaderReply.Status? { get }
    mutating func receive(_ bytes: ArraySlice<UInt8>) throws(ReaderReply.Malformed)
}
