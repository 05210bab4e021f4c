// SPDX-License-Identifier: MIT
import Symbols

/// What `satchel-reader` is asked; its Request.swift reads it and describes the form.
struct ReaderRequest {
    enum Content {
        case file([UInt8])
        case frame(GreyFrame)
        case picture(longestSide: Int, [UInt8])
    }

    /// What a reader that died on the picture before is spared.
    enum Omission: UInt8 {
        case nothing = 0
        /// Our own readers are done; libzxing stops at the first code, where it fails fewer of its assertions.
        case ownAndAllButFirst = 5
    }

    var content: Content
    var kinds: Set<Symbology> = Set(Symbology.allCases)
    var omission = Omission.nothing

    /// The most codes in one picture.
    static let limit = 64

    /// Processor time before the reader ends itself, in milliseconds. Unpacking fifty megapixels takes longer than
    /// looking at a frame.
    var processorMilliseconds: Int {
        switch content {
        case .frame: 2000
        case .file, .picture: 4000
        }
    }

    /// What goes before the file or the pixels.
    var head: [UInt8] {
        let kind: UInt8
        var details: [UInt8]
        switch content {
        case .file:
            kind = 1
            details = quest(effort: 1)
        case .frame(let frame):
            kind = 2
            details = quest(effort: 0) + Self.bytes(UInt32(frame.width)) + Self.bytes(UInt32(frame.height))
        case .picture(let longestSide, _):
            kind = 3
            details = Self.bytes(UInt16(clamping: longestSide))
        }
        return [kind] + Self.bytes(UInt16(processorMilliseconds)) + Self.bytes(UInt32(details.count + body.count))
            + details
    }

    var body: [UInt8] {
        switch content {
        case .file(let bytes), .picture(_, let bytes): bytes
        case .frame(let frame): frame.pixels
        }
    }

    private func quest(effort: UInt8) -> [UInt8] {
        let mask = Symbology.allCases.enumerated().reduce(UInt32(0)) {
            kinds.contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0
        }
        return Self.bytes(mask) + [UInt8(Self.limit), effort, omission.rawValue, 0]
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
    }
}
