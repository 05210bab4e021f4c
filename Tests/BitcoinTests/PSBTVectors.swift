// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials

/// Vectors/psbt_bips.json: the cases of BIP-0174, BIP-0370 and BIP-0371.
struct PSBTCases: Decodable {
    struct Case: Decodable {
        let `case`: String
        let base64: String
        /// What the transaction gets; nothing where no lock time suits all inputs.
        let locktime: UInt32?
    }
    let invalid: [Case]
    let valid: [Case]
    let signer: [Case]
    let locktime: [Case]

    static func load() throws -> [String: PSBTCases] {
        try Vectors.load("psbt_bips.json", as: [String: PSBTCases].self)
    }
}

/// Vectors/rpc_psbt.json of Bitcoin Core.
struct CorePSBTCases: Decodable {
    struct Signer: Decodable {
        let privkeys: [String]
        let psbt: String
        let result: String
    }
    struct Combiner: Decodable {
        let combine: [String]
        let result: String
    }
    struct Finalizer: Decodable {
        let finalize: String
        let result: String
    }
    struct Extractor: Decodable {
        let extract: String
        let result: String
    }
    let invalid: [String]
    let invalidWithMessage: [String]
    let valid: [String]
    let signer: [Signer]
    let combiner: [Combiner]
    let finalizer: [Finalizer]
    let extractor: [Extractor]

    enum CodingKeys: String, CodingKey {
        case invalid, valid, signer, combiner, finalizer, extractor
        case invalidWithMessage = "invalid_with_msg"
    }

    static func load() throws -> CorePSBTCases { try Vectors.load("rpc_psbt.json", as: CorePSBTCases.self) }
}
