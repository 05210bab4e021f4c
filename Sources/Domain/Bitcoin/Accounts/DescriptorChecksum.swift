// SPDX-License-Identifier: MIT

/// The checksum of eight characters behind a descriptor, which detects typing errors. BIP-0380, "Checksum"
enum DescriptorChecksum {
    private static let inputs = Array(
        "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ".utf8)
    private static let outputs = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    private static let generator: [UInt64] = [
        0xf5_dee5_1989, 0xa9_fdca_3312, 0x1b_ab10_e32d, 0x37_06b1_677a, 0x64_4d62_6ffd,
    ]

    /// - Throws: ``BitcoinError`` with `.malformed` for a character that descriptors do not allow.
    static func checksum(of text: some StringProtocol) throws -> String {
        var state: UInt64 = 1
        var group: UInt64 = 0
        var count = 0
        for character in text.utf8 {
            guard let value = inputs.firstIndex(of: character) else {
                throw BitcoinError(.malformed, "The descriptor has a character that descriptors do not have.")
            }
            add(UInt64(value & 31), to: &state)
            group = group * 3 + UInt64(value >> 5)
            count += 1
            if count == 3 {
                add(group, to: &state)
                (group, count) = (0, 0)
            }
        }
        if count > 0 { add(group, to: &state) }
        for _ in 0..<8 { add(0, to: &state) }
        state ^= 1
        return String(decoding: (0..<8).map { outputs[Int(state >> UInt64(5 * (7 - $0)) & 31)] }, as: UTF8.self)
    }

    /// Appends the checksum. For text that this program generated.
    static func adding(to text: String) -> String {
        do { return try text + "#" + checksum(of: text) } catch {
            preconditionFailure("A descriptor of our own has a foreign character: \(error)")
        }
    }

    private static func add(_ value: UInt64, to state: inout UInt64) {
        let top = state >> 35
        state = (state & 0x7_ffff_ffff) << 5 ^ value
        for bit in 0..<5 where top >> UInt64(bit) & 1 == 1 { state ^= generator[bit] }
    }
}
