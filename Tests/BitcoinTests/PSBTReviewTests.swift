// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import TestSupport
import Testing

/// What a PSBT may claim, and what this wallet makes of it.
struct PSBTReviewTests {
    let account: Account
    let master: PrivateExtendedKey
    let keys: OwnKeys

    init() throws {
        master = try AccountTests.master()
        account = try Account(network: .bitcoinRegtest, kind: .segwit, master: master)
        keys = OwnKeys(accounts: [account])
    }

    /// Two coins, a payment and change, as this wallet itself would write it down.
    private func plan(_ kind: AccountKind = .segwit, inputs count: Int = 2) throws -> TransactionPlan {
        var coins = try TestCoins(kind)
        let account = coins.account
        let inputs = try (0..<count).map { _ in
            let coin = try coins.coin(100_000)
            return try PlannedInput(
                outPoint: coin.outPoint, output: coin.output, spending: coin.spending,
                sequence: TransactionInput.replaceable, previousTransaction: coin.previousTransaction)
        }
        let change = try account.spending(.change, 3)
        let stranger = Script.witness(version: 0, program: [UInt8](repeating: 5, count: 20))
        return try TransactionPlan(
            network: .bitcoinRegtest, inputs: inputs,
            outputs: [
                PlannedOutput(TransactionOutput(value: 60_000, script: stranger), role: .recipient),
                PlannedOutput(
                    TransactionOutput(value: 30_000, script: change.lockingScript), role: .change(change)),
            ], lockTime: 0)
    }

    private func review(
        _ psbt: PSBT, _ keys: OwnKeys? = nil, allowedTypes: Set<SignatureHashType> = []
    ) throws -> PSBTReview {
        // Through its bytes, as it would come from elsewhere.
        try PSBTReview(
            PSBT(parsing: psbt.serialized), network: .bitcoinRegtest, keys: keys ?? self.keys,
            allowedTypes: allowedTypes)
    }

    private func sign(_ review: PSBTReview) throws -> PSBT {
        try review.approve(acknowledging: review.review.warnings, and: review.warnings).signed(by: MasterKey(master))
    }

    @Test func amountsRecipientsAndChangeAreShown() throws {
        let found = try review(PSBT(plan()))
        #expect(found.warnings.isEmpty)
        #expect(found.signatureCount == 2)
        #expect(found.review.fee == 110_000)
        #expect(found.review.recipients.map(\.amount) == [60_000])
        #expect(found.review.change.map(\.amount) == [30_000])
    }

    @Test(arguments: AccountKind.allCases)
    func everyKindOfAccountIsSignedFinalizedAndExtracted(kind: AccountKind) throws {
        let plan = try plan(kind)
        let own = OwnKeys(accounts: [try Account(network: .bitcoinRegtest, kind: kind, master: master)])
        let review = try review(PSBT(plan), own)
        #expect(review.review.change.count == 1)
        let signed = try sign(review)
        try signed.checkSignatures()
        let direct = try Review(plan, isOwn: { _ in false })
        let expected = try direct.approve(acknowledging: direct.warnings).signed(by: MasterKey(master))
        #expect(try PSBT(parsing: signed.serialized).finalized().extracted() == expected)
    }

    @Test func signedBytesAreThoseOfLibwallyAndBDK() throws {
        for vector in try Vectors.load("signed.json", as: SignedVectors.self).cases {
            let plan = try SigningTests.plan(vector)
            let kind = try #require(AccountKind(rawValue: vector.kind))
            let own = OwnKeys(accounts: [try Account(network: .bitcoinRegtest, kind: kind, master: master)])
            let bytes = try sign(review(PSBT(plan), own)).finalized().extracted().serialized()
            if let hex = vector.signed.hex { #expect(Hex.encode(bytes) == hex, "\(vector.kind) \(vector.inputs)") }
            if let sha256 = vector.signed.sha256 { #expect(SHA256.hash(bytes).description == sha256) }
        }
    }

    @Test func amountsOnTheFilesWordMustBeAcknowledged() throws {
        let plan = try plan()
        var psbt = try PSBT(plan.unsigned)
        for (index, input) in plan.inputs.enumerated() {
            psbt.setSpentOutput(input.output, of: index)
            try addDerivation(of: input, to: &psbt, at: index)
        }
        let found = try review(psbt)
        #expect(found.warnings == [.unprovenAmounts])
        #expect(throws: BitcoinError.self) { try found.approve(acknowledging: found.review.warnings) }
        _ = try found.approve(acknowledging: found.review.warnings, and: [.unprovenAmounts])
    }

    private func addDerivation(of input: PlannedInput, to psbt: inout PSBT, at index: Int) throws {
        guard case .key(_, let key, let origin) = input.spending else { return }
        psbt.addDerivation(
            PSBTDerivation(publicKey: key.compressed, fingerprint: origin.fingerprint, path: origin.path),
            toInput: index)
    }

    @Test func oneInputOrTaprootProvesTheAmountByItsSignature() throws {
        let one = try plan(inputs: 1)
        var psbt = try PSBT(one.unsigned)
        psbt.setSpentOutput(one.inputs[0].output, of: 0)
        try addDerivation(of: one.inputs[0], to: &psbt, at: 0)
        #expect(try review(psbt).warnings.isEmpty)
        // Without the previous transactions, which the plan would write down too.
        let taproot = try plan(.taproot)
        let bare = try TransactionPlan(
            network: taproot.network,
            inputs: taproot.inputs.map {
                try PlannedInput(
                    outPoint: $0.outPoint, output: $0.output, spending: $0.spending, sequence: $0.sequence)
            }, outputs: taproot.outputs, lockTime: 0)
        let own = OwnKeys(accounts: [try Account(network: .bitcoinRegtest, kind: .taproot, master: master)])
        #expect(try review(PSBT(bare), own).warnings.isEmpty)
    }

    @Test func aFileThatContradictsItsPreviousTransactionIsRefused() throws {
        let plan = try plan()
        var psbt = try PSBT(plan)
        psbt.setSpentOutput(TransactionOutput(value: 90_000, script: plan.inputs[0].output.script), of: 0)
        #expect(throws: BitcoinError.self) { try review(psbt) }
        #expect(throws: BitcoinError.self) {
            try psbt.setPreviousTransaction(try #require(plan.inputs[1].previousTransaction), of: 0)
        }
    }

    @Test func anotherTransactionInThePlaceOfThePreviousOneIsNotRead() throws {
        let plan = try plan()
        let right = try #require(plan.inputs[0].previousTransaction)
        var wrong = right
        wrong.outputs[0].value = 1_000_000
        let bytes = try PSBT(plan).serialized
        let forged = try Self.replacing(right.serialized(), by: wrong.serialized(), in: bytes)
        let error = #expect(throws: BitcoinError.self) { try PSBT(parsing: forged) }
        #expect(error?.message.contains("not the one it spends") == true)
    }

    private static func replacing(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) throws -> [UInt8] {
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
        return bytes[..<start] + new + bytes[(start + old.count)...]
    }

    @Test func aKeyThatIsNotWhereTheFileSaysIsRefused() throws {
        var psbt = try PSBT(plan())
        let foreign = try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 3, count: 32))).publicKey
        let path = try account.origin.appending(0, 9).path
        psbt.addDerivation(
            PSBTDerivation(publicKey: foreign.compressed, fingerprint: master.fingerprint, path: path), toInput: 0)
        let error = #expect(throws: BitcoinError.self) { try review(psbt) }
        #expect(error?.code == .badSignature)
    }

    @Test func changeIsChangeOnlyWhenItIsDerivedHere() throws {
        let plan = try plan()
        var outputs = plan.outputs
        let thief = Script.witness(version: 0, program: [UInt8](repeating: 8, count: 20))
        outputs[1] = try PlannedOutput(TransactionOutput(value: 30_000, script: thief), role: .recipient)
        let stolen = try TransactionPlan(
            network: plan.network, inputs: plan.inputs, outputs: outputs, lockTime: 0)
        var psbt = try PSBT(stolen)
        // The claim: our key, our path.
        guard case .key(_, let key, let origin) = try account.spending(.change, 3) else { return }
        psbt.addDerivation(
            PSBTDerivation(publicKey: key.compressed, fingerprint: origin.fingerprint, path: origin.path), toOutput: 1)
        let found = try review(psbt)
        #expect(found.review.change.isEmpty)
        #expect(found.review.recipients.map(\.script).contains(thief))
    }

    @Test func inputsOfOthersAreNotSigned() throws {
        let other = try Account(
            network: .bitcoinRegtest, kind: .segwit,
            master: PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 7, count: 32))))
        let found = try review(PSBT(plan()), OwnKeys(accounts: [other]))
        #expect(found.warnings == [.nothingToSign])
        let error = #expect(throws: BitcoinError.self) {
            try found.approve(acknowledging: found.review.warnings, and: found.warnings)
        }
        #expect(error?.code == .badSignature)
    }

    @Test(arguments: [UInt32(0), 2, 3, 0x81, 0x82, 0x83, 0x41])
    func signaturesThatLeaveSomethingOpenAreRefusedUnlessAskedFor(raw: UInt32) throws {
        let type = SignatureHashType(rawValue: raw)
        var psbt = try PSBT(plan())
        psbt.setSignatureHashType(type, of: 1)
        let error = #expect(throws: BitcoinError.self) { try review(psbt) }
        #expect(error?.code == .unsupported)
        let asked = try review(psbt, allowedTypes: [type])
        #expect(asked.warnings == [.openSignature(input: 1, type)])
        let signed = try sign(asked)
        try signed.checkSignatures()
        #expect(signed.inputs[1].partialSignatures[0].signature.last == UInt8(raw))
        #expect(signed.inputs[0].partialSignatures[0].signature.last == 1)
        #expect(try signed.finalized().isFinal)
    }

    @Test(arguments: [UInt32(3), 0x83, 0x101])
    func aTypeThatSignsForNothingIsRefusedEvenWhenAskedFor(raw: UInt32) throws {
        // Three inputs, two outputs: the third input has no output of its number.
        let type = SignatureHashType(rawValue: raw)
        var psbt = try PSBT(plan(inputs: 3))
        psbt.setSignatureHashType(type, of: 2)
        let error = #expect(throws: BitcoinError.self) { try review(psbt, allowedTypes: [type]) }
        #expect(error?.code == .unsupported)
    }

    @Test func whatNobodyHereKnowsSurvivesSigningAndFinalizing() throws {
        let bytes = try PSBT(plan()).serialized
        // An entry of the unknown type 0xf5, and one of somebody's own, at the end of the last output.
        let added = bytes.dropLast() + [2, 0xF5, 1, 1, 7, 4, 0xFC, 1, 0x41, 0, 1, 9, 0]
        let psbt = try PSBT(parsing: Array(added))
        let final = try sign(review(psbt)).finalized()
        #expect(final.serialized.suffix(13) == added.suffix(13))
    }

    /// The same plan as a file of version 2 that still lets inputs and outputs be added. BIP-0370
    private func ofVersion2(_ plan: TransactionPlan) throws -> PSBT {
        let old = try PSBT(plan)
        var writer = WireWriter()
        writer.append(Array("psbt".utf8) + [0xFF])
        for (type, value) in [(2, [2, 0, 0, 0]), (4, [2]), (5, [2]), (6, [3]), (0xFB, [2, 0, 0, 0])]
            as [(UInt8, [UInt8])]
        {
            writer.append(sized: [type])
            writer.append(sized: value)
        }
        writer.append(0)
        func write(_ map: PSBTMap, and more: [(UInt8, [UInt8])]) {
            for entry in map.entries {
                writer.append(sized: entry.key)
                writer.append(sized: entry.value)
            }
            for (type, value) in more {
                writer.append(sized: [type])
                writer.append(sized: value)
            }
            writer.append(0)
        }
        for (input, described) in zip(plan.inputs, old.inputs) {
            let outPoint = input.outPoint.serialized
            write(
                described.map,
                and: [
                    (0x0E, Array(outPoint.prefix(32))), (0x0F, Array(outPoint.suffix(4))),
                    (0x10, [0xFD, 0xFF, 0xFF, 0xFF]),
                ])
        }
        for (output, described) in zip(plan.outputs, old.outputs) {
            var amount = WireWriter()
            amount.append(uint64: output.value.value)
            write(described.map, and: [(3, amount.bytes), (4, output.script.bytes)])
        }
        return try PSBT(parsing: writer.bytes)
    }

    @Test func versionTwoIsSignedToTheSameTransactionAndClosed() throws {
        let plan = try plan()
        let psbt = try ofVersion2(plan)
        #expect(psbt.version == 2)
        #expect(psbt.transaction == plan.unsigned)
        let signed = try sign(review(psbt))
        #expect(signed.global[6] == [0])
        let expected = try sign(review(PSBT(plan))).finalized().extracted()
        #expect(try PSBT(parsing: signed.finalized().serialized).extracted() == expected)
    }

    @Test func aForgedSignatureIsNamed() throws {
        let signed = try sign(review(PSBT(plan())))
        let signature = signed.inputs[1].partialSignatures[0].signature
        var wrong = signature
        wrong[10] ^= 1
        let forged = try PSBT(parsing: Self.replacing(signature, by: wrong, in: signed.serialized))
        let error = #expect(throws: BitcoinError.self) { try forged.checkSignatures() }
        #expect(error?.message.contains("input 1") == true)
    }

    @Test func twoOfThreeSignOneAfterTheOther() throws {
        let masters = try (1...3).map {
            try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: UInt8($0), count: 32)))
        }
        let path = try MultisigAccount.path(number: 0, network: .bitcoinRegtest)
        let shared = try MultisigAccount(
            network: .bitcoinRegtest, threshold: 2,
            cosigners: masters.map {
                MultisigAccount.Cosigner(
                    origin: try KeyOrigin(fingerprint: $0.fingerprint, path: path),
                    key: try $0.derived(path).publicKey)
            })
        let spending = try shared.spending(.receive, 4)
        let previous = Transaction(
            inputs: [
                TransactionInput(
                    outPoint: OutPoint(transactionID: try TransactionID([UInt8](repeating: 1, count: 32)), index: 0))
            ], outputs: [TransactionOutput(value: 500_000, script: try spending.lockingScript)])
        let change = try shared.spending(.change, 0)
        let plan = try TransactionPlan(
            network: .bitcoinRegtest,
            inputs: [
                PlannedInput(
                    outPoint: OutPoint(transactionID: previous.id, index: 0), output: previous.outputs[0],
                    spending: spending, sequence: TransactionInput.replaceable, previousTransaction: previous)
            ],
            outputs: [
                PlannedOutput(
                    TransactionOutput(
                        value: 200_000, script: .witness(version: 0, program: [UInt8](repeating: 5, count: 20))),
                    role: .recipient),
                PlannedOutput(
                    TransactionOutput(value: 299_000, script: try change.lockingScript), role: .change(change)),
            ], lockTime: 0)
        let found = try review(PSBT(plan), OwnKeys(shared: [shared]))
        #expect(found.review.change.count == 1)
        let approved = try found.approve(acknowledging: found.review.warnings, and: found.warnings)
        let first = try approved.signed(by: MasterKey(masters[2]))
        #expect(try !first.finalized().isFinal)
        let second = try approved.signed(by: MasterKey(masters[0]))
        let both = try first.combined(with: second)
        try both.checkSignatures()
        #expect(try both.finalized().isFinal)
        #expect(try both.serialized == second.combined(with: first).serialized)
    }

    @Test func changeWhereNoRestoreLooksIsShownAsAPaymentAndWarnedOf() throws {
        let plan = try plan()
        let far = try account.spending(.change, 2_000_000_000)
        let moved = try TransactionPlan(
            network: .bitcoinRegtest, inputs: plan.inputs,
            outputs: [
                plan.outputs[0],
                PlannedOutput(TransactionOutput(value: 30_000, script: far.lockingScript), role: .change(far)),
            ], lockTime: 0)

        let found = try review(PSBT(moved))

        #expect(found.review.change.isEmpty && found.review.recipients.count == 2)
        #expect(found.warnings == [.farAddress(output: 1)])
    }
}
