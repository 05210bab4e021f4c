// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Solana

/// What servers, links and signers of Solana hand over.
extension FuzzEntry {
    func solanaMessage(_ input: [UInt8]) {
        check(SolanaError.self) {
            let message = try Message(parsing: input)
            // Whatever stands in it, it can be shown.
            _ = try Review(message, on: .solana, knowing: AccountFacts(own: [message.feePayer]))
            return message
        } writesBack: {
            $0.encoded == input
        }
    }

    func solanaTransaction(_ input: [UInt8]) {
        check(SolanaError.self) {
            let transaction = try Transaction(parsing: input)
            _ = try Review(transaction, on: .solana, knowing: AccountFacts(own: []))
            return try transaction.encoded
        } writesBack: {
            $0 == input
        }
    }

    /// The account's kind is the first byte: whoever asks for it knows which one it asks for.
    func solanaAccount(_ input: [UInt8]) {
        guard let kind = input.first else { return }
        let data = Array(input.dropFirst())
        let program: Address = kind & 1 == 0 ? .tokenProgram : .token2022Program
        switch kind >> 1 & 3 {
        case 0:
            check(SolanaError.self) {
                try Mint(address: .wrappedNativeMint, owner: program, data: data)
            } writesBack: {
                $0.transferFee.map { $0.most(on: .max) <= .max } ?? ($0.associatedAccountCount >= 165)
            }
        case 1:
            check(SolanaError.self) {
                try TokenAccount(address: .wrappedNativeMint, owner: program, data: data)
            } writesBack: {
                Array(data[..<32]) == $0.mint.bytes
            }
        case 2:
            check(SolanaError.self) {
                try LookupTable(address: .wrappedNativeMint, owner: .lookupTableProgram, data: data)
            } writesBack: {
                $0.addresses.flatMap(\.bytes) == Array(data.dropFirst(56))
            }
        default:
            check(SolanaError.self) {
                try NonceAccount(address: .wrappedNativeMint, owner: .systemProgram, data: data)
            } writesBack: {
                $0.authority.bytes + $0.value.bytes == Array(data[8..<72])
            }
        }
    }

    func solanaLink(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(SolanaError.self) {
            try PaymentLink(parsing: text)
        } writesBack: {
            // There are several spellings of a link; ours is read as the same link.
            (try? PaymentLink(parsing: $0.text)) == $0 || $0.text.utf8.count > PaymentLink.maximumTextCount
        }
        check(SolanaError.self) {
            try TransactionLink(parsing: text)
        } writesBack: {
            (try? TransactionLink(parsing: $0.text)) == $0 || $0.text.utf8.count > PaymentLink.maximumTextCount
        }
    }

    func solanaRecord(_ input: [UInt8]) {
        check(SolanaError.self) {
            try SignRequest(decoding: input)
        } writesBack: {
            (try? SignRequest(decoding: $0.encoded)) == $0
        }
        check(SolanaError.self) {
            try SignAnswer(decoding: input)
        } writesBack: {
            (try? SignAnswer(decoding: $0.encoded)) == $0
        }
        check(SolanaError.self) {
            try OffchainMessage(parsing: input)
        } writesBack: {
            $0.encoded == input
        }
    }

    /// Well-formed inputs to start from.
    var solanaSeeds: [[UInt8]] {
        do {
            switch self {
            case .solanaMessage: return try Self.solanaMessages()
            case .solanaTransaction:
                return try Self.solanaMessages().map { try Transaction(Message(parsing: $0)).encoded }
            case .solanaAccount:
                let key = [UInt8](repeating: 3, count: 32)
                let mint: [UInt8] =
                    [1, 0, 0, 0] + key + [9, 0, 0, 0, 0, 0, 0, 0, 6, 1, 1, 0, 0, 0] + key
                let account: [UInt8] =
                    key + key + [UInt8](repeating: 0, count: 44) + [1] + [UInt8](repeating: 0, count: 56)
                let fee: [UInt8] = [1, 0, 108, 0] + [UInt8](repeating: 1, count: 108)
                return [
                    [0] + mint, [1] + mint + [UInt8](repeating: 0, count: 83) + [1] + fee + [9, 0, 0, 0], [2] + account,
                    [3] + account + [2, 8, 0, 1, 0, 1],
                    [4, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 52) + key + key,
                    [6, 1, 0, 0, 0, 1, 0, 0, 0] + key + key + [UInt8](repeating: 0, count: 8),
                ]
            case .solanaLink:
                let key = Address.wrappedNativeMint.text
                return [
                    "solana:\(key)?amount=0.01&spl-token=\(key)&reference=\(key)&label=a%20b&message=c&memo=d",
                    "solana:https%3A%2F%2Fexample.com%3Fa%3Db?label=x", "solana:\(key)",
                    "solana:https://a%252Fb%23c+d?message=e",
                ].map { Array($0.utf8) }
            default:
                let path = KeyPathRecord(path: try DerivationPath("m/44'/501'/0'/0'"), sourceFingerprint: [1, 2, 3, 4])
                let text = try OffchainMessage("hello", signers: [.wrappedNativeMint]).encoded
                let message = try Message(parsing: Self.solanaMessages()[0])
                return [
                    try SignRequest(
                        requestID: [UInt8](repeating: 1, count: 16), content: .transaction(message), keyPath: path,
                        address: .wrappedNativeMint, origin: "x"
                    ).encoded,
                    try SignRequest(requestID: nil, content: .message(text), keyPath: path).encoded,
                    try SignAnswer(
                        requestID: [UInt8](repeating: 1, count: 16),
                        signature: Signature([UInt8](repeating: 5, count: 64))
                    ).encoded,
                    text,
                ]
            }
        } catch { preconditionFailure("A seed of \(rawValue) cannot be made: \(error)") }
    }

    private static func solanaMessages() throws -> [[UInt8]] {
        let (me, other, mint) = (
            try Address([UInt8](repeating: 1, count: 32)), try Address([UInt8](repeating: 2, count: 32)),
            Address.wrappedNativeMint
        )
        let instructions = [
            SystemProgram.advanceNonce(other, authority: me), ComputeBudgetProgram.unitLimit(5),
            ComputeBudgetProgram.unitPrice(6),
            try AssociatedTokenProgram.createIdempotent(payer: me, owner: other, mint: mint),
            try MemoProgram.note("memo"), SystemProgram.transfer(from: me, to: other, Lamports(7)),
            TokenProgram.transferChecked(
                from: other, mint: mint, to: me, owner: me, TokenAmount(units: 8, decimals: 6)),
        ]
        let table = LookupTable(address: try Address([UInt8](repeating: 9, count: 32)), addresses: [other, mint])
        return [
            try Message.legacy(instructions, payer: me, blockhash: .zero).encoded,
            try Message.version0(instructions, payer: me, blockhash: .zero, tables: [table]).encoded,
        ]
    }
}
