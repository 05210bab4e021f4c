// SPDX-License-Identifier: MIT
import Solana
import Testing

struct AddressTests {
    @Test(arguments: [
        ("11111111111111111111111111111111", Address.systemProgram),
        ("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", .tokenProgram),
        ("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", .token2022Program),
        ("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", .associatedTokenProgram),
        ("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", .memoProgram),
        ("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", .firstMemoProgram),
        ("ComputeBudget111111111111111111111111111111", .computeBudgetProgram),
        ("AddressLookupTab1e1111111111111111111111111", .lookupTableProgram),
        ("Stake11111111111111111111111111111111111111", .stakeProgram),
        ("Vote111111111111111111111111111111111111111", .voteProgram),
        ("BPFLoader2111111111111111111111111111111111", .loaderProgram),
        ("BPFLoaderUpgradeab1e11111111111111111111111", .upgradeableLoaderProgram),
        ("NativeLoader1111111111111111111111111111111", .nativeLoaderProgram),
        ("SysvarRent111111111111111111111111111111111", .rentSysvar),
        ("SysvarRecentB1ockHashes11111111111111111111", .recentBlockhashesSysvar),
        ("SysvarC1ock11111111111111111111111111111111", .clockSysvar),
        ("1nc1nerator11111111111111111111111111111111", .incinerator),
        ("So11111111111111111111111111111111111111112", .wrappedNativeMint),
    ])
    func theKnownAddressesAreTheirText(text: String, address: Address) throws {
        #expect(try Address(parsing: text) == address)
        #expect(address.text == text)
    }

    @Test func anAddressSurvivesItsTextAndItsBytes() throws {
        let address = try Address(parsing: "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN")
        #expect(address.text == "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN")
        #expect(try Address(address.bytes) == address)
    }

    @Test(arguments: [
        "", "1", "0xffff", "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN1",
        "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2k0",
        " mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN", "111111111111111111111111111111111",
        "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
    ])
    func otherTextIsRefused(text: String) {
        #expect(throws: SolanaError.self) { try Address(parsing: text) }
    }

    @Test(arguments: [
        "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
    ])
    func anAddressOfAnotherChainIsCalledThat(text: String) {
        #expect { try Address(parsing: text) } throws: { ($0 as? SolanaError)?.code == .otherNetwork }
    }
}
