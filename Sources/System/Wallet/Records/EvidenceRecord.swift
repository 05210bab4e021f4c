// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// A proof of a double spend, kept permanently and named by the hash of its bytes.
struct EvidenceRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "evidence"
    var state = State.kept
    /// A `FraudProof` that was checked before it was stored.
    var proof: [UInt8]

    init(proof: [UInt8]) { self.proof = proof }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        proof = try reader.blob()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.bytes(proof)
    }
}
