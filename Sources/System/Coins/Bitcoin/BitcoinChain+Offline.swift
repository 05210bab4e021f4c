// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Vault

extension BitcoinChain {
    func unsignedDocument(_ plan: TransactionPlan) throws -> [UInt8] { plan.unsigned.serialized() }

    func document(for send: Stored<SendRecord>) throws -> OfflineDocument {
        OfflineDocument(
            kind: .psbt, bytes: send.record.unsigned, send: send.id, path: account.record.path,
            rootFingerprint: account.record.rootFingerprint)
    }

    func completed(_ record: SendRecord, with document: [UInt8]) throws -> (signed: [UInt8], id: [UInt8]) {
        throw CoinsError(.badDocument, "Not read yet.")
    }

    func foreign(_ document: OfflineDocument) throws -> SigningPlan {
        throw CoinsError(.badDocument, "Not read yet.")
    }
}
