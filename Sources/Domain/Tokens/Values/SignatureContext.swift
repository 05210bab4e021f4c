// SPDX-License-Identifier: MIT

import Crypto

/// The purpose of a signature. A signature made for one purpose or hub never verifies for another.
package enum SignatureContext: String, Sendable, CaseIterable {
    case announcement = "ow1/ann"
    case certificate = "ow1/cert"
    case root = "ow1/root"
    case transfer = "ow1/xfer"
    case request = "ow1/req"
    case acknowledgement = "ow1/ack"
    case decline = "ow1/decline"
    case sync = "ow1/sync"
    case receipt = "ow1/receipt"
    case fraud = "ow1/fraud"
    case revocation = "ow1/revoke"
    case ledger = "ow1/ledger"

    /// The message to sign or hash: `u8(len ctx) || ctx || hubId || parts`, in pieces to avoid copying.
    package func input(hub: HubID, _ parts: [UInt8]...) -> [[UInt8]] {
        [[UInt8(rawValue.utf8.count)] + Array(rawValue.utf8) + hub.bytes] + parts
    }

    /// SHA-256 of ``input(hub:_:)``: the id of a root or a transfer.
    func recordID(hub: HubID, _ parts: [UInt8]...) -> RecordID {
        RecordID(known: SHA256.hash([[UInt8(rawValue.utf8.count)] + Array(rawValue.utf8) + hub.bytes] + parts).bytes)
    }

    /// The first 16 bytes of the same hash, as a transfer carries them.
    func requestHash(hub: HubID, _ parts: [UInt8]...) -> RequestHash {
        let digest = SHA256.hash([[UInt8(rawValue.utf8.count)] + Array(rawValue.utf8) + hub.bytes] + parts)
        return RequestHash(known: Array(digest.bytes.prefix(RequestHash.byteCount)))
    }
}
