// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Crypto

/// The 80 bytes that a block is hashed by. <https://developer.bitcoin.org/reference/block_chain.html#block-headers>
///
/// That a header stands in the longest chain is not checked: only that somebody paid for it.
struct BlockHeader {
    /// From this block on a header of the main network took 75 zero bits and more (difficulty 10^13).
    private static let firstHardHeight: UInt32 = 600_000
    private static let hardZeroBits = 75

    /// As people write it.
    let hash: String
    /// In the order in which it stands in the header.
    let merkleRoot: [UInt8]
    /// Seconds since 1970, by the miner's clock.
    let time: UInt64

    /// - Throws: ``CoinsError`` with `.lyingServer` for other lengths, and where the hash falls short of the work that
    ///   the header, or the network at this height, asks for.
    init(hex: String, height: UInt32, network: Network, from name: String) throws {
        let lie = CoinsError(.lyingServer, "\(name) sent a block header that nobody worked for: use another server.")
        // Safe: what is not hexadecimal is no header.
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

    /// The largest hash allowed, big-endian, from its compact form; nil for one that is negative or has no sense.
    private static func target(bits: UInt64) -> [UInt8]? {
        let (size, mantissa) = (Int(bits >> 24), bits & 0x7f_ffff)
        guard bits & 0x80_0000 == 0, (3...32).contains(size), mantissa > 0 else { return nil }
        var target = [UInt8](repeating: 0, count: 32)
        for (index, shift) in [16, 8, 0].enumerated() { target[32 - size + index] = UInt8(mantissa >> shift & 0xff) }
        return target
    }
}
