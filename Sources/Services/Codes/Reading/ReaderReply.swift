// SPDX-License-Identifier: MIT
package import Barcodes

/// The answer of `satchel-reader`, validated while it arrives; its Reply.swift writes it and describes the format.
///
/// An untrusted picture may have taken over the reader, so the answer is untrusted: sizes are limited, every code must
/// be valid for its symbology, and check digits must be right.
package struct ReaderReply: ChildReply, Sendable {
    /// The size limit of an answer's codes, far more than fit into a picture.
    static let maximumCodeBytes = 1 << 20
    /// The size limit of a PNG of 4096 by 4096 pixels.
    static let maximumPictureBytes = 80 << 20

    /// Thrown for an invalid answer.
    package struct Malformed: Error, Hashable {}

    package enum Status: UInt8, Sendable {
        case done = 0
        case notAnImage = 1
        case unsupportedFormat = 2
        case damaged = 3
        case tooManyBytes = 4
        case tooManyPixels = 5
        /// A document that needs a password.
        case locked = 8
        case tooManyPages = 9
    }

    /// In the order of detection.
    package private(set) var codes: [FoundCode] = []
    /// Whether this project's own decoders have finished.
    package private(set) var isOwnDone = false
    package private(set) var picture: MadePicture?
    /// Nil until the answer is complete.
    package private(set) var status: Status?

    private let kinds: Set<Symbology>
    private let pictureAsked: PictureForm?
    private var waiting: [UInt8] = []
    private var codeBytes = 0

    /// - Parameters:
    ///   - kinds: the requested symbologies; empty for a picture request.
    ///   - pictureAsked: the requested picture format.
    package init(kinds: Set<Symbology>, pictureAsked: PictureForm? = nil) {
        self.kinds = kinds
        self.pictureAsked = pictureAsked
    }

    /// Receives data.
    ///
    /// - Throws: ``Malformed`` when an intact reader cannot have sent it; the reply is then unusable.
    package mutating func receive(_ bytes: ArraySlice<UInt8>) throws(Malformed) {
        waiting += bytes
        var rest = waiting[...]
        while rest.count >= 5 {
            guard status == nil else { throw Malformed() }
            let letter = rest[rest.startIndex]
            let count = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard count <= (letter == UInt8(ascii: "P") ? Self.maximumPictureBytes : Self.maximumCodeBytes) else {
                throw Malformed()
            }
            guard rest.count >= 5 + count else { break }
            try take(letter, rest.dropFirst(5).prefix(count))
            rest = rest.dropFirst(5 + count)
        }
        if status != nil, !rest.isEmpty { throw Malformed() }
        if rest.startIndex > 0 { waiting = Array(rest) }
    }

    private mutating func take(_ letter: UInt8, _ body: ArraySlice<UInt8>) throws(Malformed) {
        switch Unicode.Scalar(letter) {
        case "C":
            guard pictureAsked == nil else { throw Malformed() }
            codeBytes += body.count
            if body.isEmpty { isOwnDone = true }
            var rest = body
            while !rest.isEmpty { codes.append(try FoundCode(&rest, kinds: kinds)) }
            guard codes.count <= ReaderRequest.limit, codeBytes <= Self.maximumCodeBytes else { throw Malformed() }
        case "P":
            guard let pictureAsked, picture == nil, let made = MadePicture(body, pictureAsked) else {
                throw Malformed()
            }
            picture = made
        case "E":
            guard body.count == 1, let status = body.first.flatMap(Status.init) else { throw Malformed() }
            if pictureAsked != nil, status == .done, picture == nil { throw Malformed() }
            self.status = status
        default: throw Malformed()
        }
    }
}

/// A picture that the reader made, with its original size.
package struct MadePicture: Equatable, Sendable {
    package struct Size: Equatable, Sendable {
        package let width: Int
        package let height: Int
    }

    /// Upright, as the original size.
    package let size: Size
    package let sizeBefore: Size
    package let file: [UInt8]

    /// Sizes now and before (16), the file; nil for invalid data.
    fileprivate init?(_ body: ArraySlice<UInt8>, _ form: PictureForm) {
        let numbers = (0..<4).map { body.dropFirst(4 * $0).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        file = Array(body.dropFirst(16))
        size = Size(width: numbers[0], height: numbers[1])
        sizeBefore = Size(width: numbers[2], height: numbers[3])
        let isSound =
            numbers.allSatisfy { $0 > 0 } && size.width <= CodeReader.longestSide
            && size.height <= CodeReader.longestSide
            && sizeBefore.width <= GreyFrame.maximumPixels / sizeBefore.height
        guard isSound, file.starts(with: form.start) else { return nil }
    }
}

extension FoundCode {
    /// The size of a code's fields besides its bytes.
    private static let headBytes = 50

    /// Parses one code at the front.
    fileprivate init(_ rest: inout ArraySlice<UInt8>, kinds: Set<Symbology>) throws(ReaderReply.Malformed) {
        guard rest.count >= Self.headBytes else { throw ReaderReply.Malformed() }
        var head = rest.prefix(Self.headBytes)
        func number(_ count: Int) -> Int {
            defer { head = head.dropFirst(count) }
            return head.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        let (kind, marks, eci) = (number(1), number(1), number(4))
        let correction = (form: number(1), value: number(1))
        let part = Part(index: number(1), count: number(1), series: UInt32(number(4)))
        let corners = (0..<4).map { _ in
            let (x, y) = (Int32(truncatingIfNeeded: number(4)), Int32(truncatingIfNeeded: number(4)))
            return Point(x: Double(x) / 16, y: Double(y) / 16)
        }
        let count = number(4)
        guard Symbology.allCases.indices ~= kind, marks < 16, eci <= 999_999, count > 0,
            count <= rest.count - Self.headBytes
        else { throw ReaderReply.Malformed() }
        let symbology = Symbology.allCases[kind]
        let bytes = Array(rest.dropFirst(Self.headBytes).prefix(count))
        rest = rest.dropFirst(Self.headBytes + count)
        let symbol = Symbol(
            symbology, bytes, eci: marks & 4 == 0 ? nil : eci, isGS1: marks & 1 != 0,
            correction: try Self.correction(correction.form, correction.value, of: symbology))
        let isPart = marks & 8 != 0
        guard kinds.contains(symbology), !isPart || part.count > 1 && part.index < part.count else {
            throw ReaderReply.Malformed()
        }
        do {
            try symbol.check()
        } catch {
            throw ReaderReply.Malformed()
        }
        self.init(symbol, corners: corners, isInverted: marks & 2 != 0, part: isPart ? part : nil)
    }

    private static func correction(
        _ form: Int, _ value: Int, of symbology: Symbology
    ) throws(ReaderReply.Malformed) -> Symbol.Correction? {
        switch (form, symbology) {
        case (0, _): return nil
        case (1, .qr):
            guard let level = QRCorrection(rawValue: value) else { throw ReaderReply.Malformed() }
            return .qr(level)
        case (2, .pdf417) where value <= 8: return .pdf417(level: value)
        case (3, .aztec) where value <= 100: return .aztec(percent: value)
        default: throw ReaderReply.Malformed()
        }
    }
}
