// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto

/// A wallet's place in a security chip, and the mark that stands there after the wallet's last spend.
///
/// The chip's register is extended by each spend's tag: mark = SHA-256(mark before || tag). The chip computes it, so no
/// program can set a register back, and two copies that spend once each have different marks.
/// TPM 2.0 Library, Part 1, 37.2.7 (Extend Index)
package struct ChipSlot: Equatable, Sendable {
    package static let markCount = 32
    package static let secretCount = 32
    /// A name: the number of its hash algorithm, then SHA-256. TPM 2.0 Library, Part 1, 16
    package static let nameCount = 34

    /// The chip's device, or the socket of a software chip.
    package let place: String
    /// The name of the chip's endorsement key, which no other chip has and which survives a clear.
    package let chip: [UInt8]
    /// The register's number.
    package let index: UInt32
    /// The register's name, which depends on its attributes.
    package let register: [UInt8]
    /// What opens the register.
    package let secret: SecretBytes
    /// The mark after this store's last spend, and the one before it.
    package private(set) var mark: [UInt8]
    package private(set) var previous: [UInt8]

    package init(
        place: String, chip: [UInt8], index: UInt32, register: [UInt8], secret: SecretBytes, mark: [UInt8],
        previous: [UInt8]
    ) {
        self.place = place
        self.chip = chip
        self.index = index
        self.register = register
        self.secret = secret
        self.mark = mark
        self.previous = previous
    }

    /// The slot after one more spend.
    package func extended(by tag: [UInt8]) -> ChipSlot {
        var next = self
        (next.mark, next.previous) = (SHA256.hash(mark, tag).bytes, mark)
        return next
    }

    /// How a store compares with the chip.
    package enum Standing: Equatable, Sendable {
        /// Both name the same spend.
        case level
        /// The store has committed one spend that the chip has not: a crash came between the two.
        case behind
        /// The chip has advanced without this store, or the register was made again.
        case ahead
        /// The register is gone and the chip is the same: the chip was cleared.
        case cleared
        /// Another chip is in this place.
        case otherChip
    }

    func standing(of found: [UInt8]) -> Standing {
        found == mark ? .level : found == previous ? .behind : .ahead
    }
}
