// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// The 80 bytes over which a block's hash is computed.
/// <https://developer.bitcoin.org/reference/block_chain.html#block-headers>
///
/// Only the proof of work is checked, not whether the header belongs to the longest chain.
struct BlockHeader {
    /// From this block on every header of the main network had at least 75 zero bits (difficulty 10^13).
    private static let firstHardHeight: UInt32 = 600_000
    private static let hardZeroBits = 75

    /// In the usual byte order of display.
    let hash: String
    /// In the byte order of the header.
    let merkleRoot: [UInt8]
    /// Seconds since 1970, by the miner's clock.
    let time: UInt64

    /// - Throws: ``CoinsError`` with `.lyingServer` for other lengths, and where the hash falls short of the work that
    ///   the header, or the network at this height, requires.
    init(hex: String, height: UInt32, network: Network, from name: String) throws {
        let lie = CoinsError(.lyingServer, "\(name) sent a block header without proof of work. Use another server.")
        // Safe: text that is not hexadecimal is not a header.
        guard hex.utf8.count == 160, let bytes = try? Hex.decode(hex) else { throw lie }
        let digest: [UInt8] = DoubleSHA256.hash(bytes).reversed()
        hash = Hex.encode(digest)
        merkleRoot = Array(bytes[36..<68])
        time = Self.integer(bytes[68..<72])
        let zeroBits = digest.prefix { $0 == 0 }.count * 8 + (digest.first { $0 != 0 }?.leadingZeroBitCount ?? 0)
        let isEasy = network.bitcoinFacts?.isMainnet != true || height < Self.firstHardHeight
        guard let target = Self.target(bits: Self.integer(bytes[72..<76])),
            !target.lexicographicallyPrecedes(digest), isEasy || zeroBits >= Self.hardZeroBits
        else { throw lie }
    }

    private static func integer(_ littleEndian: ArraySlice<UInt8>) -> UInt64 {
        littleEndian.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The largest hash allowed, big-endian, from its compact form; nil for a negative or invalid one.
    private static func target(bits: UInt64) -> [UInt8]? {
        let (size, mantissa) = (Int(bits >> 24), bits & 0x7f_ffff)
        guard bits & 0x80_0000 == 0, (3...32).contains(size), mantissa > 0 else { return nil }
        var target = [UInt8](repeating: 0, count: 32)
        for (index, shift) in [16, 8, 0].enumerated() { target[32 - size + index] = UInt8(mantissa >> shift & 0xff) }
        return target
    }
}
