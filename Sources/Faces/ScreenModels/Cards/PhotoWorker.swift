// SPDX-License-Identifier: MIT
internal import Bytes
package import Cards
internal import Codes
internal import Keys
internal import CardStore

/// Converts photos to pictures for a screen. Only the sandboxed program decodes untrusted bytes.
actor PhotoWorker {
    private nonisolated let thread = SerialThread("satchel.photos")
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A PNG of a photo within the given side length, in pixels.
    ///
    /// - Throws: ``UserMessage``.
    func picture(of bytes: [UInt8], longestSide: Int) throws -> [UInt8] {
        do {
            return try CodeReader.besideThisProgram().picture(
                of: bytes, name: "The photo", longestSide: longestSide)
        } catch {
            throw UserMessage(error)
        }
    }

    /// Writes a file of cards, with its photos as PNG where the format requires it.
    func write(
        _ bundle: CardBundle, as format: CardFormat, at now: Moment, password: SecretBytes?
    ) throws -> CardExport<[UInt8]> {
        try format.write(bundle, at: now, password: password) { photo in
            // Safe: a photo that cannot be decoded is omitted from the file and reported.
            try? picture(of: photo, longestSide: Self.exportSide)
        }
    }

    /// The longer side of an exported photo, in pixels.
    private static let exportSide = 2_048

    /// The photos that a file gives: the file itself, or pictures of its pages.
    func photos(of path: String) throws -> [[UInt8]] {
        let bytes = try AtomicFile.read(path, maximumCount: CardLimits.fileBytes)
        guard CardPhoto.MediaType(of: bytes) == .unknown else { return [bytes] }
        do {
            return try CodeReader.besideThisProgram().shownEverywhere(bytes, name: "The photo")
        } catch {
            throw UserMessage(error)
        }
    }
}

/// A photo of a card in the form shown on a screen.
package struct ShownPhoto: Identifiable, Sendable {
    package let id: Int
    package let role: CardPhoto.Role
    /// A PNG, or why there is none.
    package let picture: Result<[UInt8], UserMessage>
}
