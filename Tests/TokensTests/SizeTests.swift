// SPDX-License-Identifier: MIT

import Crypto
import Testing
import Tokens

/// What fits one QR code is a promise; the prototype's figures are the bound.
@Suite struct SizeTests {
    let hub: TestHub

    init() throws { hub = try TestHub() }

    @Test(arguments: [(1, 280), (3, 720), (5, 1_160)]) func aPaymentOfOneCoin(hops: Int, limit: Int) throws {
        let request = try hub.request("grace", units: 746)
        let bytes = try UnverifiedPayment(tokens: [hub.token(hops: hops, for: request)]).encoded.count
        print("size: payment at \(hops) hops \(bytes) bytes")
        #expect(bytes <= limit)
    }

    @Test func theTwentyFirstPaymentFromOneRoot() throws {
        let request = try hub.request("grace", units: 2_750)
        let bytes = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request, lower: 20 * 137)]).encoded.count
        print("size: 21st payment \(bytes) bytes")
        #expect(bytes <= 285)
    }

    @Test func requestReceiptAndProof() throws {
        let request = try hub.request("grace", units: 2_750)
        let ids = try UnverifiedPayment(tokens: [hub.token(hops: 1, for: request)]).recordIDs(hub: hub.id)
        let receipt = try Receipt.issue(for: ids, time: TestHub.now, key: TestHub.key("grace"), hub: hub.id)
        let other = try hub.request("frank", units: 2_750)
        let proof = try #require(
            try FraudDetection.proof(
                hub.token(hops: 2, for: request), hub.token(hops: 2, for: other), announced: hub.announced))
        print(
            "size: request \(request.encoded.count), receipt \(receipt.encoded.count), proof \(proof.encoded.count) bytes"
        )
        #expect(request.encoded.count <= 170)
        #expect(receipt.encoded.count <= 110)
        #expect(proof.encoded.count <= 425)
    }

    @Test func theSizeThatCoinChoiceAssumesIsNeverTooSmall() throws {
        let request = try hub.request("grace", units: 746)
        for hops in 1...5 {
            let spent = try hub.token(hops: hops, for: request)
            let before = try OfflineToken(
                root: spent.root, transfers: spent.transfers.dropLast(), certificates: spent.certificates.dropLast())
            #expect(before.spentBytes(certificate: spent.certificates.last) + 2 >= spent.encoded.count)
        }
    }
}
