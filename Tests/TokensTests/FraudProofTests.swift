// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Testing
import Tokens

@Suite struct FraudProofTests {
    let hub: TestHub

    init() throws { hub = try TestHub() }

    @Test func aCertifiedSpenderIsConvicted() throws {
        let a = try hub.token(hops: 2, for: hub.request("frank", units: 100))
        let b = try hub.token(hops: 2, for: hub.request("grace", units: 100))
        // Alice's transfer to bob is the same in both, so the chains part at bob.
        let proof = try #require(try FraudDetection.proof(a, b, announced: hub.announced))
        #expect(proof.culprit.key == TestHub.key("bob").publicKey)
        #expect(try FraudProof(decoding: proof.encoded) == proof)
        let reversed = try #require(try FraudDetection.proof(b, a, announced: hub.announced))
        #expect([reversed.first, reversed.second] == [proof.first, proof.second])
    }

    @Test func theOwnerOfARootIsConvictedByTheRoot() throws {
        let a = try hub.token(hops: 1, for: hub.request("frank", units: 100))
        let b = try hub.token(hops: 1, for: hub.request("grace", units: 100), lower: 99)
        let proof = try #require(try FraudDetection.proof(a, b, announced: hub.announced))
        #expect(proof.culprit == .rootOwner(a.root))
        try FraudProof(decoding: proof.encoded).verify(by: hub.announced)
    }

    @Test func disjointSpendingConvictsNobody() throws {
        let a = try hub.token(hops: 1, for: hub.request("frank", units: 100))
        let b = try hub.token(hops: 1, for: hub.request("grace", units: 100), lower: 100)
        #expect(try FraudDetection.proof(a, b, announced: hub.announced) == nil)
        let parent = a.root.id(hub: hub.id)
        #expect(
            refusal {
                try FraudProof.make(
                    parent: parent, a.transfers[0], b.transfers[0], culprit: .rootOwner(a.root),
                    announced: hub.announced)
            } == .notFraud)
    }

    @Test func oneTransferSignedTwiceConvictsNobody() throws {
        let request = try hub.request("frank", units: 100)
        let a = try hub.token(hops: 1, for: request)
        let b = try hub.token(hops: 1, for: request)
        #expect(a.transfers[0].signature != b.transfers[0].signature)
        #expect(
            refusal {
                try FraudProof.make(
                    parent: a.root.id(hub: hub.id), a.transfers[0], b.transfers[0], culprit: .rootOwner(a.root),
                    announced: hub.announced)
            } == .notFraud)
    }

    @Test func anHonestKeyCannotBeAccusedOfAnothersTransfers() throws {
        let a = try hub.token(hops: 2, for: hub.request("frank", units: 100))
        let b = try hub.token(hops: 2, for: hub.request("grace", units: 100))
        let parent = a.records(hub: hub.id)[0].id
        let innocent = try hub.certificate("carol")
        #expect(
            refusal {
                try FraudProof.make(
                    parent: parent, a.transfers[1], b.transfers[1], culprit: .certified(innocent),
                    announced: hub.announced)
            } == .badSignature)
        #expect(
            refusal {
                try FraudProof.make(
                    parent: parent, a.transfers[1], b.transfers[1], culprit: .rootOwner(a.root),
                    announced: hub.announced)
            } == .notFraud)
    }

    @Test func aProofNeedsTheHubsWordForTheKey() throws {
        let a = try hub.token(hops: 2, for: hub.request("frank", units: 100))
        let b = try hub.token(hops: 2, for: hub.request("grace", units: 100))
        let forged = try hub.certificate("bob", signer: WorkingKey(id: hub.certifying.id, key: TestHub.key("mallory")))
        #expect(
            refusal {
                try FraudProof.make(
                    parent: a.records(hub: hub.id)[0].id, a.transfers[1], b.transfers[1], culprit: .certified(forged),
                    announced: hub.announced)
            } == .badSignature)
        let proof = try #require(try FraudDetection.proof(a, b, announced: hub.announced))
        #expect(refusal { try proof.verify(by: TestHub("another hub").announced) } == .unknownKey)
    }
}
