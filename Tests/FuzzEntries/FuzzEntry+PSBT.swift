// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import FoundationEssentials

/// Transactions to sign, payment links and keys to watch, from whoever shows them.
extension FuzzEntry {
    func psbt(_ input: [UInt8]) {
        check(BitcoinError.self) {
            try PSBT(parsing: input)
        } writesBack: {
            $0.serialized == input
        }
        // What has the form goes through every role without a crash, and through review without a signature.
        check(BitcoinError.self) {
            let psbt = try PSBT(parsing: input)
            let sorted = try PSBT(parsing: psbt.sorted().serialized)
            precondition(sorted.transaction == psbt.transaction, "psbt: the order changed the transaction")
            let combined = try psbt.combined(with: psbt)
            precondition(combined == psbt, "psbt: it changed by combining with itself")
            let final = try PSBT(parsing: psbt.finalized().serialized)
            if final.isFinal { _ = try final.extracted().serialized() }
            if psbt.inputs.count <= 4 { try psbt.checkSignatures() }
            return try PSBTReview(psbt, network: .bitcoinTestnet, keys: Self.watched)
        } writesBack: {
            $0.signatureCount <= $0.psbt.inputs.count * 16
        }
    }

    func bitcoinLink(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(BitcoinError.self) {
            try PaymentLink(parsing: text, network: .bitcoin)
        } writesBack: { link in
            do {
                return try PaymentLink(parsing: link.text, network: .bitcoin) == link
                    && PaymentLink(parsing: link.codeText, network: .bitcoin) == link
            } catch { return false }
        }
    }

    func bitcoinRecord(_ input: [UInt8]) {
        check(BitcoinError.self) {
            try PSBTRecord.decode(type: PSBTRecord.type, input)
        } writesBack: { psbt in
            do { return try PSBTRecord.decode(type: PSBTRecord.oldType, PSBTRecord.encode(psbt)) == psbt } catch {
                return false
            }
        }
        for type in WatchRecord.types.sorted() {
            check(BitcoinError.self) {
                try WatchRecord.keys(type: type, input)
            } writesBack: {
                $0.count <= WatchRecord.maximumDescriptors
            }
        }
    }

    /// An account that some seeds pay to.
    private static let watched: OwnKeys = {
        do {
            let master = try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 1, count: 32)))
            return OwnKeys(accounts: [try Account(network: .bitcoinTestnet, kind: .segwit, master: master)])
        } catch {
            preconditionFailure("The account of the fuzz entry cannot be made: \(error)")
        }
    }()

    static let bitcoinLinks = [
        "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=20.3&label=Luke-Jr&message=a%20b",
        "BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?AMOUNT=0.5",
        "bitcoin:?lightning=lnbc420bogus&lno=x&pop=a%3a",
    ]

    static var psbtSeeds: [[UInt8]] {
        struct Cases: Decodable {
            struct Case: Decodable { let base64: String }
            let valid: [Case]
        }
        return vector("psbt_bips.json", as: [String: Cases].self).sorted { $0.key < $1.key }.flatMap { _, cases in
            cases.valid.prefix(6).map { item in
                do { return try Base64.decode(item.base64) } catch {
                    preconditionFailure("A seed is no base64 text: \(error)")
                }
            }
        }
    }

    /// A file with some hundred entries that nobody knows.
    static var crowdedPSBT: [UInt8] {
        let seed = psbtSeeds[0]
        // The first map begins with the transaction: magic, a key of one byte, a length of one byte.
        let end = 8 + Int(seed[7])
        precondition(seed[7] < 0xfd && seed[end] == 0, "The first seed is another than it was.")
        let entries = (UInt16(0)..<300).flatMap { number -> [UInt8] in
            [3, 0x80, UInt8(number >> 8), UInt8(number & 255), 1, 7]
        }
        return Array(seed[..<end]) + entries + seed[end...]
    }

    static var bitcoinRecordSeeds: [[UInt8]] {
        struct Records: Decodable {
            let cryptoAccount: String
            let accountDescriptor: String
            let psbt: String
            let testKey: String
        }
        let records = vector("records.json", as: Records.self)
        return [records.cryptoAccount, records.accountDescriptor, records.psbt, records.testKey].map { text in
            do { return try Hex.decode(text) } catch { preconditionFailure("A seed is no hexadecimal text: \(error)") }
        }
    }

    private static func vector<T: Decodable>(_ name: String, as type: T.Type) -> T {
        let path = #filePath.dropLast("FuzzEntries/FuzzEntry+PSBT.swift".count) + "BitcoinTests/Vectors/\(name)"
        do {
            return try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: String(path))))
        } catch {
            preconditionFailure("The vectors of \(name) cannot be read: \(error)")
        }
    }
}
