// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Ethereum
import Testing

struct TokenTests {
    @Test(arguments: [
        TokenCall.transfer(to: Fixture.recipient, amount: 1), .approve(spender: Fixture.recipient, amount: .max),
        .transferFrom(owner: Fixture.sender, to: Fixture.recipient, amount: 77),
        .increaseAllowance(spender: Fixture.recipient, amount: 2),
        .decreaseAllowance(spender: Fixture.recipient, amount: 3),
        .setApprovalForAll(operator: Fixture.recipient, isApproved: true),
    ])
    func aCallIsUnderstoodAsItWasWritten(_ call: TokenCall) {
        #expect(TokenCall(decoding: call.data) == call)
        #expect(TokenCall(decoding: call.data + [0]) == nil)
        #expect(TokenCall(decoding: Array(call.data.dropLast())) == nil)
    }

    @Test func selectorsAreThoseThatEverybodyKnows() {
        #expect(Hex.encode(ABI.selector("transfer(address,uint256)")) == "a9059cbb")
        #expect(Hex.encode(ABI.selector("approve(address,uint256)")) == "095ea7b3")
        #expect(Hex.encode(ABI.selector("transferFrom(address,address,uint256)")) == "23b872dd")
        #expect(Hex.encode(TokenQuery.balance(of: .zero).data.prefix(4)) == "70a08231")
        #expect(Hex.encode(TokenQuery.decimals.data) == "313ce567")
        #expect(Hex.encode(TokenQuery.symbol.data) == "95d89b41")
        #expect(Hex.encode(TokenQuery.name.data) == "06fdde03")
        #expect(Hex.encode(TokenQuery.allowance(owner: .zero, spender: .zero).data.prefix(4)) == "dd62ed3e")
    }

    @Test func dirtBeforeAnAddressIsNotUnderstood() {
        var data = TokenCall.transfer(to: Fixture.recipient, amount: 1).data
        data[4] = 1
        #expect(TokenCall(decoding: data) == nil)
    }

    @Test func answersAreReadAndLiesRefused() throws {
        #expect(try TokenQuery.decimals(inAnswer: Wei(6).bigEndian32) == 6)
        #expect(throws: EthereumError.self) { try TokenQuery.decimals(inAnswer: Wei(78).bigEndian32) }
        #expect(throws: EthereumError.self) { try TokenQuery.amount(inAnswer: []) }
        #expect(try TokenQuery.amount(inAnswer: Wei.max.bigEndian32) == .max)
        #expect(try TokenQuery.text(inAnswer: ABI.encode([.string("DAI")], as: [.string])) == "DAI")
        #expect(try TokenQuery.text(inAnswer: Array("MKR".utf8) + [UInt8](repeating: 0, count: 29)) == "MKR")
        for text in ["", "\u{202E}IAD", String(repeating: "A", count: 65)] {
            #expect(throws: EthereumError.self) {
                try TokenQuery.text(inAnswer: ABI.encode([.string(text)], as: [.string]))
            }
        }
    }
}
