// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import TestSupport
import Testing

/// The way of one transaction through all roles, as BIP-0174 walks it.
struct PSBTRoleTests {
    /// Vectors/psbt_roles.json.
    struct Roles: Decodable {
        let created: String
        let updated: String
        let updatedWithType: String
        let signedByFirst: String
        let signedBySecond: String
        let combined: String
        let finalized: String
        let unknownOne: String
        let unknownTwo: String
        let unknownCombined: String
        let previous: [String]
        let extracted: String
        let master: String
        let keys: [String: String]
        let scripts: [String]
    }

    /// A signer that has some of a master key's children only.
    struct Signer: KeySource {
        let master: MasterKey
        let paths: Set<DerivationPath>

        func privateKeys(for origins: [KeyOrigin]) throws -> [Secp256k1.PrivateKey?] {
            try zip(origins, master.privateKeys(for: origins)).map { paths.contains($0.path) ? $1 : nil }
        }
    }

    let roles: Roles
    let master: PrivateExtendedKey

    init() throws {
        roles = try Vectors.load("psbt_roles.json", as: Roles.self)
        master = try PrivateExtendedKey(parsing: roles.master)
    }

    private func approved(_ text: String) throws -> ApprovedPSBT {
        let others = try roles.keys.values.map { path in
            let path = try DerivationPath(path)
            return MultisigAccount.Cosigner(
                origin: try KeyOrigin(fingerprint: master.fingerprint, path: path),
                key: try master.derived(path).publicKey)
        }
        let review = try PSBTReview(
            PSBT(parsing: text), network: .bitcoinTestnet, keys: OwnKeys(others: others))
        return try review.approve(acknowledging: review.review.warnings, and: review.warnings)
    }

    private func sign(_ text: String, _ paths: [String]) throws -> PSBT {
        let paths = Set(try paths.map { try DerivationPath($0) })
        return try approved(text).signed(by: Signer(master: MasterKey(master), paths: paths))
    }

    @Test func creatorAndUpdaterWriteWhatTheStandardSays() throws {
        let previous = try roles.previous.map { try Transaction(hex: $0) }
        let transaction = try PSBT(parsing: roles.created).transaction
        var psbt = try PSBT(transaction)
        #expect(psbt.text == roles.created)
        for index in 0..<2 {
            let id = transaction.inputs[index].outPoint.transactionID
            let source = try #require(previous.first { $0.id == id })
            if index == 0 {
                try psbt.setPreviousTransaction(source, of: index)
            } else {
                psbt.setSpentOutput(source.outputs[Int(transaction.inputs[index].outPoint.index)], of: index)
            }
        }
        let scripts = try roles.scripts.map { Script(try Hex.decode($0)) }
        psbt.setScripts(redeem: scripts[0], ofInput: 0)
        psbt.setScripts(redeem: scripts[1], witness: scripts[2], ofInput: 1)
        for (key, path) in roles.keys {
            let derivation = PSBTDerivation(
                publicKey: try Hex.decode(key), fingerprint: master.fingerprint, path: try DerivationPath(path))
            switch path.dropLast().last {
            case "0", "1": psbt.addDerivation(derivation, toInput: 0)
            case "2", "3": psbt.addDerivation(derivation, toInput: 1)
            case "4": psbt.addDerivation(derivation, toOutput: 0)
            default: psbt.addDerivation(derivation, toOutput: 1)
            }
        }
        #expect(psbt.text == roles.updated)
        for index in 0..<2 { psbt.setSignatureHashType(.all, of: index) }
        #expect(psbt.text == roles.updatedWithType)
    }

    @Test func signersAddTheSignaturesOfTheStandard() throws {
        #expect(try sign(roles.updatedWithType, ["m/0'/0'/0'", "m/0'/0'/2'"]).text == roles.signedByFirst)
        // The standard's second signer takes the first nonce even where r is high, which nobody does any more.
        let second = try sign(roles.updatedWithType, ["m/0'/0'/1'", "m/0'/0'/3'"])
        try second.checkSignatures()
        #expect(second.inputs[1] == (try PSBT(parsing: roles.signedBySecond)).inputs[1])
    }

    @Test func signersAddTheSignaturesOfCore() throws {
        let paths = [
            "cP53pDbR5WtAD8dYAW9hhTjuvvTVaEiQBdrz9XPrgLBeRFiyCbQr": "m/0'/0'/0'",
            "cT7J9YpCwY3AVRFSjN6ukeEeWY6mhpbJPxRaDaP5QTdygQRxP9Au": "m/0'/0'/1'",
            "cR6SXDoyfQrcp4piaiHE97Rsgta9mNhGTen9XeonVgwsh4iSgw6d": "m/0'/0'/2'",
            "cNBc3SWUip9PPm1GjRoLEJT6T41iNzCYtD7qro84FMnM5zEqeJsE": "m/0'/0'/3'",
        ]
        let cases = try CorePSBTCases.load().signer
        #expect(cases.count == 6)
        for (index, item) in cases.enumerated() {
            // Core leaves the last four as they are, this wallet says why: an amount on the file's word, foreign scripts.
            guard index < 2 else {
                #expect(throws: BitcoinError.self) { try approved(item.psbt) }
                continue
            }
            let signed = try sign(item.psbt, item.privkeys.map { try #require(paths[$0]) })
            #expect(signed.sorted().text == item.result, "case \(index)")
        }
    }

    @Test func theCombinerPutsBothTogetherWhicheverComesFirst() throws {
        let first = try PSBT(parsing: roles.signedByFirst)
        let second = try PSBT(parsing: roles.signedBySecond)
        #expect(try first.combined(with: second).text == roles.combined)
        #expect(try second.combined(with: first).text == roles.combined)
        let unknown = try [roles.unknownOne, roles.unknownTwo].map { try PSBT(parsing: $0) }
        #expect(try unknown[0].combined(with: unknown[1]).text == roles.unknownCombined)
        #expect(try unknown[1].combined(with: unknown[0]).text == roles.unknownCombined)
        #expect(throws: BitcoinError.self) { try first.combined(with: unknown[0]) }
    }

    @Test func finalizerAndExtractorWriteWhatTheStandardSays() throws {
        let combined = try PSBT(parsing: roles.combined)
        try combined.checkSignatures()
        #expect(throws: BitcoinError.self) { try combined.extracted() }
        let final = try combined.finalized()
        #expect(final.text == roles.finalized)
        #expect(final.isFinal)
        #expect(try Hex.encode(final.extracted().serialized()) == roles.extracted)
    }

    @Test func aSignatureShortNothingIsFinal() throws {
        let one = try PSBT(parsing: roles.signedByFirst)
        #expect(try one.finalized() == one)
    }

    @Test func coresOwnCasesForEveryRoleHold() throws {
        let core = try CorePSBTCases.load()
        for item in core.combiner {
            let parts = try item.combine.map { try PSBT(parsing: $0) }
            #expect(try parts.dropFirst().reduce(parts[0]) { try $0.combined(with: $1) }.text == item.result)
        }
        for item in core.finalizer {
            #expect(try PSBT(parsing: item.finalize).finalized().text == item.result)
        }
        for item in core.extractor {
            #expect(try Hex.encode(PSBT(parsing: item.extract).extracted().serialized()) == item.result)
        }
    }

    @Test func casesThatFailTheSignersChecksAreRefused() throws {
        let cases = try #require(try PSBTCases.load()["BIP-0174"]).signer
        #expect(cases.count == 4)
        for item in cases {
            let error = #expect(throws: BitcoinError.self, "\(item.case)") { try approved(item.base64) }
            #expect(error?.code == .malformed)
        }
    }

    /// N6: 480 KB of unknown entries are put together in time that grows with their number.
    @Test func manyUnknownEntriesAreCombinedInTheirOrder() throws {
        let count: UInt32 = 60_000
        let (even, odd) = (try padded(stride(from: 0, to: count, by: 2)), try padded(stride(from: 1, to: count, by: 2)))
        let combined = try even.combined(with: odd)
        #expect(combined == (try padded(stride(from: 0, to: count, by: 1))))
        #expect(try odd.combined(with: even) == combined)
        #expect(try combined.combined(with: even) == combined)
        // Four times as many take about four times as long, on a machine of any speed; with the square it is 16 times.
        let (few, many) = (try time(combining: count / 4), try time(combining: count))
        #expect(many < few * 10, "\(few) for \(count / 4) entries, \(many) for \(count)")
    }

    /// The least time that this thread worked, of three tries; others on the machine do not count.
    private func time(combining count: UInt32) throws -> Duration {
        let (even, odd) = (try padded(stride(from: 0, to: count, by: 2)), try padded(stride(from: 1, to: count, by: 2)))
        return try (0..<3).map { _ in try processorTime { _ = try even.combined(with: odd) } }.min() ?? .zero
    }

    /// The created PSBT with entries of the type 0x80 in its first map, a number in each key.
    private func padded(_ numbers: some Sequence<UInt32>) throws -> PSBT {
        let bytes = try Base64.decode(roles.created)
        let transaction = try PSBT(parsing: roles.created).transaction.serialized(withWitness: false)
        // Magic, a key of one byte, the length of the transaction in one byte, and the transaction.
        let end = 5 + 2 + 1 + transaction.count
        precondition(bytes[7] < 0xfd && bytes[end] == 0, "The first map is another than it was.")
        let entries = numbers.flatMap { number -> [UInt8] in
            [5, 0x80] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } + [1, 7]
        }
        return try PSBT(parsing: Array(bytes[..<end]) + entries + bytes[end...])
    }
}
