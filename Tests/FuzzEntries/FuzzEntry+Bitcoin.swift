// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto

/// What servers, cameras and people hand to the Bitcoin part.
extension FuzzEntry {
    func bitcoinTransaction(_ input: [UInt8]) {
        check(BitcoinError.self) {
            try Transaction(parsing: input)
        } writesBack: { transaction in
            transaction.serialized() == input
                && transaction.weight == transaction.serialized(withWitness: false).count * 3 + input.count
        }
        // Where no witness can be, none is written.
        check(BitcoinError.self) {
            try Transaction(parsing: input, allowsWitness: false)
        } writesBack: {
            $0.serialized() == input
        }
    }

    /// A script has a kind, whatever it is, and the same kind is made of the same bytes again.
    func bitcoinScript(_ input: [UInt8]) {
        let script = Script(input)
        let again: Script? =
            switch script.kind {
            case .publicKeyHash(let hash): .publicKeyHash(hash)
            case .scriptHash(let hash): .scriptHash(hash)
            case .witnessPublicKeyHash(let program), .witnessScriptHash(let program):
                .witness(version: 0, program: program)
            case .taproot(let program): .witness(version: 1, program: program)
            case .futureWitness(let version, let program): .witness(version: version, program: program)
            case .publicKey, .multisig, .data, .other: nil
            }
        precondition(again == nil || again == script, "bitcoinScript: another script of the same kind")
        check(BitcoinError.self) {
            try Address(script, network: .bitcoinSignet)
        } writesBack: { address in
            do { return try Address(parsing: address.text, network: .bitcoinSignet).script == script } catch {
                return false
            }
        }
        check(BitcoinError.self) {
            try Multisig(witnessScript: script)
        } writesBack: {
            $0.witnessScript == script
        }
    }

    /// Addresses, descriptors, rates and names of outputs, as people paste them.
    func bitcoinText(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        for network in Network.all where network.chain == .bitcoin {
            check(BitcoinError.self) {
                try Address(parsing: text, network: network)
            } writesBack: { address in
                address.text == text || address.text == text.lowercased()
            }
        }
        check(BitcoinError.self) {
            try Descriptor(parsing: text)
        } writesBack: { descriptor in
            do { return try Descriptor(parsing: descriptor.description) == descriptor } catch { return false }
        }
        check(BitcoinError.self) {
            try FeeRate(parsing: text)
        } writesBack: { rate in
            do { return try FeeRate(parsing: String(rate.description.dropLast(7))) == rate } catch { return false }
        }
        check(BitcoinError.self) {
            try OutPoint(parsing: text)
        } writesBack: {
            $0.description == text.lowercased()
        }
    }

    /// A signature of a message: nobody's, or no signature; never a crash.
    func bitcoinSignature(_ input: [UInt8]) {
        let text = Base64.encode(input)
        for address in Self.bitcoinSigners {
            check(BitcoinError.self) {
                try MessageSignature.isValid(text, of: "fuzz", by: address)
            } writesBack: {
                !$0
            }
        }
    }

    private static let bitcoinSigners: [Address] = {
        do {
            return try [
                "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
                "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr", "36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm",
            ].map { try Address(parsing: $0, network: .bitcoin) }
        } catch { preconditionFailure("An address of a seed cannot be read: \(error)") }
    }()

    static let bitcoinSignatures: [[UInt8]] = [
        "02473044022033602e0d0a2abd957d662c9ca8a9242a43ac6f3736af2c84f8f76d0132b9d02316022016b3a4e683936d2a91a5132972c11a2512a0d9af583a2c695fcc7ae93483b52e340121027f120031964429423d85888e01aee8101083cc5cfc1521526a3b85c2b0cbe58820",
        "0140" + String(repeating: "5a", count: 64), "1f" + String(repeating: "3c", count: 64),
    ].map(fromHex)

    static let bitcoinTransactions: [[UInt8]] = [
        "0100000001db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a54770100000000feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac92040000",
        "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000",
    ].map(fromHex)

    static let bitcoinScripts: [[UInt8]] = [
        "76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac", "a91400112233445566778899aabbccddeeff0011223387",
        "00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1",
        "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343", "6a0548656c6c6f",
        "522102fe6f0a5a297eb38c391581c4413e084773ea23954d93f7753db7dc0adc188b2f2102ff12471208c14bd580709cb2358d98975247d8765f92bc25eab3b2763ed605f852ae",
    ].map(fromHex)

    static let bitcoinTexts: [[UInt8]] = [
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "12.5",
        "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2", "bcrt1pw53jtgez0wf69n06fchp0ctk48620zdscnrj8heh86wykp9mv20q7vd3gm",
        "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b:7",
        "wpkh([73c5da0a/84'/1'/0']tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/0/*)#2ag6nxcd",
        "tr([73c5da0a/86'/1'/0']tpubDDfvzhdVV4unsoKt5aE6dcsNsfeWbTgmLZPi8LQDYU2xixrYemMfWJ3BaVneH3u7DBQePdTwhpybaKRU95pi6PMUtLPBJLVQRpzEnjfjZzX/<0;1>/*)",
    ].map { Array($0.utf8) }

    private static func fromHex(_ text: String) -> [UInt8] {
        do { return try Hex.decode(text) } catch { preconditionFailure("A seed is no hexadecimal text: \(error)") }
    }
}
