// SPDX-License-Identifier: MIT
#if !canImport(CTSS)
    package import Crypto

    /// A security chip that programs can use. Apple's systems have none: the Secure Enclave keeps no register.
    package final class Chip {
        package static let usualPlace = ""
        package var isShared: Bool { false }

        /// - Throws: ``ChipError`` with `.missing`.
        package init(_ place: String) throws {
            throw ChipError(.missing, "This system has no security chip that a program can use.")
        }

        package func alone<R>(_ body: () throws -> R) throws -> R { try body() }
        package func standing(of slot: ChipSlot) throws -> ChipSlot.Standing { .otherChip }
        package func extend(_ slot: ChipSlot, by tag: [UInt8]) throws -> [UInt8] { slot.previous }

        package func makeSlot(at place: String, random: RandomSource) throws -> ChipSlot {
            throw ChipError(.missing, "This system has no security chip that a program can use.")
        }
    }
#endif
