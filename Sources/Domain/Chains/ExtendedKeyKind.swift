// SPDX-License-Identifier: MIT

/// The prefix of an extended key's text, which names the network and the script type. BIP-0032, SLIP-0132
///
/// The names are the prefixes of public keys. Capital first letters mark keys for multiple signers.
package enum ExtendedKeyKind: String, CaseIterable, Sendable {
    case xpub = "xpub", ypub = "ypub", zpub = "zpub", Ypub = "Ypub", Zpub = "Zpub"
    case tpub = "tpub", upub = "upub", vpub = "vpub", Upub = "Upub", Vpub = "Vpub"

    /// The four version bytes of a public key.
    package var publicVersion: UInt32 {
        switch self {
        case .xpub: 0x0488_B21E
        case .ypub: 0x049D_7CB2
        case .zpub: 0x04B2_4746
        case .Ypub: 0x0295_B43F
        case .Zpub: 0x02AA_7ED3
        case .tpub: 0x0435_87CF
        case .upub: 0x044A_5262
        case .vpub: 0x045F_1CF6
        case .Upub: 0x0242_89EF
        case .Vpub: 0x0257_5483
        }
    }

    /// The four version bytes of a private key.
    package var privateVersion: UInt32 {
        switch self {
        case .xpub: 0x0488_ADE4
        case .ypub: 0x049D_7878
        case .zpub: 0x04B2_430C
        case .Ypub: 0x0295_B005
        case .Zpub: 0x02AA_7A99
        case .tpub: 0x0435_8394
        case .upub: 0x044A_4E28
        case .vpub: 0x045F_18BC
        case .Upub: 0x0242_85B5
        case .Vpub: 0x0257_5048
        }
    }

    package var isMainnet: Bool {
        switch self {
        case .xpub, .ypub, .zpub, .Ypub, .Zpub: true
        case .tpub, .upub, .vpub, .Upub, .Vpub: false
        }
    }

    /// Whether the key is one of several cosigners' keys.
    package var isShared: Bool {
        switch self {
        case .Ypub, .Zpub, .Upub, .Vpub: true
        case .xpub, .ypub, .zpub, .tpub, .upub, .vpub: false
        }
    }
}
