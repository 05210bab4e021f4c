// SPDX-License-Identifier: MIT
package import Codes
internal import Observation
package import Parcels
internal import Symbols

/// A code that is shown to another device: standing still, or one frame after the other.
@Observable @MainActor
package final class CodeModel {
    /// What to draw now.
    package private(set) var matrix: Matrix
    /// How many frames there are; one stands still.
    package private(set) var count: Int
    package private(set) var refusal: Refusal?

    @ObservationIgnored private let parcel: Parcel
    @ObservationIgnored private var sender: ResourceSender?

    /// Shown a second: a camera of 30 pictures a second sees each frame whole.
    package static let framesPerSecond = 8
    /// Modules a side that a phone's screen shows large enough; about version 20 with its margin.
    private static let mostModules = 105

    /// - Throws: ``CodesError`` when no code can carry it.
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

    /// What a file of bytes holds; nil where only codes and texts go round.
    package var file: [UInt8]? { parcel.file }
    /// What the file is called unless a person names it otherwise.
    package var fileName: String { parcel.resource.type.hasSuffix("psbt") ? "payment.psbt" : "signing.bin" }

    package var isAnimated: Bool { count > 1 }

    /// What a paste carries.
    package var text: String {
        // Safe: a parcel that was drawn has its lines.
        ((try? parcel.lines) ?? []).joined(separator: "\n")
    }

    /// Shows the next frame; to be called ``framesPerSecond`` times a second while it is on the screen.
    package func advance() {
        guard let frame = sender?.next() else { return }
        do {
            matrix = try Self.draw(frame)
        } catch {
            refusal = Refusal(error)
        }
    }

    /// A picture of what is shown now, for a screen; nil only when memory is short.
    package func png(scale: Int) -> [UInt8]? {
        // Safe: a code that was drawn has a picture.
        try? matrix.png(scale: scale)
    }

    /// The code as pictures for a file each: one that stands still where it can hold it all, else several.
    ///
    /// - Throws: ``CodesError`` when memory is short.
    package func pictures() throws -> [(name: String, bytes: [UInt8])] {
        let name = "code.png"
        if let code = try parcel.stillCode(upToVersion: parcel.largestPicture) { return [(name, try code.png())] }
        return try parcel.frames().enumerated().map { number, frame in
            (Parcel.numbered(name, number + 1), try Self.draw(frame).png())
        }
    }

    /// The least correction, so that all frames are small and alike; a lost one is not missed.
    private static func draw(_ frame: ResourceFrame) throws -> Matrix {
        try QRCode.draw(frame.codeText, correction: .low)
    }
}
