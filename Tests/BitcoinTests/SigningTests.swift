// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import Testing

/// What wallycore and bdkpython signed; see Tests/Independent/bitcoin_golden.py.
struct SignedVectors: Decodable {
    struct Case: Decodable {
        struct Signed: Decodable {
            let hex: String?
            let sha256: String?
        }
        let kind: String
        let inputs: Int
        let unsigned: String
        let previous: [String]
        let amounts: [UInt64]
        let signed: Signed
    }
    struct Shared: Decodable {
        let unsigned: String
        let previous: String
        let signed: String
    }
    struct Messages: Decodable {
        struct Row: Decodable {
            let type: UInt32
            let input: Int
            let witness: String
            let original: String

            init(from decoder: any Decoder) throws {
                var row = try decoder.unkeyedContainer()
                type = try row.decode(UInt32.self)
                input = try row.decode(Int.self)
                witness = try row.decode(String.self)
                original = try row.decode(String.self)
            }
        }
        let unsigned: String
        let amounts: [UInt64]
        let scripts: [String]
        let rows: [Row]
    }
    let cases: [Case]
    let shared: Shared
    let messages: Messages
    let descriptors: [String: String]
    let legacyMessage: String
}

struct SigningTests {
    /// The plan of a golden case, its keys derived by this project alone.
    static func plan(_ vector: SignedVectors.Case) throws -> TransactionPlan {
        let kind = try #require(AccountKind(rawValue: vector.kind))
        let account = try Account(network: .bitcoinRegtest, kind: kind, master: AccountTests.master())
        let unsigned = try Transaction(hex: vector.unsigned)
        let inputs = try unsigned.inputs.enumerated().map { index, input in
            let spending = try account.spending(index.isMultiple(of: 2) ? .receive : .change, UInt32(index))
            return try PlannedInput(
                outPoint: input.outPoint,
                output: TransactionOutput(value: Satoshis(vector.amounts[index]), script: spending.lockingScript),
                spending: spending, sequence: input.sequence,
                previousTransaction: vector.previous.isEmpty ? nil : Transaction(hex: vector.previous[index]))
        }
        return try TransactionPlan(
            network: .bitcoinRegtest, version: unsigned.version, inputs: inputs,
            outputs: unsigned.outputs.map { try PlannedOutput($0, role: .recipient) }, lockTime: unsigned.lockTime)
    }

    static func approved(_ plan: TransactionPlan) throws -> ApprovedTransaction {
        let review = try Review(plan, isOwn: { _ in false })
        return try review.approve(acknowledging: review.warnings)
    }

    @Test func signedBytesAreThoseOfLibwallyAndBDK() throws {
        let file = try Vectors.load("signed.json", as: SignedVectors.self)
        #expect(file.cases.count == 10)
        let keys = MasterKey(try AccountTests.master())
        for vector in file.cases {
            let plan = try Self.plan(vector)
            #expect(Hex.encode(plan.unsigned.serialized()) == vector.unsigned)
            let signed = try Self.approved(plan).signed(by: keys)
            let bytes = signed.serialized()
            if let hex = vector.signed.hex { #expect(Hex.encode(bytes) == hex, "\(vector.kind) \(vector.inputs)") }
            if let sha256 = vector.signed.sha256 {
                #expect(SHA256.hash(bytes).description == sha256, "\(vector.kind) \(vector.inputs)")
            }
            // At most one byte a signature less than reckoned, never more.
            #expect(signed.weight <= plan.weight && plan.weight - signed.weight <= 4 * vector.inputs)
        }
    }

    private static func cosigners() throws -> [PrivateExtendedKey] {
        try (1...3).map { try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: UInt8($0), count: 32))) }
    }

    private static func sharedPlan(_ vector: SignedVectors.Shared) throws -> TransactionPlan {
        let path = try MultisigAccount.path(number: 0, network: .bitcoinRegtest)
        let cosigners = try cosigners().map {
            MultisigAccount.Cosigner(
                origin: try KeyOrigin(fingerprint: $0.fingerprint, path: path), key: try $0.derived(path).publicKey)
        }
        let account = try MultisigAccount(network: .bitcoinRegtest, threshold: 2, cosigners: cosigners)
        let unsigned = try Transaction(hex: vector.unsigned)
        let previous = try Transaction(hex: vector.previous)
        let input = try PlannedInput(
            outPoint: unsigned.inputs[0].outPoint, output: previous.outputs[0], spending: account.spending(.receive, 7),
            sequence: unsigned.inputs[0].sequence, previousTransaction: previous)
        return try TransactionPlan(
            network: .bitcoinRegtest, inputs: [input],
            outputs: unsigned.outputs.map { try PlannedOutput($0, role: .recipient) }, lockTime: unsigned.lockTime)
    }

    @Test func twoOfThreeSignAsLibwallyAndEmbitDo() throws {
        let vector = try Vectors.load("signed.json", as: SignedVectors.self).shared
        let plan = try Self.sharedPlan(vector)
        let approved = try Self.approved(plan)
        let masters = try Self.cosigners()
        let first = try approved.signatures(by: MasterKey(masters[0]))
        let third = try approved.signatures(by: MasterKey(masters[2]))
        #expect(first.count == 1)
        #expect(try plan.isValid(first[0]) && plan.isValid(third[0]))
        #expect(throws: BitcoinError.self) { try approved.assembled(from: first) }
        #expect(throws: BitcoinError.self) { try approved.assembled(from: first + first) }
        #expect(Hex.encode(try approved.assembled(from: third + first).serialized()) == vector.signed)
    }

    @Test func aSignatureOfAnotherPlanIsKnownToBeWrong() throws {
        let file = try Vectors.load("signed.json", as: SignedVectors.self)
        let keys = MasterKey(try AccountTests.master())
        for vector in file.cases where vector.inputs <= 3 {
            let plan = try Self.plan(vector)
            let less = try PlannedOutput(
                TransactionOutput(value: plan.outputs[0].value.subtracting(1), script: plan.outputs[0].script),
                role: .recipient)
            let other = try TransactionPlan(
                network: plan.network, inputs: plan.inputs, outputs: [less] + plan.outputs.dropFirst(),
                lockTime: plan.lockTime)
            for signature in try Self.approved(plan).signatures(by: keys) {
                #expect(try plan.isValid(signature))
                #expect(try !other.isValid(signature))
            }
        }
    }

    @Test func keysOfSomebodyElseSignNothing() throws {
        let vector = try Vectors.load("signed.json", as: SignedVectors.self).cases[0]
        let other = MasterKey(try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 9, count: 32))))
        let approved = try Self.approved(Self.plan(vector))
        #expect(try approved.signatures(by: other).isEmpty)
        #expect(throws: BitcoinError.self) { try approved.signed(by: other) }
    }

    @Test func aKeyThatIsNotTheOneOfItsPathIsRefused() throws {
        struct Wrong: KeySource {
            func privateKeys(for origins: [KeyOrigin]) throws -> [Secp256k1.PrivateKey?] {
                try origins.map { _ in try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 1, count: 32))) }
            }
        }
        let file = try Vectors.load("signed.json", as: SignedVectors.self)
        for vector in file.cases where vector.inputs == 1 {
            let approved = try Self.approved(Self.plan(vector))
            #expect(throws: BitcoinError.self, "\(vector.kind)") { try approved.signed(by: Wrong()) }
        }
    }

    @Test func anInputThatItsKeyDoesNotLockIsRefusedBeforeAnythingIsSigned() throws {
        let account = try Account(network: .bitcoin, kind: .segwit, master: AccountTests.master())
        let point = OutPoint(transactionID: try TransactionID([UInt8](repeating: 1, count: 32)), index: 0)
        #expect(throws: BitcoinError.self) {
            try PlannedInput(
                outPoint: point, output: TransactionOutput(value: 1_000, script: account.lockingScript(.receive, 1)),
                spending: account.spending(.receive, 0), sequence: 0)
        }
    }

    @Test func anOldCoinIsRefusedWithoutTheTransactionThatProvesItsAmount() throws {
        let account = try Account(network: .bitcoin, kind: .legacy, master: AccountTests.master())
        let output = TransactionOutput(value: 1_000, script: try account.lockingScript(.receive, 0))
        let previous = Transaction(inputs: [], outputs: [output])
        let point = OutPoint(transactionID: previous.id, index: 0)
        let spending = try account.spending(.receive, 0)
        _ = try UTXO(
            outPoint: point, output: output, spending: spending, standing: .confirmed(height: 1),
            previousTransaction: previous)
        #expect(throws: BitcoinError.self) {
            try UTXO(outPoint: point, output: output, spending: spending, standing: .confirmed(height: 1))
        }
        let richer = TransactionOutput(value: 2_000, script: output.script)
        #expect(throws: BitcoinError.self) {
            try UTXO(
                outPoint: point, output: richer, spending: spending, standing: .confirmed(height: 1),
                previousTransaction: previous)
        }
    }

    @Test func keysPrintNothing() throws {
        let master = MasterKey(try AccountTests.master())
        var printed = ""
        dump(master, to: &printed)
        #expect("\(master)" == "‹redacted›" && "\([master])" == "[‹redacted›]")
        #expect(String(reflecting: master) == "‹redacted›" && !printed.contains("73c5da0a"))
    }
}
