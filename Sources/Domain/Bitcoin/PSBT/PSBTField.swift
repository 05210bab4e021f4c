// SPDX-License-Identifier: MIT

/// The types of the entries that this wallet understands. BIP-0174, BIP-0370, BIP-0371, BIP-0373
enum PSBTField {
    /// The magic bytes of every file.
    static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]
    /// Reserved for proprietary use, in every map.
    static let proprietary: UInt64 = 0xfc

    /// Types of the global map.
    enum Global {
        static let unsignedTransaction: UInt64 = 0x00
        static let extendedKey: UInt64 = 0x01
        static let transactionVersion: UInt64 = 0x02
        static let fallbackLockTime: UInt64 = 0x03
        static let inputCount: UInt64 = 0x04
        static let outputCount: UInt64 = 0x05
        static let modifiable: UInt64 = 0x06
        static let version: UInt64 = 0xfb
    }

    /// Types of an input map.
    enum Input {
        static let previousTransaction: UInt64 = 0x00
        static let spentOutput: UInt64 = 0x01
        static let partialSignature: UInt64 = 0x02
        static let signatureHashType: UInt64 = 0x03
        static let redeemScript: UInt64 = 0x04
        static let witnessScript: UInt64 = 0x05
        static let derivation: UInt64 = 0x06
        static let finalScript: UInt64 = 0x07
        static let finalWitness: UInt64 = 0x08
        static let ripemd160: UInt64 = 0x0a
        static let sha256: UInt64 = 0x0b
        static let hash160: UInt64 = 0x0c
        static let doubleSHA256: UInt64 = 0x0d
        static let previousID: UInt64 = 0x0e
        static let outputIndex: UInt64 = 0x0f
        static let sequence: UInt64 = 0x10
        static let requiredTime: UInt64 = 0x11
        static let requiredHeight: UInt64 = 0x12
        static let taprootSignature: UInt64 = 0x13
        static let taprootScriptSignature: UInt64 = 0x14
        static let taprootLeaf: UInt64 = 0x15
        static let taprootDerivation: UInt64 = 0x16
        static let taprootInternalKey: UInt64 = 0x17
        static let taprootRoot: UInt64 = 0x18
        static let musigParticipants: UInt64 = 0x1a
        static let musigNonce: UInt64 = 0x1b
        static let musigSignature: UInt64 = 0x1c
    }

    /// Types of an output map.
    enum Output {
        static let redeemScript: UInt64 = 0x00
        static let witnessScript: UInt64 = 0x01
        static let derivation: UInt64 = 0x02
        static let amount: UInt64 = 0x03
        static let script: UInt64 = 0x04
        static let taprootInternalKey: UInt64 = 0x05
        static let taprootTree: UInt64 = 0x06
        static let taprootDerivation: UInt64 = 0x07
        static let musigParticipants: UInt64 = 0x08
    }
}
