// SPDX-License-Identifier: MIT
internal import Crypto

/// Checks that an entry has the form of its type, so that later code can rely on it.
///
/// Unknown types pass. BIP-0174, "All keys must have the data that they specify."
struct PSBTFieldCheck {
    let entry: PSBTMap.Entry
    /// The place for error messages: "input 3".
    let place: String
    let name: String

    init(_ entry: PSBTMap.Entry, of place: String, name: String) {
        self.entry = entry
        self.place = place
        self.name = name
    }

    private func need(_ isRight: Bool, _ what: @autoclosure () -> String) throws {
        guard isRight else {
            throw BitcoinError(.malformed, "The PSBT is damaged: \(name) of \(place) \(what()).")
        }
    }

    /// Requires a key that consists of the type alone.
    func plain() throws {
        try need(entry.isPlain, "has a key with data where none belongs")
    }

    func plain(count: Int) throws {
        try plain()
        try need(entry.value.count == count, "has \(entry.value.count) bytes instead of \(count)")
    }

    func uint32() throws -> UInt32 {
        try plain(count: 4)
        var reader = WireReader(entry.value)
        return try reader.uint32()
    }

    /// Requires a curve point in the key's data, of 33 or 65 bytes.
    func publicKey() throws {
        try need(Self.isPublicKey(entry.keyData), "names no public key")
    }

    /// Requires an x-only key in the key's data.
    func xOnlyKey() throws {
        try need(entry.keyData.count == 32, "names a key of \(entry.keyData.count) bytes instead of 32")
    }

    func keyData(counts: Set<Int>) throws {
        try need(counts.contains(entry.keyData.count), "has a key with \(entry.keyData.count) bytes of data")
    }

    func value(counts: Set<Int>) throws {
        try need(counts.contains(entry.value.count), "has \(entry.value.count) bytes")
    }

    /// Requires a signature in script form: strict DER of two positive numbers and a byte for its type. BIP-0066
    func ecdsaSignature() throws {
        let bytes = entry.value
        try need((9...73).contains(bytes.count) && bytes[0] == 0x30, "is not a signature")
        try need(Int(bytes[1]) == bytes.count - 3, "is not a signature")
        let rCount = Int(bytes[3])
        try need(rCount + 5 < bytes.count - 1, "is not a signature")
        let sCount = Int(bytes[5 + rCount])
        try need(rCount + sCount + 7 == bytes.count, "is not a signature")
        for (start, count) in [(4, rCount), (6 + rCount, sCount)] {
            try need(count > 0 && bytes[start - 2] == 2 && bytes[start] < 0x80, "is not a signature")
            try need(count == 1 || bytes[start] != 0 || bytes[start + 1] >= 0x80, "is not a signature")
        }
    }

    func taprootSignature() throws {
        try need(
            entry.value.count == 64 || entry.value.count == 65, "is not a signature: it has \(entry.value.count) bytes")
    }

    func derivation() throws {
        try need(
            entry.value.count >= 4 && entry.value.count.isMultiple(of: 4), "has a path of \(entry.value.count) bytes")
    }

    /// Requires an identifier and a subtype in the key of a proprietary entry.
    func proprietary() throws {
        var reader = WireReader(entry.keyData)
        do {
            _ = try reader.sizedBytes()
            _ = try reader.compactSize()
        } catch {
            throw BitcoinError(
                .malformed, "The PSBT is damaged: a proprietary entry in \(place) is invalid.", cause: error)
        }
    }

    func preimage(_ hash: ([UInt8]) -> [UInt8]) throws {
        try need(entry.keyData == hash(entry.value), "does not have the hash it stands under")
    }

    /// Requires the participants' keys, each 33 bytes, under their aggregate key. BIP-0373
    func musigParticipants() throws {
        try keyData(counts: [33])
        try publicKey()
        try need(entry.value.count.isMultiple(of: 33), "has keys of other than 33 bytes")
        for start in stride(from: 0, to: entry.value.count, by: 33) {
            try need(Self.isPublicKey(Array(entry.value[start..<start + 33])), "names no public key")
        }
    }

    /// Requires participant and aggregate key, and an optional leaf, as the key of a nonce or signature. BIP-0373
    func musigShare(count: Int) throws {
        try keyData(counts: [66, 98])
        for start in [0, 33] {
            try need(Self.isPublicKey(Array(entry.keyData[start..<start + 33])), "names no public key")
        }
        try need(entry.value.count == count, "has \(entry.value.count) bytes instead of \(count)")
    }

    static func isPublicKey(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try Secp256k1.PublicKey(bytes)
            return true
        } catch {
            return false
        }
    }
}
