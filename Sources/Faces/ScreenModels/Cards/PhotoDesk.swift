// SPDX-License-Identifier: MIT
internal import Bytes
package import Cards
internal import Codes
internal import Keys
internal import Pocket

/// Makes pictures of photos for a screen. Bytes that came from elsewhere are unpacked by the confined program alone.
actor PhotoDesk {
    private nonisolated let thread = SerialThread("satchel.photos")
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A PNG of a photo with no side longer than asked.
    ///
    /// - Throws: ``Refusal``.
    func picture(of bytes: [UInt8], longestSide: Int) throws -> [UInt8] {
        do {
            return try CodeReader.besideThisProgram().picture(
                of: bytes, name: "The photo", longestSide: longestSide)
        } catch {
            throw Refusal(error)
        }
    }

    /// A file of cards; its photos become PNG where the format asks for that.
    func write(
        _ bundle: CardBundle, as format: CardFormat, at now: Moment, password: SecretBytes?
    ) throws -> CardExport<[UInt8]> {
        try format.write(bundle, at: now, password: password) { photo in
            // Safe: a photo that is no picture stays out of the file, and its place is named.
            try? picture(of: photo, longestSide: Self.exportSide)
        }
    }

    /// Pixels of the longer side of an exported photo.
    private static let exportSide = 2_048

    /// The photos that a card may have of a file: the file itself, or pictures of its pages.
    func photos(of path: String) throws -> [[UInt8]] {
        let bytes = try AtomicFile.read(path, maximumCount: CardLimits.fileBytes)
        guard CardPhoto.MediaType(of: bytes) == .unknown else { return [bytes] }
        do {
            return try CodeReader.besideThisProgram().shownEverywhere(bytes, name: "The photo")
        } catch {
            throw Refusal(error)
        }
    }
}

/// A photo of a card as a screen shows it.
package struct ShownPhoto: Identifiable, Sendable {
    package let id: Int
    package let role: CardPhoto.Role
    /// A PNG, or why there is none.
    package let picture: Result<[UInt8], Refusal>
}
