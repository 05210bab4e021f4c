// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// The chain of a held coin, to be uploaded so that the hub knows its last owner.
///
///     waiting ──the hub's receipt──▶ settled
///        └──the hub refuses it for good──▶ refused
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | waiting | durable here; the hub may have received it already | uploaded again at the next sync: same bytes, same receipt |
/// | settled | the hub's signed receipt was received | none: the refund sweep does the rest |
/// | refused | the hub answered with a reason, which is in the history | none |
struct UploadRecord: SealedRecord {
    enum State: Int64 { case waiting = 0, settled = 1, refused = 2 }

    static let table = "upload"
    var state: State
    /// An encoded `OfflineToken`.
    var chain: [UInt8]

    init(state: State, chain: [UInt8]) {
        self.state = state
        self.chain = chain
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        chain = try reader.blob()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.bytes(chain)
    }
}
