// SPDX-License-Identifier: MIT

import Bytes
import Glibc
import Testing
import Tokens

/// `SATCHEL_WRITE_VECTORS=1 swift test --filter VectorTests` writes the file anew; signatures are random, so every byte of it
/// changes and the independent verifier has to pass again.
@Suite(.serialized) struct VectorTests {
    @Test(.enabled(if: getenv("SATCHEL_WRITE_VECTORS") != nil)) func theFileIsWrittenWhenAskedFor() throws {
        try VectorWriter().file().write()
    }

    @Test func everyVectorYieldsWhatItSays() throws {
        let file = try VectorFile.read()
        let check = VectorCheck(announced: try file.announced())
        for vector in file.positive {
            let yielded = try check.yield(
                kind: vector.kind, bytes: Hex.decode(vector.bytes), context: vector.context)
            #expect(yielded == vector.expect, "\(vector.name)")
        }
        #expect(Set(file.positive.map(\.kind)).count == 13)
    }

    @Test func everyNegativeIsRefusedForItsReason() throws {
        let file = try VectorFile.read()
        let check = VectorCheck(announced: try file.announced())
        for vector in file.negative {
            let code = refusal {
                try check.yield(kind: vector.kind, bytes: Hex.decode(vector.bytes), context: vector.context)
            }
            #expect(code?.rawValue == vector.refusal, "\(vector.name)")
        }
        #expect(file.negative.count >= 50)
    }

    @Test func everyRecordIsWrittenBackByteForByte() throws {
        for vector in try VectorFile.read().positive {
            let bytes = try Hex.decode(vector.bytes)
            switch vector.kind {
            case "announcement": #expect(try Announcement(decoding: bytes).encoded == bytes)
            case "certificate": #expect(try Certificate(decoding: bytes).encoded == bytes)
            case "root": #expect(try Root(decoding: bytes).encoded == bytes)
            case "transfer": #expect(try Transfer(decoding: bytes).encoded == bytes)
            case "payment":
                let payment = try UnverifiedPayment(decoding: bytes)
                #expect(
                    try UnverifiedPayment(tokens: payment.tokens, attachments: payment.attachments).encoded == bytes)
            case "receipt": #expect(try Receipt(decoding: bytes).encoded == bytes)
            case "decline": #expect(try Decline(decoding: bytes).encoded == bytes)
            case "redemption":
                let record = try Redemption(decoding: bytes)
                #expect(
                    try Redemption(account: record.account, nonce: record.nonce, token: record.token).encoded == bytes)
            case "hubReceipt": #expect(try HubReceipt(decoding: bytes).encoded == bytes)
            case "revocations": #expect(try RevocationList(decoding: bytes).encoded == bytes)
            case "fraudProof": #expect(try FraudProof(decoding: bytes).encoded == bytes)
            default: continue
            }
        }
    }
}
