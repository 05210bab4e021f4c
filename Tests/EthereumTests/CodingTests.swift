// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import Ethereum
import Testing

struct CodingTests {
    @Test(arguments: [
        "", "81", "8100", "817f", "b800", "b83701", "b90001aa", "c1", "c180c0", "f800", "f83780", "c0c0", "8201",
        "c28281",
        "bf7fffffffffffffff", "ff7fffffffffffffff", "c281", "b8", "f9", "f90000",
    ])
    func rlpThatIsNotTheOneFormIsRefused(_ text: String) throws {
        let bytes = try Hex.decode(text)
        let error = #expect(throws: EthereumError.self) { try RLP.decode(bytes) }
        #expect(error?.code == .malformed)
    }

    @Test func rlpHasBounds() throws {
        var deep: [UInt8] = [0xC0]
        for _ in 0...RLP.maximumDepth { deep = RLP.encode(.list([try RLP.decode(deep)])) }
        #expect(throws: EthereumError.self) { try RLP.decode(deep) }
        let many = RLP.Item.list(Array(repeating: .list([]), count: RLP.maximumItems))
        #expect(throws: EthereumError.self) { try RLP.decode(RLP.encode(many)) }
        #expect(throws: EthereumError.self) { try RLP.decode([UInt8](repeating: 0, count: RLP.maximumCount + 1)) }
    }

    @Test(arguments: [
        "", "uint", "uint7", "uint264", "uint08", "bytes0", "bytes33", "(uint8", "uint8)", "uint8[", "uint8[0]",
        "uint8[]]",
        "uint8[-1]", "uint8[1 ]", " uint8", "address payable", "uint8,uint8", "(,)", "(uint8,)", "fixed128x18",
        "uint256[1000000][1000000]", "bool[99999999999999999999]",
    ])
    func whatIsNoTypeIsRefused(_ name: String) {
        #expect(throws: EthereumError.self) {
            let kind = try ABI.Kind(parsing: name)
            // Two names without a width are types all the same.
            guard kind.description == name else {
                throw EthereumError(.malformed, "\(name) is \(kind)")
            }
        }
    }

    @Test func typesHaveBounds() {
        #expect(throws: EthereumError.self) { try ABI.Kind(parsing: "uint8" + String(repeating: "[]", count: 17)) }
        #expect(throws: EthereumError.self) {
            try ABI.Kind(parsing: String(repeating: "(", count: 2000) + String(repeating: ")", count: 2000))
        }
    }

    private func word(_ number: UInt64) -> [UInt8] { Wei(number).bigEndian32 }

    @Test func offsetsAndLengthsStayInside() throws {
        let cases: [([UInt8], [ABI.Kind])] = [
            (word(32) + word(1), [.bytes]), (word(64), [.bytes]), (Wei.max.bigEndian32 + word(0), [.string]),
            (word(32) + word(2) + word(1), [.array(.bool)]),
            (word(32) + Wei.max.bigEndian32, [.array(.uint(bits: 8))]), (word(0).dropLast(), [.bool]),
        ].map { (Array($0.0), $0.1) }
        for (bytes, kinds) in cases {
            #expect(throws: EthereumError.self) { try ABI.decode(bytes, as: kinds) }
        }
    }

    @Test func dirtInAWordIsRefused() throws {
        let dirty = [UInt8](repeating: 0xAA, count: 32)
        for kind: ABI.Kind in [.bool, .address, .uint(bits: 248), .int(bits: 8), .fixedBytes(31)] {
            #expect(throws: EthereumError.self) { try ABI.decode(dirty, as: [kind]) }
        }
        #expect(throws: EthereumError.self) {
            try ABI.decode(word(32) + word(1) + [1] + [UInt8](repeating: 1, count: 31), as: [.bytes])
        }
        #expect(throws: EthereumError.self) {
            try ABI.decode(word(32) + word(1) + [0xFF] + [UInt8](repeating: 0, count: 31), as: [.string])
        }
    }

    @Test func offsetsThatMeetCannotAskForMuchMemory() throws {
        // Each of 600 entries points to the same list of 600 texts.
        let count: UInt64 = 600
        var bytes = word(32) + word(count)
        for _ in 0..<count { bytes += word(count * 32) }
        bytes += word(count)
        for _ in 0..<count { bytes += word(count * 32) }
        bytes += word(0)
        let error = #expect(throws: EthereumError.self) { try ABI.decode(bytes, as: [.array(.array(.string))]) }
        #expect(error?.code == .tooLarge)
    }

    @Test func anotherOrderIsReadFromAServerButNotApproved() throws {
        // Two empty byte strings that share one length.
        let bytes = word(64) + word(64) + word(0)
        #expect(try ABI.decode(bytes, as: [.bytes, .bytes]) == [.bytes([]), .bytes([])])
        #expect(throws: EthereumError.self) { try ABI.decodeCanonical(bytes, as: [.bytes, .bytes]) }
        #expect(throws: EthereumError.self) { try ABI.decodeCanonical(word(1) + [0], as: [.bool]) }
    }

    @Test func aTransactionHasOneForm() throws {
        let signed = try Review(Fixture.payment(), from: Fixture.sender, on: .ethereum).approve()
            .signed(by: Fixture.key)
        for index in signed.bytes.indices {
            var bytes = signed.bytes
            bytes[index] ^= 1
            // Safe: most changes are refused; the others are of another transaction or sender.
            guard let other = try? SignedTransaction(decoding: bytes) else { continue }
            #expect(other.sender != signed.sender)
        }
        #expect(throws: EthereumError.self) { try SignedTransaction(decoding: signed.bytes + [0]) }
        #expect(throws: EthereumError.self) { try SignedTransaction(decoding: Array(signed.bytes.dropLast())) }
    }

    @Test func theSecondSpellingOfASignatureIsRefused() throws {
        let signed = try Review(Fixture.payment(), from: Fixture.sender, on: .ethereum).approve()
            .signed(by: Fixture.key)
        guard case .list(var fields) = try RLP.decode(Array(signed.bytes.dropFirst())) else { return }
        let order = try UInt256(hex: "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
        let s = try UInt256(bigEndian: signed.signature.signature.raw[32...])
        fields[11] = .bytes(try order.subtracting(s).minimalBigEndian)
        fields[9] = .bytes(signed.signature.isOdd ? [] : [1])
        let error = #expect(throws: EthereumError.self) {
            try SignedTransaction(decoding: [2] + RLP.encode(.list(fields)))
        }
        #expect(error?.code == .badSignature)
    }
}
