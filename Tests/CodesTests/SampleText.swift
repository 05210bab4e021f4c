// SPDX-License-Identifier: MIT

/// A seeded source of test input: one seed, one run. SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
struct SampleRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension String {
    /// The letters that a QR code packs into 5.5 bits. ISO/IEC 18004, table 5.
    static let compactAlphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

    /// A text as the wallet draws it: `count` letters of base45 behind a payment's prefix.
    static func samplePayment(count: Int, using random: inout SampleRandom) -> String {
        "OW1P:" + String((5..<count).map { _ in compactAlphabet[Int.random(in: 0..<45, using: &random)] })
    }
}
