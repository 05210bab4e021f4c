// SPDX-License-Identifier: MIT
package import Codes
internal import Observation
package import Sharing
internal import Barcodes

/// A barcode for another device: a still image, or a sequence of frames.
@Observable @MainActor
package final class CodeModel {
    /// The current frame.
    package private(set) var matrix: Matrix
    /// The number of frames; one is a still image.
    package private(set) var count: Int
    package private(set) var refusal: UserMessage?

    @ObservationIgnored private let parcel: Parcel
    @ObservationIgnored private var sender: ResourceSender?

    /// Frames per second: a camera with 30 pictures per second captures each one completely.
    package static let framesPerSecond = 8
    /// The most modules per side that a phone's screen shows large enough: about version 20 with its margin.
    private static let mostModules = 105

    /// - Throws: ``CodesError`` when no barcode can hold it.
    package init(_ parcel: Parcel) throws {
        self.parcel = parcel
        if let still = try parcel.stillCode(upToVersion: Parcel.comfortableVersion) {
            matrix = still
            count = 1
            return
        }
        var sender = try parcel.animation(side: Self.mostModules)
        matrix = try Self.draw(sender.next())
        count = sender.count
        self.sender = sender
    }

    /// A document's text; see ``Parcel/init(document:)``.
    package convenience init(document: String) throws { try self.init(try Parcel(document: document)) }

    /// The content of a file; nil for kinds that are shared only as barcodes and text.
    package var file: [UInt8]? { parcel.file }
    /// The default name of the file.
    package var fileName: String { parcel.resource.type.hasSuffix("psbt") ? "payment.psbt" : "signing.bin" }

    package var isAnimated: Bool { count > 1 }

    /// The text for the clipboard.
    package var text: String {
        // Safe: a parcel that was drawn has its lines.
        ((try? parcel.lines) ?? []).joined(separator: "\n")
    }

    /// Shows the next frame. Call it ``framesPerSecond`` times per second while it is on the screen.
    package func advance() {
        guard let frame = sender?.next() else { return }
        do {
            matrix = try Self.draw(frame)
        } catch {
            refusal = UserMessage(error)
        }
    }

    /// A picture of the current frame; nil only when out of memory.
    package func png(scale: Int) -> [UInt8]? {
        // Safe: a code that was drawn has a picture.
        try? matrix.png(scale: scale)
    }

    /// The barcode as picture files: a still image if it can hold everything, else several.
    ///
    /// - Throws: ``CodesError`` when out of memory.
    package func pictures() throws -> [(name: String, bytes: [UInt8])] {
        let name = "code.png"
        if let code = try parcel.stillCode(upToVersion: parcel.largestPicture) { return [(name, try code.png())] }
        return try parcel.frames().enumerated().map { number, frame in
            (Parcel.numbered(name, number + 1), try Self.draw(frame).png())
        }
    }

    /// Uses the lowest error correction, so that all frames are small and of equal size; a lost frame is repeated
    /// anyway.
    private static func draw(_ frame: ResourceFrame) throws -> Matrix {
        try QRCode.draw(frame.codeText, correction: .low)
    }
}
