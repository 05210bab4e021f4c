// SPDX-License-Identifier: MIT

/// The entries of one output. Each has a valid form; ``PSBTReview`` verifies their claims.
package struct PSBTOutput: Hashable, Sendable {
    package internal(set) var map: PSBTMap

    init() {
        map = PSBTMap()
    }

    /// - Throws: ``BitcoinError`` with `.malformed`.
    init(_ map: PSBTMap, index: Int, version: UInt32) throws {
        self.map = map
        for entry in map.entries { try Self.check(entry, place: "output \(index)", version: version) }
    }

    /// The redeem script of P2SH.
    package var redeemScript: Script? { map[PSBTField.Output.redeemScript].map { Script($0) } }
    /// The witness script of P2WSH.
    package var witnessScript: Script? { map[PSBTField.Output.witnessScript].map { Script($0) } }
    /// The internal key, before the script tree is committed to. BIP-0371
    package var taprootInternalKey: [UInt8]? { map[PSBTField.Output.taprootInternalKey] }
    /// Whether the taproot key commits to scripts.
    package var hasTaprootTree: Bool { map[PSBTField.Output.taprootTree] != nil }

    /// The claimed origins of the scripts' keys.
    package var derivations: [PSBTDerivation] {
        get throws {
            try map.entries(ofType: PSBTField.Output.derivation).map {
                try PSBTDerivation(publicKey: $0.keyData, value: $0.value, isTaproot: false)
            }
        }
    }

    /// The claimed origins of taproot keys.
    package var taprootDerivations: [PSBTDerivation] {
        get throws {
            try map.entries(ofType: PSBTField.Output.taprootDerivation).map {
                try PSBTDerivation(publicKey: $0.keyData, value: $0.value, isTaproot: true)
            }
        }
    }
}

// MARK: - Form

extension PSBTOutput {
    private typealias Field = PSBTField.Output

    private static func check(_ entry: PSBTMap.Entry, place: String, version: UInt32) throws {
        func form(_ name: String) -> PSBTFieldCheck { PSBTFieldCheck(entry, of: place, name: name) }
        switch entry.type {
        case Field.redeemScript: try form("the redeem script").plain()
        case Field.witnessScript: try form("the witness script").plain()
        case Field.derivation:
            try form("a derivation").publicKey()
            try form("a derivation").derivation()
            _ = try PSBTDerivation(publicKey: entry.keyData, value: entry.value, isTaproot: false)
        case Field.amount, Field.script:
            guard version == 2 else {
                throw BitcoinError(.malformed, "The PSBT is of version 0 and has an entry of version 2 in \(place).")
            }
            if entry.type == Field.amount {
                try form("the amount").plain(count: 8)
            } else {
                try form("the script").plain()
            }
        case Field.taprootInternalKey: try form("the taproot key").plain(count: 32)
        case Field.taprootTree:
            try form("the taproot tree").plain()
            try checkTree(entry.value)
        case Field.taprootDerivation:
            try form("a taproot derivation").xOnlyKey()
            _ = try PSBTDerivation(publicKey: entry.keyData, value: entry.value, isTaproot: true)
        case Field.musigParticipants: try form("a shared key").musigParticipants()
        case PSBTField.proprietary: try form("an entry").proprietary()
        default: break
        }
    }

    /// The leaves in depth-first order. They must form exactly one tree. BIP-0371
    private static func checkTree(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes)
        // At index n: whether the left side of the branch at depth n is filled. The next leaf goes to its right.
        var isLeftFilled: [Bool] = []
        var isComplete = false
        while reader.remaining > 0 {
            let depth = Int(try reader.byte())
            let version = try reader.byte()
            _ = try reader.sizedBytes()
            guard depth <= 128, version & 1 == 0, !isComplete, depth >= isLeftFilled.count else {
                throw BitcoinError(.malformed, "The PSBT is damaged: its taproot tree has a leaf where none can be.")
            }
            while isLeftFilled.count < depth { isLeftFilled.append(false) }
            while isLeftFilled.last == true { isLeftFilled.removeLast() }
            if isLeftFilled.isEmpty { isComplete = true } else { isLeftFilled[isLeftFilled.count - 1] = true }
        }
        guard isComplete else {
            throw BitcoinError(.malformed, "The PSBT is damaged: its taproot tree is empty or lacks a leaf.")
        }
    }
}
