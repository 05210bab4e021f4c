// SPDX-License-Identifier: MIT
import TestSupport

extension String {
    /// The letters that a QR code packs into 5.5 bits. ISO/IEC 18004, table 5.
    static let compactAlphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

    /// A text as the wallet draws it: `count` letters of base45 behind a payment's prefix.
    static func samplePayment(count: Int, using random: inout SeededRandom) -> String {
        "OW1P:" + String((5..<count).map { _ in compactAlphabet[Int.random(in: 0..<45, using: &random)] })
    }
}
