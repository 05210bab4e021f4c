// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Ethereum

// What Ethereum's servers, links, applications and signing devices send.
extension FuzzEntry {
    func ethereumRLP(_ input: [UInt8]) {
        check(EthereumError.self) {
            try RLP.decode(input)
        } writesBack: {
            RLP.encode($0) == input
        }
    }

    /// The first byte chooses types, the rest is data; and all of it as the name of a type.
    func ethereumABI(_ input: [UInt8]) {
        let kinds = Self.kinds[Int(input.first ?? 0) % Self.kinds.count]
        check(EthereumError.self) {
            try ABI.decodeCanonical(Array(input.dropFirst()), as: kinds)
        } writesBack: { values in
            check(EthereumError.self) {
                try ABI.encode(values, as: kinds)
            } writesBack: {
                $0 == Array(input.dropFirst())
            }
            return true
        }
        // Offsets in any order are let pass here, so what comes out has another form.
        check(EthereumError.self) {
            try ABI.decode(Array(input.dropFirst()), as: kinds)
        } writesBack: { _ in
            true
        }
        check(EthereumError.self) {
            try ABI.Kind(parsing: String(decoding: input, as: UTF8.self))
        } writesBack: { kind in
            check(EthereumError.self) {
                try ABI.Kind(parsing: kind.description)
            } writesBack: {
                $0 == kind
            }
            return true
        }
        check(EthereumError.self) {
            try TokenQuery.text(inAnswer: input)
        } writesBack: {
            $0.utf8.count <= TokenQuery.maximumTextCount
        }
        if let call = TokenCall(decoding: input) {
            precondition(call.data == input, "\(rawValue): a call that would be written otherwise")
        }
    }

    func ethereumTransaction(_ input: [UInt8]) {
        check(EthereumError.self) {
            try SignedTransaction(decoding: input)
        } writesBack: { signed in
            guard signed.transaction.chainID ?? 0 > 0 else { return true }
            check(EthereumError.self) {
                try SignedTransaction(signed.transaction, signature: signed.signature)
            } writesBack: {
                $0 == signed
            }
            return true
        }
        check(EthereumError.self) {
            try Transaction(unsigned: input)
        } writesBack: { transaction in
            check(EthereumError.self) {
                try Review(transaction, from: .zero, on: .ethereum)
            } writesBack: { _ in
                true
            }
            return transaction.unsigned == input
        }
    }

    /// The same message from its own JSON has the same digest.
    func typedData(_ input: [UInt8]) {
        check(EthereumError.self) {
            try TypedData(parsing: input)
        } writesBack: { data in
            check(EthereumError.self) {
                try TypedData(parsing: Array(JSONValue(parsing: input).text.utf8))
            } writesBack: {
                $0 == data
            }
            return true
        }
    }

    func ethereumLink(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(EthereumError.self) {
            try PaymentLink(parsing: text)
        } writesBack: { link in
            check(EthereumError.self) {
                var again = try PaymentLink(parsing: link.description)
                again.isChecksummed = link.isChecksummed
                again.typedRecipient = link.typedRecipient
                return again
            } writesBack: {
                $0 == link
            }
            return true
        }
        check(EthereumError.self) {
            try TypedAddress(text)
        } writesBack: {
            $0.address.text.lowercased() == text.lowercased()
        }
    }

    func ethereumRecord(_ input: [UInt8]) {
        check(EthereumError.self) {
            try SignRequest(decoding: input)
        } writesBack: { request in
            check(EthereumError.self) {
                try SignRequest(decoding: request.encoded)
            } writesBack: {
                $0 == request
            }
            check(EthereumError.self) {
                try request.transaction()
            } writesBack: {
                $0.unsigned == request.data
            }
            return true
        }
        check(EthereumError.self) {
            try AccountExport(decoding: input)
        } writesBack: { export in
            check(EthereumError.self) {
                try AccountExport(decoding: export.encoded)
            } writesBack: {
                $0 == export
            }
            return true
        }
        check(EthereumError.self) {
            try SignAnswer(decoding: input)
        } writesBack: { answer in
            check(EthereumError.self) {
                try answer.signature(chainID: 1)
            } writesBack: { _ in
                true
            }
            return true
        }
    }

    private static let kinds: [[ABI.Kind]] = [
        [.uint(bits: 8), .int(bits: 24), .bool, .address, .fixedBytes(3)],
        [.bytes, .string],
        [.array(.array(.bytes))],
        [.fixedArray(.tuple([.string, .uint(bits: 256)]), 2)],
        [.tuple([.array(.tuple([.bool, .string])), .array(.tuple([]))])],
    ]
}

extension FuzzEntry {
    static var ethereumTransactionSeeds: [[UInt8]] {
        seeds {
            try [
                "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080",
                "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0"
                    + "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b"
                    + "3800ccf555c9f3dc64214b297fb1966a3b6d83",
            ].map(Hex.decode)
                + [
                    Transaction(
                        chainID: 1, nonce: 1, pricing: .market(maximumFee: 9, tip: 3), gasLimit: 90_000, to: .zero,
                        value: 5, data: TokenCall.approve(spender: .zero, amount: .max).data,
                        accessList: [.init(address: .zero, slots: [[UInt8](repeating: 1, count: 32)])]
                    ).unsigned
                ]
        }
    }

    static var ethereumABISeeds: [[UInt8]] {
        seeds {
            var seeds = [
                TokenCall.transfer(to: .zero, amount: 7).data, Array("(uint8,(string,bytes3[])[2])[]".utf8),
                try [1] + ABI.encode([.bytes([1, 2]), .string("a")], as: kinds[1]),
                try [2] + ABI.encode([.list([.list([.bytes([1])]), .list([])])], as: kinds[2]),
            ]
            seeds.append(
                try [3]
                    + ABI.encode(
                        [.list([.list([.string("x"), .uint(1)]), .list([.string(""), .uint(2)])])], as: kinds[3]))
            return seeds
        }
    }

    static var ethereumRecordSeeds: [[UInt8]] {
        seeds {
            let origin = try KeyOrigin(fingerprint: [1, 2, 3, 4], path: DerivationPath("m/44'/60'/0'/0/0"))
            return [
                SignRequest(
                    requestID: [UInt8](repeating: 5, count: 16), kind: .legacyTransaction,
                    data: ethereumTransactionSeeds[0], chainID: 1, origin: origin, address: .zero, wallet: "w"
                ).encoded,
                CBORValue.record([2: .bytes([UInt8](repeating: 3, count: 65)), 3: .text("d")]).encoded,
                try AccountExport(
                    PrivateExtendedKey(seed: SecretBytes([UInt8](repeating: 3, count: 32)))
                        .derived(DerivationPath("m/44'/60'/0'")).publicKey,
                    origin: KeyOrigin(fingerprint: nil, path: DerivationPath("m/44'/60'/0'"))
                ).encoded,
            ]
        }
    }

    static let ethereumLinkSeeds = [
        "ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359?value=2.014e18&gas=21000",
        "ethereum:pay-0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359@5/transfer"
            + "?address=0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359&uint256=1",
        "ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359/f?int8=-1&string=a%26&bytes2=0x0102",
    ].map { Array($0.utf8) }

    static let typedDataSeeds = [
        """
        {"types":{"P":[{"name":"a","type":"address[]"},{"name":"p","type":"P"}],"M":[{"name":"p","type":"P[2]"},
        {"name":"n","type":"int8"},{"name":"b","type":"bytes"}]},"primaryType":"M","domain":{"chainId":"0x1"},
        "message":{"p":[{"a":["0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"],"p":null},{"a":[]}],"n":"-1","b":"0x01"}}
        """
    ].map { Array($0.utf8) }

    private static func seeds(_ make: () throws -> [[UInt8]]) -> [[UInt8]] {
        do { return try make() } catch { preconditionFailure("A seed is broken: \(error)") }
    }
}
