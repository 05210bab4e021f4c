// SPDX-License-Identifier: MIT
package import Cards
internal import Codes
internal import Keys

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

    /// The bytes of a file that a card may have.
    func bytes(of path: String) throws -> [UInt8] {
        let bytes = try AtomicFile.read(path, maximumCount: CardLimits.fileBytes)
        guard CardPhoto.MediaType(of: bytes) != .unknown else { throw Refusal(.refusedNotAnImage) }
        return bytes
    }
}

/// A photo of a card as a screen shows it.
package struct ShownPhoto: Identifiable, Sendable {
    package let id: Int
    package let role: CardPhoto.Role
    /// A PNG, or why there is none.
    package let picture: Result<[UInt8], Refusal>
}
