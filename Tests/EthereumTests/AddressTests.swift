// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Ethereum
import Testing

struct AddressTests {
    /// The examples of EIP-55: all capitals, all small, and mixed.
    static let checksummed = [
        "0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ]

    @Test(arguments: checksummed)
    func anAddressIsWrittenWithItsChecksum(_ text: String) throws {
        #expect(try Address(parsing: text.lowercased()).text == text)
        #expect(try TypedAddress(text).isChecksummed)
    }

    @Test func anAddressOfOneCaseIsTakenWithoutItsChecksum() throws {
        let text = Self.checksummed[4]
        #expect(try !TypedAddress(text.lowercased()).isChecksummed)
        #expect(try !TypedAddress("0x" + text.dropFirst(2).uppercased()).isChecksummed)
        #expect(try TypedAddress(Self.checksummed[0]).isChecksummed, "all capitals can be the checksum")
    }

    @Test func oneChangedLetterIsNoticed() {
        for text in Self.checksummed.dropFirst(4) {
            var letters = Array(text)
            guard let index = letters.lastIndex(where: { $0.isLowercase && $0 != "x" }) else { continue }
            letters[index] = Character(letters[index].uppercased())
            let error = #expect(throws: EthereumError.self) { try Address(parsing: String(letters)) }
            #expect(error?.code == .badAddress)
        }
    }

    @Test(arguments: [
        "", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS", "vitalik.eth",
        " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        let error = #expect(throws: EthereumError.self) { try Address(parsing: text) }
        #expect(error?.code == .badAddress)
    }
}
