// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Crypto
import Testing

struct AccountTests {
    /// "abandon … about" without a passphrase, which the examples of BIP-0049, BIP-0084 and BIP-0086 begin from.
    static func master() throws -> PrivateExtendedKey {
        try PrivateExtendedKey(
            seed: SecretBytes(
                Hex.decode(
                    "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"
                )))
    }

    @Test func legacyAddressesAreThoseEveryWalletShows() throws {
        let account = try Account(network: .bitcoin, kind: .legacy, master: Self.master())
        #expect(account.origin.description == "73c5da0a/44'/0'/0'")
        #expect(
            account.extendedKeyText
                == "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj"
        )
        #expect(try account.address(.receive, 0).text == "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA")
    }

    @Test func nestedAddressesAreThoseOfTheirProposal() throws {
        let account = try Account(network: .bitcoinTestnet, kind: .nested, master: Self.master())
        #expect(try account.address(.receive, 0).text == "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2")
    }

    @Test func segwitAddressesAreThoseOfTheirProposal() throws {
        let account = try Account(network: .bitcoin, kind: .segwit, master: Self.master())
        #expect(
            account.extendedKeyText
                == "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
        )
        #expect(try account.address(.receive, 0).text == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
        #expect(try account.address(.receive, 1).text == "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g")
        #expect(try account.address(.change, 0).text == "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el")
    }

    @Test func taprootAddressesAreThoseOfTheirProposal() throws {
        let account = try Account(network: .bitcoin, kind: .taproot, master: Self.master())
        #expect(
            account.extendedKeyText
                == "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
        )
        #expect(
            try account.address(.receive, 0).text == "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")
        #expect(
            try account.address(.receive, 1).text == "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh")
        #expect(
            try account.address(.change, 0).text == "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7")
    }

    @Test func aKeyOfAnotherNetworkMakesNoAccount() throws {
        let account = try Account(network: .bitcoinTestnet, kind: .segwit, master: Self.master())
        let key = try PublicExtendedKey(parsing: account.extendedKeyText)
        _ = try Account(network: .bitcoinSignet, kind: .segwit, origin: account.origin, key: key)
        #expect(throws: BitcoinError.self) {
            try Account(network: .bitcoin, kind: .segwit, origin: account.origin, key: key)
        }
        let main = try Account(network: .bitcoin, kind: .segwit, master: Self.master())
        #expect(throws: BitcoinError.self) {
            try Account(
                network: .bitcoinTestnet, kind: .segwit, origin: main.origin,
                key: PublicExtendedKey(parsing: main.extendedKeyText))
        }
    }

    @Test func keysOfSharedAccountsAreSortedAsCoreSortsThem() throws {
        guard case .array(let rows) = try JSONValue(parsing: Array(Vectors.load("rpc_bip67.json").utf8)) else { return }
        #expect(rows.count == 4)
        for row in rows {
            guard case .array(let keys) = row["keys"] else { continue }
            let points = try keys.map { try Secp256k1.PublicKey(Hex.decode($0.string ?? "")) }
            let multisig = try Multisig(threshold: 2, keys: points)
            #expect(multisig.witnessScript.description == row["script"]?.string)
            let address = try Address(multisig.witnessScript.payToScriptHash, network: .bitcoinRegtest)
            #expect(address.text == row["address"]?.string)
            #expect(try Multisig(witnessScript: multisig.witnessScript) == multisig)
        }
    }

    @Test func impossibleSharedAccountsAreRefused() throws {
        let key = try Self.master().key.publicKey
        #expect(throws: BitcoinError.self) { try Multisig(threshold: 1, keys: [key, key]) }
        #expect(throws: BitcoinError.self) { try Multisig(threshold: 0, keys: [key]) }
        #expect(throws: BitcoinError.self) { try Multisig(threshold: 2, keys: [key]) }
        #expect(throws: BitcoinError.self) { try Multisig(threshold: 1, keys: []) }
    }

    @Test(arguments: AccountKind.allCases, [Network.bitcoin, .bitcoinRegtest])
    func aDescriptorIsReadBackAndMakesTheSameAddresses(_ kind: AccountKind, _ network: Network) throws {
        let account = try Account(network: network, kind: kind, number: 3, master: Self.master())
        for branch in AddressBranch.allCases {
            let descriptor = account.descriptor(branch)
            let again = try Descriptor(parsing: descriptor.description)
            #expect(again.description == descriptor.description)
            #expect(try again.lockingScript(at: 7) == account.lockingScript(branch, 7))
            #expect(again.keys[0].origin == account.origin)
        }
    }

    @Test func aDescriptorOfBothBranchesStandsForEach() throws {
        let account = try Account(network: .bitcoin, kind: .segwit, master: Self.master())
        let plain = String(account.descriptor(.receive).description.prefix { $0 != "#" })
        let both = try Descriptor(parsing: plain.replacing("/0/*", with: "/<0;1>/*"))
        #expect(both.choosing(.change).description == account.descriptor(.change).description)
        #expect(throws: BitcoinError.self) { try both.lockingScript(at: 0) }
    }

    /// BIP-0380's own rows: the right checksum leads to the refusal of `raw`, any other is a mistake.
    @Test func checksumsAreThoseOfTheirProposal() {
        func code(_ text: String) -> BitcoinError.Code? {
            do {
                _ = try Descriptor(parsing: text)
                return nil
            } catch { return (error as? BitcoinError)?.code }
        }
        #expect(code("raw(deadbeef)#89f8spxm") == .unsupported && code("raw(deadbeef)") == .unsupported)
        for wrong in ["", "89f8spxmx", "89f8spx", "#9f8spxm"] {
            #expect(code("raw(deadbeef)#" + wrong) == .malformed, "\(wrong)")
        }
        #expect(code("raw(dedbeef)#89f8spxm") == .malformed && code("raw(Ü)#00000000") == .malformed)
    }

    @Test(arguments: AccountKind.allCases)
    func descriptorsAreWrittenAsBDKWritesThem(_ kind: AccountKind) throws {
        let expected = try Vectors.load("signed.json", as: SignedVectors.self).descriptors[kind.rawValue]
        let account = try Account(network: .bitcoinRegtest, kind: kind, master: Self.master())
        #expect(account.descriptor(.receive).description == expected)
    }

    @Test func everyKnownPathMakesAnAccount() throws {
        #expect(Set(KnownPath.all).count == KnownPath.all.count)
        for known in KnownPath.all {
            let account = try known.account(network: .bitcoinRegtest, master: Self.master())
            #expect(account.kind == known.kind && account.origin.path.components.count == known.path.components.count)
        }
        let second = try KnownPath.all[0].account(number: 1, network: .bitcoin, master: Self.master())
        #expect(second.origin.path.text == "m/84'/0'/1'")
        let last = try #require(KnownPath.all.last)
        #expect(throws: BitcoinError.self) { try last.account(number: 1, network: .bitcoin, master: Self.master()) }
    }

    @Test(arguments: [
        "", "wpkh()", "wpkh", "combo(xpub)", "tr(xpub,{pk(a),pk(b)})", "wsh(multi(2,a))", "wsh(multi(0))", "pkh([])",
        "wpkh([73c5da0a/84'/0'/0'xpub/0/*)", "raw(00)", "addr(x)", "wpkh(é)",
    ])
    func otherTextsAreNoDescriptors(_ text: String) {
        #expect(throws: BitcoinError.self) { try Descriptor(parsing: text) }
    }

    @Test func onlyTheUsualBranchesAreWatched() throws {
        let account = try Account(network: .bitcoin, kind: .taproot, master: Self.master())
        let plain = String(account.descriptor(.receive).description.prefix { $0 != "#" })
        for usual in [plain, plain.replacing("/0/*", with: "/<0;1>/*")] {
            let watched = try Descriptor(parsing: usual).account(on: .bitcoin)
            #expect(try watched.address(.change, 3) == account.address(.change, 3))
            #expect(watched.origin == account.origin)
        }
        for other in ["/1/*", "/*", "/0/0/*", "/<1;0>/*", "/5/<0;1>/*"] {
            let descriptor = try Descriptor(parsing: plain.replacing("/0/*", with: other))
            #expect(throws: BitcoinError.self, "\(other)") { try descriptor.account(on: .bitcoin) }
        }
        #expect(throws: BitcoinError.self) { try Descriptor(parsing: plain).account(on: .bitcoinTestnet) }
    }

    @Test func aPrivateKeyInADescriptorIsRefused() throws {
        let text = "wpkh(\(try Self.master().serialized())/0/*)"
        #expect(throws: BitcoinError.self) { try Descriptor(parsing: text) }
    }

    @Test func aSharedAccountMakesOneDescriptorForAll() throws {
        let path = try MultisigAccount.path(number: 0, network: .bitcoin)
        #expect(path.text == "m/48'/0'/0'/2'")
        let cosigners = try (0..<3).map { seed in
            let master = try PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: UInt8(seed), count: 32)))
            return MultisigAccount.Cosigner(
                origin: try KeyOrigin(fingerprint: master.fingerprint, path: path),
                key: try master.derived(path).publicKey)
        }
        let account = try MultisigAccount(network: .bitcoin, threshold: 2, cosigners: cosigners)
        let turned = try MultisigAccount(network: .bitcoin, threshold: 2, cosigners: cosigners.reversed())
        #expect(try account.address(.receive, 5) == turned.address(.receive, 5))
        let descriptor = try Descriptor(parsing: account.descriptor(.receive).description)
        #expect(try descriptor.lockingScript(at: 5) == account.address(.receive, 5).script)
        #expect(throws: BitcoinError.self) {
            try MultisigAccount(network: .bitcoin, threshold: 2, cosigners: [cosigners[0], cosigners[0]])
        }
    }
}
