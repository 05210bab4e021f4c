// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import Testing

struct SignRequestTests {
    private let requestID: [UInt8] = Array(0..<16)

    private func origin() throws -> KeyOrigin {
        try KeyOrigin(fingerprint: [0x12, 0x34, 0x56, 0x78], path: DerivationPath("m/44'/60'/0'/0/1"))
    }

    @Test func aRequestHasTheRecordOfTheStandard() throws {
        let request = SignRequest(
            requestID: requestID, kind: .message, data: [0xAA], chainID: 1, origin: try origin(), wallet: "me")
        #expect(
            Hex.encode(request.encoded)
                == "a6" + "01d82550" + Hex.encode(requestID) + "0241aa" + "0303" + "0401"
                + "05d90130a2018a182cf5183cf500f500f401f4021a12345678" + "07626d65")
        #expect(try SignRequest(decoding: request.encoded) == request)
    }

    @Test func aTransactionIsSignedByADeviceThatIsNeverOnline() throws {
        for pricing in [Fixture.pricing, .legacy(gasPrice: 20_000_000_000), .listed(gasPrice: 20_000_000_000)] {
            var transaction = try Fixture.payment()
            transaction.pricing = pricing
            let approved = try Review(transaction, from: Fixture.sender, on: .ethereum).approve()
            let request = try SignRequest(
                transaction, requestID: requestID, origin: origin(), address: Fixture.sender)

            let received = try SignRequest(decoding: request.encoded)
            let shown = try Review(received.transaction(), from: Fixture.sender, on: .ethereum)
            let made = try shown.approve().signed(by: Fixture.key).signature
            let answer = SignAnswer(requestID: received.requestID, signature: made)

            let signed = try approved.signed(with: SignAnswer(decoding: answer.encoded))
            #expect(try signed == approved.signed(by: Fixture.key))
        }
    }

    @Test func theSignatureOfAnotherTransactionIsNoticed() throws {
        let other = try Review(Fixture.payment(5_000_000_000_000_000), from: Fixture.sender, on: .ethereum)
            .approve().signed(by: Fixture.key)
        let approved = try Review(Fixture.payment(), from: Fixture.sender, on: .ethereum).approve()
        let error = #expect(throws: EthereumError.self) {
            try approved.signed(with: SignAnswer(requestID: nil, signature: other.signature))
        }
        #expect(error?.code == .badSignature)
    }

    @Test func everyFormOfVIsUnderstood() throws {
        let signature = try Review(Fixture.payment(), from: Fixture.sender, on: .ethereum)
            .approve().signed(by: Fixture.key).signature
        let odd: UInt64 = signature.isOdd ? 1 : 0
        for v in [odd, 27 + odd, 2 * 0x7765_6233_7079 + 35 + odd] {
            let bytes = signature.signature.raw + (v == 0 ? [0] : Wei(v).minimalBigEndian)
            let record = CBORValue.record([2: .bytes(bytes)]).encoded
            #expect(try SignAnswer(decoding: record).signature(chainID: 0x7765_6233_7079) == signature)
        }
        let foreign = CBORValue.record([2: .bytes(signature.signature.raw + [37])]).encoded
        #expect(throws: EthereumError.self) { try SignAnswer(decoding: foreign).signature(chainID: 5) }
    }

    @Test func aRequestThatContradictsItselfIsRefused() throws {
        var request = try SignRequest(
            Fixture.payment(), requestID: requestID, origin: origin(), address: Fixture.sender)
        request.chainID = 5
        #expect(throws: EthereumError.self) { try request.transaction() }
        request.chainID = 1
        request.kind = .legacyTransaction
        #expect(throws: EthereumError.self) { try request.transaction() }
        #expect(throws: EthereumError.self) { try request.message() }
        request.kind = .message
        #expect(throws: EthereumError.self) { try request.transaction() }
    }

    @Test func theAccountIsExportedWithWhatAWatchingWalletNeeds() throws {
        let master = try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 3, count: 32)))
        let path = try DerivationPath("m/44'/60'/0'")
        let account = try master.derived(path).publicKey
        let export = try AccountExport(account, origin: KeyOrigin(fingerprint: master.fingerprint, path: path))
        let record = try CBORValue(parsing: export.encoded, maximumCount: 1024)
        #expect(record[3]?.bytes == account.key.compressed)
        #expect(record[4]?.bytes == account.chainCode)
        let steps = record[6]?.content(ofTag: 304)
        #expect(
            steps?[1]?.array == [.unsigned(44), .bool(true), .unsigned(60), .bool(true), .unsigned(0), .bool(true)])
        #expect(steps?[3] == .unsigned(3))
        #expect(try AccountExport(decoding: export.encoded) == export)
        #expect(throws: EthereumError.self) {
            try AccountExport(account, origin: KeyOrigin(fingerprint: nil, path: DerivationPath("m/44'/60'/1'")))
        }
    }

    /// N5: the first account is the one that the exporter shows, or none.
    @Test func theChildrenOfAnExportedKeySayWhichAccountIsTheFirst() throws {
        let master = try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 3, count: 32)))
        func first(_ path: String, _ children: [CBORValue]?) throws -> [UInt32] {
            let path = try DerivationPath(path)
            let record = try children.map { try ChildPathRecord(.record([1: .array($0)])) }
            let export = try AccountExport(
                master.derived(path).publicKey, origin: KeyOrigin(fingerprint: master.fingerprint, path: path),
                children: record)
            let read = try AccountExport(decoding: export.encoded)
            #expect(read == export)
            return try read.firstAccount
        }
        let (zero, no, all): (CBORValue, CBORValue, CBORValue) = (.unsigned(0), .bool(false), .array([]))
        #expect(try first("m/44'/60'/0'", [zero, no, all, no]) == [0, 0])
        #expect(try first("m/44'/60'/0'", [.unsigned(1), no, all, no]) == [1, 0])
        #expect(try first("m/44'/60'/0'", [all, no]) == [0])
        #expect(try first("m/44'/60'/0'/0", [all, no]) == [0])
        #expect(try first("m/44'/60'/0'/0/3", []) == [])
        #expect(try first("m/44'/60'/0'", nil) == [0, 0])
        #expect(try first("m/44'/60'/0'/0/3", nil) == [])
        // Ledger's way of accounts takes the private key, and a branch alone does not say what it is for.
        #expect(throws: EthereumError.self) { try first("m/44'/60'", [all, .bool(true), zero, no, zero, no]) }
        #expect(throws: EthereumError.self) { try first("m/44'/60'/0'/0", nil) }
    }
}
