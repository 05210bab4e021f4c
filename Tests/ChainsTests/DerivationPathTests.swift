// SPDX-License-Identifier: MIT
import Chains
import Testing

struct DerivationPathTests {
    @Test(arguments: [
        ("m", "m"), ("m/84'/0'/0'/0/5", "m/84'/0'/0'/0/5"), ("84h/0H/0'", "m/84'/0'/0'"), ("0", "m/0"),
        ("m/2147483647'/2147483647", "m/2147483647'/2147483647"),
    ])
    func everySpellingBecomesOne(text: String, canonical: String) throws {
        let path = try DerivationPath(text)
        #expect(path.text == canonical)
        #expect(try DerivationPath(path.text) == path)
    }

    @Test(arguments: [
        "", "/", "m/", "m//0", "m/0/", "M/0", "m/m", "m/-1", "m/+1", "m/01", "m/0''", "m/'", "m/2147483648", "m/1 ",
        "m/１", "m/0x1", "m/99999999999999999999", "n/0",
    ])
    func anythingElseIsRefused(text: String) {
        let error = #expect(throws: ChainsError.self) { try DerivationPath(text) }
        #expect(error?.code == .badPath)
    }

    @Test func stepsAreAppended() throws {
        let account = try DerivationPath.root.appending(44, isHardened: true).appending(501, isHardened: true)
        #expect(account.text == "m/44'/501'" && account.isHardened)
        let path = try account.appending(DerivationPath("0'/3"))
        #expect(path.text == "m/44'/501'/0'/3" && !path.isHardened)
        #expect(path.components == [0x8000_002C, 0x8000_01F5, 0x8000_0000, 3])
        #expect(throws: ChainsError.self) { try path.appending(1 << 31) }
    }

    @Test func aPathIsNoLongerThanAKeyCanCount() throws {
        let longest = try DerivationPath(components: [UInt32](repeating: 0, count: 255))
        #expect(throws: ChainsError.self) { try longest.appending(0) }
        #expect(throws: ChainsError.self) { try DerivationPath(String(repeating: "0/", count: 4096) + "0") }
    }
}
