// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Ethereum
import Testing

struct TypedDataTests {
    private func data(_ type: String, _ value: JSONValue, domain: JSONValue = ["chainId": 1]) throws -> TypedData {
        try TypedData([
            "types": ["T": [["name": "v", "type": .string(type)]]], "primaryType": "T", "domain": domain,
            "message": ["v": value],
        ])
    }

    @Test func aNumberMayBeWrittenInThreeWays() throws {
        let digest = try data("uint256", 255).digest
        #expect(try data("uint256", "255").digest == digest)
        #expect(try data("uint256", "0xff").digest == digest)
        #expect(try data("int16", "-0").digest == data("int16", 0).digest)
    }

    @Test(
        arguments: [
            ("uint8", "256"), ("uint8", -1), ("uint8", .number("1e2")), ("uint8", .number("1.0")), ("uint8", ""),
            ("int8", 128), ("int8", -129), ("int8", "0x80"),
            ("int256", .string("-" + String(repeating: "9", count: 78))),
            ("bool", 1), ("bool", "true"), ("bytes4", "0x010203"), ("bytes4", "0x0102030405"), ("bytes", "01"),
            ("bytes", "0x0"), ("bytes", nil), ("string", nil), ("string", 5),
            ("address", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"), ("uint8[]", 1), ("uint8[2]", [1]),
            ("uint", 1), ("U", ["a": 1]), ("(uint8)", [1]), ("uint8[0]", []), ("uint8[01]", [1]),
        ] as [(String, JSONValue)])
    func whatDoesNotFitItsTypeIsRefused(_ type: String, _ value: JSONValue) {
        #expect(throws: EthereumError.self) { try data(type, value) }
    }

    @Test func theEdgesOfIntegersFit() throws {
        for (type, value): (String, JSONValue) in [
            ("int8", -128), ("int8", 127), ("uint8", 255),
            ("int256", "-57896044618658097711785492504343953926634992332820282019728792003956564819968"),
        ] { _ = try data(type, value) }
        #expect(try data("int8", -128).lines.first?.value == "-128")
    }

    @Test func aStructMayContainItself() throws {
        func node(_ next: JSONValue) -> JSONValue { ["value": 1, "next": next] }
        func tree(_ message: JSONValue) throws -> TypedData {
            try TypedData([
                "types": ["Node": [["name": "value", "type": "uint8"], ["name": "next", "type": "Node"]]],
                "primaryType": "Node", "domain": [:], "message": message,
            ])
        }
        #expect(try tree(node(nil)).digest != tree(node(node(nil))).digest)
        var deep = node(nil)
        for _ in 0..<TypedData.maximumDepth { deep = node(deep) }
        let error = #expect(throws: EthereumError.self) { try tree(deep) }
        #expect(error?.code == .tooLarge)
    }

    @Test func whatWouldNotBeSignedIsNotShownAsIfItWere() {
        #expect(throws: EthereumError.self) {
            try TypedData([
                "types": ["T": [["name": "v", "type": "uint8"]]], "primaryType": "T", "domain": ["chainId": 1],
                "message": ["v": 1, "note": "harmless"],
            ])
        }
        #expect(throws: EthereumError.self) { try data("uint8", 1, domain: ["chainId": 1, "extra": 2]) }
    }

    @Test func aMessageForAnotherNetworkIsNotSigned() throws {
        let error = #expect(throws: EthereumError.self) {
            try MessageReview(.typed(data("uint8", 1)), signer: Fixture.sender, on: .sepolia)
        }
        #expect(error?.code == .otherNetwork)
        let everywhere = try data("uint8", 1, domain: ["name": "x"])
        #expect(
            try MessageReview(.typed(everywhere), signer: Fixture.sender, on: .sepolia).warnings == [.anyNetwork])
    }

    @Test func aPermitIsPointedOut() throws {
        let permit = try TypedData([
            "types": ["Permit": [["name": "spender", "type": "address"], ["name": "value", "type": "uint256"]]],
            "primaryType": "Permit", "domain": ["chainId": 1],
            "message": ["spender": .string(Fixture.recipient.text), "value": 1],
        ])
        #expect(try MessageReview(.typed(permit), signer: Fixture.sender, on: .ethereum).warnings == [.permission])
    }

    /// By the names that contracts in use have. What is only shown to a server moves nothing.
    @Test(arguments: [
        ("PermitSingle", "details", true), ("PermitBatchTransferFrom", "nonce", true),
        ("OrderComponents", "salt", true),
        ("BulkOrder", "tree", true), ("TransferWithAuthorization", "from", true),
        ("ReceiveWithAuthorization", "nonce", true), ("SafeTx", "nonce", true), ("MetaTransaction", "nonce", true),
        ("ForwardRequest", "gas", true), ("Delegation", "nonce", true), ("ExclusiveDutchOrder", "info", true),
        ("Withdraw", "destination", true), ("Thing", "spender", true), ("Thing", "value", true),
        ("Mail", "contents", false), ("Login", "nonce", false), ("Vote", "proposal", false),
    ])
    func whatMayMoveWhatTheAccountHasIsPointedOut(kind: String, field: String, isPointedOut: Bool) throws {
        let typed = try TypedData([
            "types": .object([JSONValue.Member(kind, [["name": .string(field), "type": "string"]])]),
            "primaryType": .string(kind), "domain": ["chainId": 1],
            "message": .object([JSONValue.Member(field, "x")]),
        ])
        #expect(
            try MessageReview(.typed(typed), signer: Fixture.sender, on: .ethereum).warnings
                == (isPointedOut ? [.permission] : []))
    }

    @Test func namesThatCouldBeReadInTwoWaysAreRefused() {
        for name in ["A(uint8 v)B", "", "uint8", "A B", "A[]"] {
            #expect(throws: EthereumError.self) {
                try TypedData([
                    "types": .object([JSONValue.Member(name, [["name": "v", "type": "uint8"]])]),
                    "primaryType": .string(name), "domain": [:], "message": ["v": 1],
                ])
            }
        }
    }
}
